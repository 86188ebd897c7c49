import {
  AddPersonDocument,
  type MemberRowFragment,
  PersonDocument,
  TeamRole,
  UpdatePersonDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, choiceOf, textOf } from '../components/entered.ts'
import { TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { notify } from '../components/toasts.tsx'
import { useRecord } from '../components/use-record.ts'
import { t } from '../i18n/language.ts'
import { RoleField } from './role-field.tsx'

interface Props {
  person: MemberRowFragment | undefined
  onSaved: () => void
  onClose: () => void
}

export function PersonForm({ person: given, onSaved, onClose }: Props) {
  const send = useSave()
  const { record: person, reread } = useRecord(
    given,
    async () => given && (await session.request(PersonDocument, { id: given.id })).person,
  )
  const save = async (entered: FormData) => {
    const input = inputOf(entered)
    const { saved } = person
      ? await send(UpdatePersonDocument, {
          id: person.id,
          expectedUpdatedAt: person.updatedAt,
          input: changesOf(person, input),
        })
      : await send(AddPersonDocument, { input: { ...input, userId: textOf(entered, 'userId') ?? '' } })
    notify(t('administration:people.saved', { name: saved.name }))
    onSaved()
  }
  return (
    <Dialog title={person ? t('editNamed', { name: person.name }) : t('administration:people.new')} onClose={onClose}>
      <Form draft={`person ${person?.id ?? 'new'}`} save={save} reread={reread} onCancel={onClose}>
        <TextField name="name" label={t('name')} required value={person?.name} />
        {!person && (
          <TextField
            name="userId"
            label={t('administration:people.userId')}
            hint={t('administration:people.userIdHint')}
            required
          />
        )}
        <RoleField value={person?.role} />
        <TextField name="email" label={t('administration:email')} type="email" value={person?.email ?? ''} />
      </Form>
    </Dialog>
  )
}

const inputOf = (entered: FormData) => ({
  name: textOf(entered, 'name') ?? '',
  role: choiceOf(entered, 'role', Object.values(TeamRole)),
  email: textOf(entered, 'email'),
})
