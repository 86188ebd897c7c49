import { AddPersonDocument, type MemberRowFragment, PersonDocument, UpdatePersonDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { updateOf } from '../components/entered.ts'
import { InputForm } from '../components/input-form.tsx'
import { text } from '../components/record-fields.tsx'
import type { Editing } from '../components/records.tsx'
import { notify } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'
import { role } from './role-field.tsx'

const fields = { name: text({ required: true }), role, email: text({ type: 'email' }) }
const ofNew = { ...fields, userId: text({ required: true }) }

export function PersonForm({ row: person, onClose }: Editing<MemberRowFragment>) {
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
