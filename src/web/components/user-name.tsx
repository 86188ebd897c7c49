import { PeopleNamesDocument, type PeopleNamesFragment } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'

/** The names of the members, by the ids of their users. A list of users reads them together with its rows. */
export type Names = ReadonlyMap<string, string>

export const namesOf = (members: PeopleNamesFragment | undefined): Names =>
  new Map(members?.nodes.map(({ userId, name }) => [userId, name]))

/** The name of a user. A caller who may not read the team sees the id, and so does everybody for a former member. */
export function UserName({ id }: { id: string }) {
  return session.may('org:team:read') ? <Known id={id} /> : <span>{id}</span>
}

function Known({ id }: { id: string }) {
  const { data } = useQuery(PeopleNamesDocument, {})
  return <span>{data && (namesOf(data.teamMembers).get(id) ?? id)}</span>
}
