import {
  AddPersonDocument,
  EndSessionsDocument,
  type MemberRowFragment,
  PersonActivityDocument,
  PersonDocument,
  RemovePersonDocument,
  UpdatePersonDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { Editing } from '../components/edit-button.tsx'
import { updateOf } from '../components/entered.ts'
import { InputForm } from '../components/input-form.tsx'
import { Empty, Facts, Panel, QueryPanel } from '../components/panel.tsx'
import { text } from '../components/record-fields.tsx'
import { RecordPage } from '../components/record-page.tsx'
import type { FormProps } from '../components/records.tsx'
import { notify } from '../components/toasts.tsx'
import { count, moment } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'
import { goTo } from '../route.ts'
import { role } from './role-field.tsx'

/** A member of the team, the member's activity, and the history of the membership. */
export const Person = ({ id }: { id: string }) => (
  <RecordPage id={id} document={PersonDocument} nameOf={({ name }) => name}>
    {(person) => (
      <>
        <About person={person} />
        <Activity id={id} />
      </>
    )}
  </RecordPage>
)

const About = ({ person }: { person: MemberRowFragment }) => (
  <Panel title={person.name} aside={<Actions person={person} />}>
    <Facts
      facts={[
        [t('enums:fields.role'), label(person.role)],
        [fieldName('email'), person.email],
        [fieldName('userId'), person.userId],
        [t('administration:added'), moment(person.createdAt)],
        [t('administration:addedBy'), person.inviter?.name],
        [t('administration:people.sessionsEndedAt'), person.sessionsEndedAt && moment(person.sessionsEndedAt)],
      ]}
    />
  </Panel>
)

const Activity = ({ id }: { id: string }) => (
  <QueryPanel title={t('administration:people.activity')} query={useQuery(PersonActivityDocument, {})}>
    {({ teamAnalytics }) => {
      const found = teamAnalytics.activity.find(({ memberId }) => memberId === id)
      // The report includes only the most active members.
      if (!found) return <Empty>{t('administration:people.notActive')}</Empty>
      return (
        <Facts
          facts={[
            [t('administration:people.actions'), count(found.actions)],
            [
              t('administration:people.lastActive'),
              found.lastActiveAt ? moment(found.lastActiveAt) : t('administration:people.notActive'),
            ],
            [t('administration:people.openCampaigns'), count(found.openCampaigns)],
            [t('administration:people.openContent'), count(found.openContent)],
          ]}
        />
      )
    }}
  </QueryPanel>
)

function Actions({ person }: { person: MemberRowFragment }) {
  const { id, name } = person
  const remove = async () => {
    await session.save(RemovePersonDocument, { id }, { said: t('administration:people.removed', { name }) })
    goTo('administration', ['people'])
  }
  const endSessions = () =>
    session.save(EndSessionsDocument, { id }, { said: t('administration:people.sessionsEnded', { name }) })
  return (
    <div class="actions">
      {session.may('org:team:write') && (
        <>
          <Editing id={id}>{(close) => <PersonForm row={person} onClose={close} />}</Editing>
          <ConfirmButton
            title={t('administration:people.endSessionsNamed', { name })}
            consequence={t('administration:people.endSessionsConsequence')}
            action={t('administration:people.endSessions')}
            confirm={endSessions}
          />
        </>
      )}
      {session.may('org:team:delete') && (
        <ConfirmButton
          title={t('administration:people.removeNamed', { name })}
          consequence={t('administration:people.removeConsequence')}
          action={t('administration:people.remove')}
          confirm={remove}
        />
      )}
    </div>
  )
}

const fields = { name: text({ required: true }), role, email: text({ type: 'email' }) }
const ofNew = { ...fields, userId: text({ required: true }) }

export function PersonForm({ row: person, onClose }: FormProps<MemberRowFragment>) {
  const tell = ({ saved }: { saved: { name: string } }) =>
    notify(t('administration:people.saved', { name: saved.name }))
  return person ? (
    <InputForm<Pick<MemberRowFragment, keyof typeof fields>, MemberRowFragment>
      title={t('editNamed', { name: person.name })}
      draft={`person ${person.id}`}
      rows={fields}
      record={person}
      read={async () => (await session.request(PersonDocument, { id: person.id })).record}
      save={async (input, seen = person) => tell(await session.save(UpdatePersonDocument, updateOf(seen, input)))}
      onClose={onClose}
    />
  ) : (
    <InputForm<Pick<MemberRowFragment, keyof typeof fields> & { userId: string }>
      title={t('administration:people.new')}
      draft="person-new"
      rows={ofNew}
      save={async (input) => tell(await session.save(AddPersonDocument, { input }))}
      onClose={onClose}
    />
  )
}
