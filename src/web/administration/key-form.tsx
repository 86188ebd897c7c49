import { CreateApiKeyDocument, type CreateApiKeyMutation, Role } from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { choiceOf, choicesOf, textOf } from '../components/entered.ts'
import { ChoicesField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { parseMoment } from '../format.ts'
import { t } from '../i18n/language.ts'
import { RoleField } from './role-field.tsx'

export type MadeKey = NonNullable<CreateApiKeyMutation['made']>

interface Props {
  onMade: (made: MadeKey) => void
  onClose: () => void
}

export function KeyForm({ onMade, onClose }: Props) {
  const { caller } = useSession()
  const permissions = caller.value?.permissions ?? []
  const send = useSave()
  const save = async (entered: FormData) => {
    const expiresAt = textOf(entered, 'expiresAt')
    const scopes = choicesOf(entered, 'scopes', permissions)
    const input = {
      name: textOf(entered, 'name') ?? '',
      role: choiceOf(entered, 'role', Object.values(Role)),
      scopes: scopes.length > 0 ? scopes : null,
      expiresAt: expiresAt && parseMoment(expiresAt),
    }
    onMade((await send(CreateApiKeyDocument, { input })).made)
  }
  return (
    <Dialog title={t('administration:keys.new')} onClose={onClose}>
      <Form draft="key-new" save={save} onCancel={onClose}>
        <TextField name="name" label={t('name')} required hint={t('administration:keys.nameHint')} />
        <RoleField />
        <ChoicesField
          name="scopes"
          label={t('administration:keys.scopes')}
          hint={t('administration:keys.scopesHint')}
          choices={permissions.map((value) => ({ value, label: value }))}
        />
        <TextField
          name="expiresAt"
          label={t('administration:keys.expires')}
          hint={t('administration:keys.expiresHint')}
          type="datetime-local"
        />
      </Form>
    </Dialog>
  )
}
