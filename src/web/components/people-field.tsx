import { PeopleNamesDocument, type PeopleNamesQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { t } from '../i18n/language.ts'
import type { Named } from './held-record.ts'
import { findPeople } from './record-choices.ts'
import { RecordsField, type RecordsProps } from './records-field.tsx'

/** Chooses several members of the team. */
export const PeopleField = (props: Omit<RecordsProps, 'find' | 'none'>) => (
  <RecordsField {...props} find={findPeople} none={t('choice.people')} />
)

/** Users with their names. A user who is not a member has the id as the name. */
export const namedIn = ({ teamMembers }: PeopleNamesQuery, ids: readonly string[]): Named[] =>
  ids.map((id) => ({ id, name: teamMembers?.nodes.find(({ userId }) => userId === id)?.name ?? id }))

/** The names of users. A caller who may not read the team sees the ids. */
export const UserNames = ({ ids }: { ids: string[] }) =>
  session.may('org:team:read') ? <Known ids={ids} /> : <span>{ids.join(', ')}</span>

function Known({ ids }: { ids: string[] }) {
  const { data } = useQuery(PeopleNamesDocument, { userIds: ids })
  return (
    <span>
      {data &&
        namedIn(data, ids)
          .map(({ name }) => name)
          .join(', ')}
    </span>
  )
}
