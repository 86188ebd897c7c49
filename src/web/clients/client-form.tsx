import {
  ClientDocument,
  type ClientInput,
  type ClientPatch,
  type ClientRowFragment,
  CreateClientDocument,
  Sector,
  UpdateClientDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { ChangedElsewhere } from '../components/changed-elsewhere.tsx'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, choiceOf, textOf } from '../components/entered.ts'
import { SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { Controls, type FieldRows, inputIn, yes } from '../components/record-fields.tsx'
import { useRecord } from '../components/use-record.ts'
import { label, t } from '../i18n/language.ts'

const TYPES = [
  'MUNICIPALITY',
  'LOCAL_MUNICIPALITY',
  'PROVINCIAL_GOVT',
  'NATIONAL_GOVT',
  'STATE_OWNED_ENTITY',
  'LARGE_CORPORATION',
  'MEDIUM_BUSINESS',
]
export const CLEARANCES = ['BASIC', 'STANDARD', 'ENHANCED']
const LEVELS = ['LOCAL', 'PROVINCIAL', 'NATIONAL']
const FLAGS = { requiresSignOff: yes() } satisfies FieldRows<Pick<ClientPatch, 'requiresSignOff'>, object>
const CONTACT = ['name', 'email', 'phone'] as const

interface Props {
  client: ClientRowFragment | undefined
  onSaved: () => void
  onClose: () => void
}

export function ClientForm({ client: given, onSaved, onClose }: Props) {
  const send = useSave()
  const { record: client, reread } = useRecord(
    given,
    async () => given && (await session.request(ClientDocument, { id: given.id })).client,
  )
  const save = async (entered: FormData) => {
    const input = inputOf(entered, client)
    if (client) {
      const { id, updatedAt: expectedUpdatedAt } = client
      await send(UpdateClientDocument, { id, expectedUpdatedAt, input: changesOf(client, input) })
    } else await send(CreateClientDocument, { input })
    onSaved()
  }
  const contact = (part: string) => String(client?.contact[part] ?? '')
  return (
    <Dialog title={client ? t('clients:edit', { name: client.name }) : t('clients:new')} onClose={onClose}>
      {client && <ChangedElsewhere topic="clients" id={client.id} />}
      <Form draft={`client ${client?.id ?? 'new'}`} save={save} reread={reread} onCancel={onClose}>
        <TextField name="name" label={t('name')} required value={client?.name} />
        <div class="pair">
          <TextField name="type" label={t('enums:fields.type')} required value={client?.type} choices={TYPES} />
          <TextField name="industry" label={t('clients:industry')} required value={client?.industry} />
        </div>
        <div class="pair">
          <SelectField
            name="sector"
            label={t('enums:fields.sector')}
            required
            none={t('form.choose')}
            choices={Object.values(Sector).map((value) => ({ value, label: label(value) }))}
            value={client?.sector}
          />
          <TextField
            name="governmentLevel"
            label={t('clients:level')}
            value={client?.governmentLevel ?? ''}
            choices={LEVELS}
          />
        </div>
        <TextField
          name="securityClearance"
          label={t('clients:clearance')}
          value={client?.securityClearance ?? ''}
          choices={CLEARANCES}
        />
        <Controls rows={FLAGS} record={client && { ...client }} />
        <fieldset>
          <legend>{t('clients:contact')}</legend>
          <TextField name="contact.name" label={t('clients:contactName')} required value={contact('name')} />
          <div class="pair">
            <TextField name="contact.email" label={t('clients:email')} type="email" value={contact('email')} />
            <TextField name="contact.phone" label={t('clients:phone')} type="tel" value={contact('phone')} />
          </div>
        </fieldset>
      </Form>
    </Dialog>
  )
}

/** Fields of the contact that the form does not show are kept. */
function inputOf(entered: FormData, client: ClientRowFragment | undefined): ClientInput {
  const contact: Record<string, unknown> = { ...client?.contact }
  for (const part of CONTACT) {
    const value = textOf(entered, `contact.${part}`)
    if (value === null) delete contact[part]
    else contact[part] = value
  }
  const text = (name: string) => textOf(entered, name)
  return {
    name: text('name') ?? '',
    type: text('type') ?? '',
    industry: text('industry') ?? '',
    sector: choiceOf(entered, 'sector', Object.values(Sector)),
    governmentLevel: text('governmentLevel'),
    securityClearance: text('securityClearance'),
    contact,
    ...inputIn<Pick<ClientPatch, 'requiresSignOff'>>(FLAGS, entered, undefined),
  }
}
