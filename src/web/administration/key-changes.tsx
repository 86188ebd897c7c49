import { type ApiKeyRowFragment, RotateApiKeyDocument, UpdateApiKeyDocument } from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, integerOf, textOf, wordsOf } from '../components/entered.ts'
import { TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { notify } from '../components/toasts.tsx'
import { useInitial } from '../components/use-record.ts'
import { parseMoment } from '../format.ts'
import { t } from '../i18n/language.ts'
import { ExpiryField, NetworksField } from './key-fields.tsx'
import type { MadeKey } from './key-form.tsx'

const DEFAULT_OVERLAP_HOURS = 24

/** Changes the name and the networks of a key. */
export function EditKey({ of: given, onClose }: { of: ApiKeyRowFragment; onClose: () => void }) {
  const row = useInitial(given)
  const send = useSave()
  const save = async (entered: FormData) => {
    const input = { name: textOf(entered, 'name') ?? '', allowedNetworks: wordsOf(entered, 'allowedNetworks') }
    const before = { ...row, allowedNetworks: row.allowedNetworks ?? [] }
    const variables = { id: row.id, input: changesOf(before, input), expectedUpdatedAt: row.updatedAt }
    const { saved } = await send(UpdateApiKeyDocument, variables)
    notify(t('administration:keys.saved', { name: saved.name }))
    onClose()
  }
  return (
    <Dialog title={t('administration:keys.editNamed', { name: row.name })} onClose={onClose}>
      <Form draft={`key ${row.id}`} save={save} onCancel={onClose}>
        <TextField name="name" label={t('name')} required value={row.name} />
        <NetworksField value={row.allowedNetworks} />
      </Form>
    </Dialog>
  )
}

interface RotateProps {
  of: ApiKeyRowFragment
  onMade: (made: MadeKey) => void
  onClose: () => void
}

/** Replaces the secret of a key, or renews an OAuth client, whose secret is at the identity provider. */
export function RotateKey({ of: row, onMade, onClose }: RotateProps) {
  const send = useSave()
  const save = async (entered: FormData) => {
    const overlap = integerOf(entered, 'overlapHours', t('administration:organization.notInteger'))
    const expiresAt = textOf(entered, 'expiresAt')
    const variables = { id: row.id, overlapHours: overlap ?? DEFAULT_OVERLAP_HOURS }
    onMade((await send(RotateApiKeyDocument, { ...variables, expiresAt: expiresAt && parseMoment(expiresAt) })).made)
  }
  const verb = row.oauthClientId ? 'renew' : 'rotate'
  return (
    <Dialog title={t(`administration:keys.${verb}Named`, { name: row.name })} onClose={onClose}>
      <Form save={save} onCancel={onClose} action={t(`administration:keys.${verb}`)}>
        {!row.oauthClientId && (
          <TextField
            name="overlapHours"
            label={t('administration:keys.overlap')}
            hint={t('administration:keys.overlapHint')}
            inputMode="numeric"
            value={String(DEFAULT_OVERLAP_HOURS)}
          />
        )}
        <ExpiryField value={row.expiresAt} />
      </Form>
    </Dialog>
  )
}
