import {
  ExportedPeopleDocument,
  type MemberRowFragment,
  PeopleDocument,
  SavedViewList,
  type TeamFilter,
  TeamOrderField,
  TeamRole,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Person } from './person.tsx'
import { PersonForm } from './person-form.tsx'

const ROLES = Object.values(TeamRole)

const columns = (): Column<MemberRowFragment>[] => [
  { id: 'name', title: t('name'), order: TeamOrderField.NAME, show: ({ name }) => name },
  { id: 'role', order: TeamOrderField.ROLE, title: t('enums:fields.role'), show: ({ role }) => label(role) },
  { id: 'email', title: t('administration:email'), isRoomy: true, show: ({ email }) => email },
  { id: 'addedBy', title: t('administration:addedBy'), isRoomy: true, show: ({ inviter }) => inviter?.name },
  {
    id: 'added',
    title: t('administration:added'),
    isRoomy: true,
    order: TeamOrderField.CREATED_AT,
    show: ({ createdAt }) => <time dateTime={createdAt}>{moment(createdAt)}</time>,
    cell: ({ createdAt }) => ({ time: createdAt }),
  },
]

function filterOf(parameters: URLSearchParams): TeamFilter {
  const role = ROLES.find((each) => each === parameters.get('role'))
  return { search: parameters.get('search') ?? undefined, role: role && [role] }
}

export function People() {
  const [, id] = route.value.path
  return id ? <Person key={id} id={id} /> : <List />
}

function List() {
  const { parameters } = route.value
  const asked = { ...pageOf(parameters, TeamOrderField), filter: filterOf(parameters) }
  return (
    <Records
      list={SavedViewList.TEAM}
      sentences={{
        search: t('administration:people.search'),
        create: t('administration:people.new'),
        empty: t('administration:people.empty'),
        count: (count) => t('administration:people.count', { count }),
      }}
      query={useQuery(PeopleDocument, asked)}
      filters={{ role: ROLES }}
      readAll={async () => (await session.request(ExportedPeopleDocument, asked)).list.nodes}
      columns={columns()}
      hrefOf={({ id }) => hrefOf('administration', ['people', id])}
      mayWrite={session.may('org:team:write')}
      nameOf={({ name }) => name}
      form={({ row, ...handlers }) => <PersonForm person={row} {...handlers} />}
    />
  )
}
