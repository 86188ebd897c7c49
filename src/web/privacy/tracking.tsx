import { type PrivacyPatch, PrivacySettingsDocument, UpdatePrivacySettingsDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Form } from '../components/form.tsx'
import { Loaded, Panel } from '../components/panel.tsx'
import { Controls, type FieldRows, inputIn, yes } from '../components/record-fields.tsx'
import { notify } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'

type Settings = Pick<PrivacyPatch, 'tracksMessages'>
const ROWS = { tracksMessages: yes() } satisfies FieldRows<Settings, object>

/** Whether openings and clicks of campaign messages are recorded. A campaign can turn tracking off for itself. */
export function Tracking() {
  const query = useQuery(PrivacySettingsDocument, {})
  return (
    <Panel title={t('privacy:tracking.title')}>
      <Loaded query={query}>
        {({ privacySettings: { tracksMessages } }) =>
          session.may('org:provider:write') ? (
            <TrackingForm tracksMessages={tracksMessages} />
          ) : (
            <p>{t(tracksMessages ? 'yes' : 'no')}</p>
          )
        }
      </Loaded>
    </Panel>
  )
}

function TrackingForm(settings: { tracksMessages: boolean }) {
  const send = useSave()
  const save = async (entered: FormData) => {
    await send(UpdatePrivacySettingsDocument, { input: inputIn<Settings>(ROWS, entered, undefined) })
    notify(t('privacy:tracking.saved'))
  }
  return (
    <Form draft="tracking-settings" save={save}>
      <Controls rows={ROWS} record={settings} />
    </Form>
  )
}
