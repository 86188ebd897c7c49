import {
  ClientDocument,
  type ClientFilter,
  type ClientInput,
  type ClientRowFragment,
  CreateClientDocument,
  Sector,
  UpdateClientDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { ChangedElsewhere } from '../components/changed-elsewhere.tsx'
import { textOf, updateOf } from '../components/entered.ts'
import { TextField } from '../components/fields.tsx'
import { InputForm } from '../components/input-form.tsx'
import { choice, type FieldRow, type FieldRows, text, yes } from '../components/record-fields.tsx'
import { t } from '../i18n/language.ts'

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

type Details = Omit<ClientInput, 'attributes'>
type Contact = ClientInput['contact']

/** The known parts of the contact. */
const contact: FieldRow<Contact> = {
  control: ({ name, label, value }) => (
    <fieldset>
      <legend>{label}</legend>
      <TextField name={`${name}.name`} label={t('clients:contactName')} required value={partOf(value, 'name')} />
      <div class="pair">
        <TextField name={`${name}.email`} label={t('clients:email')} type="email" value={partOf(value, 'email')} />
        <TextField name={`${name}.phone`} label={t('clients:phone')} type="tel" value={partOf(value, 'phone')} />
      </div>
    </fieldset>
  ),
  read: contactIn,
  show: (value) => partOf(value, 'name'),
}

const partOf = (value: Contact | null | undefined, part: string) => String(value?.[part] ?? '')

/** Parts of the contact that the form does not show are kept. */
function contactIn(entered: FormData, name: string, before: Contact | null | undefined): Contact {
  const kept: Contact = { ...before }
  for (const part of ['name', 'email', 'phone']) {
    const value = textOf(entered, `${name}.${part}`)
    if (value === null) delete kept[part]
    else kept[part] = value
  }
  return kept
}

const fields = {
  name: text({ required: true }),
  type: { ...text({ required: true, isHalf: true, choices: TYPES }), isFilter: true },
  industry: text({ required: true, isHalf: true }),
  sector: choice(Sector, { required: true, isHalf: true, isFilter: true }),
  governmentLevel: text({ isHalf: true, choices: LEVELS }),
  securityClearance: text({ choices: CLEARANCES }),
  requiresSignOff: yes(),
  contact,
} satisfies FieldRows<Details, ClientFilter>

interface Props {
  client: ClientRowFragment | undefined
  onClose: () => void
}

export function ClientForm({ client, onClose }: Props) {
  const send = useSave()
  return (
    <InputForm<Details, ClientRowFragment>
      title={client ? t('clients:edit', { name: client.name }) : t('clients:new')}
      draft={`client ${client?.id ?? 'new'}`}
      rows={fields}
      record={client}
      {...(client && { read: async () => (await session.request(ClientDocument, { id: client.id })).client })}
      save={(input, seen) =>
        seen ? send(UpdateClientDocument, updateOf(seen, input)) : send(CreateClientDocument, { input })
      }
      onClose={onClose}
    >
      {client && <ChangedElsewhere topic="clients" id={client.id} />}
    </InputForm>
  )
}
