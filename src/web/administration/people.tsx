import {
  ExportedPeopleDocument,
  type MemberRowFragment,
  PeopleDocument,
  SavedViewList,
  TeamOrderField,
  TeamRole,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { timeColumn } from '../components/columns.tsx'
import { filterIn, pageOf } from '../components/list.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { fieldName, label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Person } from './person.tsx'
import { PersonForm } from './person-form.tsx'

const FILTERS = { role: Object.values(TeamRole) }

const columns = (): Column<MemberRowFragment>[] => [
  { id: 'name', title: t('name'), order: TeamOrderField.NAME, show: ({ name }) => name },
  { id: 'role', order: TeamOrderField.ROLE, title: t('enums:fields.role'), show: ({ role }) => label(role) },
  { id: 'email', title: fieldName('email'), isRoomy: true, show: ({ email }) => email },
  { id: 'addedBy', title: t('administration:addedBy'), isRoomy: true, show: ({ inviter }) => inviter?.name },
  timeColumn('added', ({ createdAt }) => createdAt, {
    order: TeamOrderField.CREATED_AT,
    title: t('administration:added'),
    isRoomy: true,
  }),
]

export function People() {
  const [, id] = route.value.path
  return id ? <Person key={id} id={id} /> : <List />
}

function List() {
  const { parameters } = route.value
  const asked = { ...pageOf(parameters, TeamOrderField), filter: filterIn(parameters, FILTERS) }
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
      filters={FILTERS}
      readAll={async () => (await session.request(ExportedPeopleDocument, asked)).list.nodes}
      columns={columns()}
      hrefOf={({ id }) => hrefOf('administration', ['people', id])}
      mayWrite={session.may('org:team:write')}
      nameOf={({ name }) => name}
      form={({ row, onClose }) => <PersonForm person={row} onClose={onClose} />}
    />
  )
}
