import { AddPersonDocument, type MemberRowFragment, TeamRole, UpdatePersonDocument } from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, choiceOf, textOf } from '../components/entered.ts'
import { TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { notify } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'
import { RoleField } from './role-field.tsx'

interface Props {
  person: MemberRowFragment | undefined
  onSaved: () => void
  onClose: () => void
}

export function PersonForm({ person, onSaved, onClose }: Props) {
  const send = useSave()
  const save = async (entered: FormData) => {
    const input = inputOf(entered)
    const { saved } = person
      ? await send(UpdatePersonDocument, { id: person.id, input: changesOf(person, input) })
      : await send(AddPersonDocument, { input: { ...input, userId: textOf(entered, 'userId') ?? '' } })
    notify(t('administration:people.saved', { name: saved.name }))
    onSaved()
  }
  return (
    <Dialog title={person ? t('editNamed', { name: person.name }) : t('administration:people.new')} onClose={onClose}>
      <Form save={save} onCancel={onClose}>
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
