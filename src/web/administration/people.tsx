import {
  ExportedPeopleDocument,
  type MemberRowFragment,
  PeopleDocument,
  SavedViewList,
  TeamOrderField,
  TeamRole,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { type FileColumn, timeColumn } from '../components/columns.tsx'
import { filterIn, pageOf } from '../components/list.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { fieldName, label, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Person } from './person.tsx'
import { PersonForm } from './person-form.tsx'

const FILTERS = { role: Object.values(TeamRole) }

const columns = (): FileColumn<MemberRowFragment>[] => [
  { id: 'name', title: t('name'), order: TeamOrderField.NAME, show: ({ name }) => name },
  { id: 'role', order: TeamOrderField.ROLE, title: t('enums:fields.role'), show: ({ role }) => label(role) },
  { id: 'email', title: fieldName('email'), isRoomy: true, show: ({ email }) => email },
  { id: 'addedBy', title: t('administration:addedBy'), isRoomy: true, show: ({ inviter }) => inviter?.name },
  timeColumn('added', ({ createdAt }) => createdAt, {
    order: TeamOrderField.CREATED_AT,
    title: t('administration:added'),
  }),
]

const List = () => (
  <Records
    list={SavedViewList.TEAM}
    words="administration:people"
    search={t('administration:people.search')}
    {...useList(PeopleDocument, ExportedPeopleDocument, { ...pageOf(TeamOrderField), filter: filterIn(FILTERS) })}
    filters={FILTERS}
    hrefOf={({ id }) => hrefOf('administration', ['people', id])}
    mayWrite={session.may('org:team:write')}
    columns={columns()}
    nameOf={({ name }) => name}
    form={({ row, onClose }) => <PersonForm person={row} onClose={onClose} />}
  />
)

export const People = listOrRecord(1, List, Person)
