import { type PrivacyPatch, PrivacySettingsDocument, UpdatePrivacySettingsDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Facts } from '../components/facts.tsx'
import { Form } from '../components/form.tsx'
import { Loaded, Panel } from '../components/panel.tsx'
import { Controls, factsOf, inputIn, number, yes } from '../components/record-fields.tsx'
import { notify } from '../components/toasts.tsx'

type Rows = Readonly<Partial<Record<keyof PrivacyPatch, unknown>>>

/** The hours in which the completion of an erasure or a correction can be undone. */
export const GRACE = { requestGraceHours: number() } satisfies Rows

/** Whether openings and clicks of campaign messages are recorded. A campaign can turn tracking off for itself. */
export const TRACKING = { tracksMessages: yes() } satisfies Rows

interface Props {
  title: string
  rows: Rows
  /** The sentence after a change. */
  saved: string
}

/** A setting of the organization about personal data. */
export function Setting({ title, rows, saved }: Props) {
  const query = useQuery(PrivacySettingsDocument, {})
  const send = useSave()
  const save = async (entered: FormData) => {
    await send(UpdatePrivacySettingsDocument, { input: inputIn<PrivacyPatch>(rows, entered, undefined) })
    notify(saved)
  }
  return (
    <Panel title={title}>
      <Loaded query={query}>
        {({ privacySettings }) =>
          session.may('org:provider:write') ? (
            <Form draft={title} save={save}>
              <Controls rows={rows} record={{ ...privacySettings }} />
            </Form>
          ) : (
            <Facts facts={factsOf(rows, { ...privacySettings })} />
          )
        }
      </Loaded>
    </Panel>
  )
}
