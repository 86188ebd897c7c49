import { type PrivacyPatch, PrivacySettingsDocument, UpdatePrivacySettingsDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { QueryPanel } from '../components/panel.tsx'
import { number, yes } from '../components/record-fields.tsx'
import { SettingsForm } from '../components/settings-form.tsx'

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
  return (
    <QueryPanel title={title} query={query}>
      {({ privacySettings }) => (
        <SettingsForm<PrivacyPatch, typeof privacySettings>
          draft={title}
          rows={rows as Required<Rows>}
          record={privacySettings}
          read={async () => (await session.request(PrivacySettingsDocument, {})).privacySettings}
          save={(input) => session.save(UpdatePrivacySettingsDocument, { input }, { said: () => saved })}
        />
      )}
    </QueryPanel>
  )
}
