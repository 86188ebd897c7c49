import { useState } from 'preact/hooks'
import {
  CreateApiKeyDocument,
  type CreateApiKeyMutation,
  Role,
  RolesDocument,
  type RolesQuery,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { choiceOf, choicesOf, textOf, wordsOf } from '../components/entered.ts'
import { ChoicesField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { Loaded } from '../components/panel.tsx'
import { parseMoment } from '../format.ts'
import { t } from '../i18n/language.ts'
import { ExpiryField, NetworksField } from './key-fields.tsx'
import { RoleField } from './role-field.tsx'

export type MadeKey = NonNullable<CreateApiKeyMutation['made']>

interface Props {
  onMade: (made: MadeKey) => void
  onClose: () => void
}

export function KeyForm({ onMade, onClose }: Props) {
  const query = useQuery(RolesDocument, {})
  return (
    <Dialog title={t('administration:keys.new')} onClose={onClose}>
      <Loaded query={query}>{({ caller: { roles } }) => <Fields {...{ roles, onMade, onClose }} />}</Loaded>
    </Dialog>
  )
}

type ExplainedRole = NonNullable<RolesQuery['caller']>['roles'][number]

/** A key can have permissions of its role that its creator has too. */
function Fields({ roles, onMade, onClose }: Props & { roles: readonly ExplainedRole[] }) {
  const { caller } = session
  const [chosen, setChosen] = useState('')
  const permissions = caller.value?.permissions ?? []
  const ofRole = roles.find(({ role }) => role === chosen)?.permissions ?? []
  const send = useSave()
  const save = async (entered: FormData) => {
    const expiresAt = textOf(entered, 'expiresAt')
    const scopes = choicesOf(entered, 'scopes', ofRole)
    const input = {
      name: textOf(entered, 'name') ?? '',
      role: choiceOf(entered, 'role', Object.values(Role)),
      scopes: scopes.length > 0 ? scopes : null,
      expiresAt: expiresAt && parseMoment(expiresAt),
      allowedNetworks: wordsOf(entered, 'allowedNetworks'),
      oauthClientId: textOf(entered, 'oauthClientId'),
    }
    onMade((await send(CreateApiKeyDocument, { input })).made)
  }
  const watch = ({ currentTarget }: { currentTarget: HTMLElement }) =>
    setChosen(currentTarget.querySelector<HTMLSelectElement>('select[name=role]')?.value ?? '')
  return (
    <div onInput={watch}>
      <Form draft="key-new" save={save} onCancel={onClose}>
        <TextField name="name" label={t('name')} required hint={t('administration:keys.nameHint')} />
        <TextField
          name="oauthClientId"
          label={t('administration:keys.oauthClientId')}
          hint={t('administration:keys.oauthClientHint')}
        />
        <RoleField />
        <ChoicesField
          name="scopes"
          label={t('administration:keys.scopes')}
          hint={t(chosen ? 'administration:keys.scopesHint' : 'administration:keys.scopesFirst')}
          choices={permissions.map((value) => ({ value, label: value, isOut: !ofRole.includes(value) }))}
        />
        <NetworksField />
        <ExpiryField />
      </Form>
    </div>
  )
}
