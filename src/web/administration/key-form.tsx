import {
  type ApiKeyInput,
  type ApiKeyPatch,
  type ApiKeyRowFragment,
  CreateApiKeyDocument,
  type CreateApiKeyMutation,
  RolesDocument,
  RotateApiKeyDocument,
  UpdateApiKeyDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { choicesOf, updateOf, wordsOf } from '../components/entered.ts'
import { ChoicesField } from '../components/fields.tsx'
import { FormButton, InputForm } from '../components/input-form.tsx'
import { type FieldRow, number, text, texts, time } from '../components/record-fields.tsx'
import { reveal } from '../components/secret.tsx'
import { notify } from '../components/toasts.tsx'
import { useEntered } from '../components/use-entered.ts'
import { useInitial } from '../components/use-record.ts'
import { permissionLabel, t } from '../i18n/language.ts'
import { role } from './role-field.tsx'

/** Shows the secret of a key. An OAuth client has none here. */
const tell = ({ key, name }: NonNullable<CreateApiKeyMutation['made']>): void =>
  key
    ? reveal({ title: name, name: t('administration:keys.key'), value: key })
    : notify(t('administration:keys.saved', { name }))

const name = text({ required: true, word: 'keyName' })
const allowedNetworks = { ...texts(), read: wordsOf }
const expiresAt = time({ word: 'keyExpiresAt' })

/** A key can have permissions of its role that its creator has too. */
const scopesOf = (role: string, permissions: readonly string[]): FieldRow<string[]> => ({
  control: (props) => (
    <ChoicesField
      name={props.name}
      label={props.label}
      hint={t(role ? 'administration:keys.scopesHint' : 'administration:keys.scopesFirst')}
      choices={(session.caller.value?.permissions ?? []).map((value) => ({
        value,
        label: permissionLabel(value),
        isOut: !permissions.includes(value),
      }))}
    />
  ),
  read: (entered, field) => {
    const scopes = choicesOf(entered, field, permissions)
    return scopes.length > 0 ? scopes : null
  },
  show: (value) => value.map(permissionLabel).join(', '),
})

export function NewKey({ onClose }: { onClose: () => void }) {
  const { value: chosen, watch } = useEntered('role')
  const { data } = useQuery(RolesDocument, {})
  const permissions = data?.caller.roles.find((each) => each.role === chosen)?.permissions ?? []
  return (
    <div onInput={watch}>
      <InputForm<ApiKeyInput>
        title={t('administration:keys.new')}
        draft="key-new"
        rows={{
          name,
          oauthClientId: text(),
          role,
          scopes: scopesOf(chosen, permissions),
          allowedNetworks,
          expiresAt,
        }}
        save={async (input) => tell((await session.save(CreateApiKeyDocument, { input })).made)}
        onClose={onClose}
      />
    </div>
  )
}

/** Changes the name and the networks of a key. */
export function EditKey({ of: given, onClose }: { of: ApiKeyRowFragment; onClose: () => void }) {
  const row = useInitial(given)
  const before = { ...row, allowedNetworks: row.allowedNetworks ?? [] }
  const said = ({ saved: { name } }: { saved: { name: string } }) => t('administration:keys.saved', { name })
  return (
    <InputForm<ApiKeyPatch>
      title={t('editNamed', { name: row.name })}
      draft={`key ${row.id}`}
      rows={{ name, allowedNetworks }}
      record={before}
      save={(input) => session.save(UpdateApiKeyDocument, updateOf(before, input), { said })}
      onClose={onClose}
    />
  )
}

const overlapHours = { ...number(), initial: 24 }

interface Rotation {
  overlapHours?: number | null
  expiresAt: string | null
}

/** Replaces the secret of a key, or renews an OAuth client, whose secret is at the identity provider. */
export function RotateKey({ of: row }: { of: ApiKeyRowFragment }) {
  const verb = row.oauthClientId ? 'renew' : 'rotate'
  const save = async ({ overlapHours: overlap, ...input }: Rotation) => {
    const rotation = { id: row.id, overlapHours: overlap ?? overlapHours.initial, ...input }
    tell((await session.save(RotateApiKeyDocument, rotation)).made)
  }
  return (
    <FormButton<Pick<Rotation, 'expiresAt'>>
      isOfRow
      label={t(`administration:keys.${verb}`)}
      title={t(`administration:keys.${verb}Named`, { name: row.name })}
      draft={`${verb} ${row.id}`}
      rows={{ ...(verb === 'rotate' && { overlapHours }), expiresAt }}
      record={{ expiresAt: row.expiresAt }}
      action={t(`administration:keys.${verb}`)}
      save={save}
    />
  )
}
