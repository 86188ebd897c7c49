import { PeopleNamesDocument, type PeopleNamesQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import type { Named } from './held-record.ts'

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
