import { PrivacySettingsDocument, UpdatePrivacySettingsDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { integerOf } from '../components/entered.ts'
import { TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { Loaded, Panel } from '../components/panel.tsx'
import { notify } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'

/** The hours in which the completion of an erasure or a correction can be undone. */
export function GracePeriod() {
  const query = useQuery(PrivacySettingsDocument, {})
  return (
    <Panel title={t('privacy:grace.title')}>
      <Loaded query={query}>
        {({ privacySettings: { requestGraceHours } }) =>
          session.may('org:provider:write') ? (
            <GraceForm hours={requestGraceHours} />
          ) : (
            <p>{t('privacy:grace.now', { count: requestGraceHours })}</p>
          )
        }
      </Loaded>
    </Panel>
  )
}

function GraceForm({ hours }: { hours: number }) {
  const send = useSave()
  const save = async (entered: FormData) => {
    const requestGraceHours = integerOf(entered, 'requestGraceHours', t('privacy:grace.fault'))
    await send(UpdatePrivacySettingsDocument, { input: { requestGraceHours } })
    notify(t('privacy:grace.saved'))
  }
  return (
    <Form draft="privacy-settings" save={save}>
      <TextField
        name="requestGraceHours"
        label={t('privacy:grace.hours')}
        hint={t('privacy:grace.hint')}
        inputMode="numeric"
        value={String(hours)}
      />
    </Form>
  )
}
