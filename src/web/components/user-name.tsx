import { PeopleNamesDocument } from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'

/** The name of a user. A caller who may not read the team sees the id, and so does everybody for a former member. */
export function UserName({ id }: { id: string }) {
  const session = useSession()
  return session.may('org:team:read') ? <Known id={id} /> : <span>{id}</span>
}

function Known({ id }: { id: string }) {
  const { data } = useQuery(PeopleNamesDocument, {})
  return <span>{data?.teamMembers.nodes.find(({ userId }) => userId === id)?.name ?? id}</span>
}
