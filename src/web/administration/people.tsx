import {
  ExportedPeopleDocument,
  type MemberRowFragment,
  PeopleDocument,
  TeamOrderField,
  TeamRole,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { column, type FileColumn, labelColumn, textColumn, timeColumn } from '../components/columns.tsx'
import { filterIn } from '../components/list.tsx'
import { listOrRecord } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Person, PersonForm } from './person.tsx'

const FILTERS = { role: Object.values(TeamRole) }

const columns = (): FileColumn<MemberRowFragment>[] => [
  textColumn('name'),
  labelColumn('role'),
  textColumn('email', { isRoomy: true }),
  column('addedBy', t('administration:addedBy'), ({ inviter }) => inviter?.name, {
    order: TeamOrderField.INVITER,
    isRoomy: true,
  }),
  timeColumn('createdAt', { title: t('administration:added') }),
]

const List = () => (
  <Records
    list="TEAM"
    words="administration:people"
    search={t('administration:people.search')}
    {...useList(PeopleDocument, ExportedPeopleDocument, TeamOrderField, { filter: filterIn(FILTERS) })}
    filters={FILTERS}
    hrefOf={({ id }) => hrefOf('administration', ['people', id])}
    mayWrite={session.may('org:team:write')}
    columns={columns()}
    nameOf={({ name }) => name}
    form={(editing) => <PersonForm {...editing} />}
  />
)

export const People = listOrRecord(1, List, Person)
