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
import { ChangedElsewhere } from '../components/changed-elsewhere.tsx'
import { parsedOf, updateOf } from '../components/entered.ts'
import { InputForm } from '../components/input-form.tsx'
import { address, choice, type FieldRow, type FieldRows, group, open, text, yes } from '../components/record-fields.tsx'
import type { FormProps } from '../components/records.tsx'
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

const mailAddress = (text: string) => (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text) ? text : undefined)

const known = group<Contact>({
  name: text({ required: true, word: 'contactName' }),
  ...address,
  // The server takes any text, because a contact has the organization's own fields.
  email: {
    ...address.email,
    read: (entered: FormData, name: string) => parsedOf(entered, name, mailAddress, t('form.invalid')),
  },
})

/** Parts of the contact that the form does not show are kept. */
const contact: FieldRow<Contact> = {
  ...known,
  read: (entered, name, before) => {
    const parts = Object.entries({ ...before, ...(known.read(entered, name, before) as Contact) })
    return Object.fromEntries(parts.filter(([, value]) => value !== null))
  },
}

const fields = {
  name: text({ required: true }),
  type: { ...open(TYPES, { required: true, isHalf: true }), isFilter: true },
  industry: text({ required: true, isHalf: true }),
  sector: choice(Sector, { required: true, isHalf: true, isFilter: true }),
  governmentLevel: open(LEVELS, { isHalf: true }),
  securityClearance: open(CLEARANCES),
  requiresSignOff: yes(),
  contact,
} satisfies FieldRows<Details, ClientFilter>

export const ClientForm = ({ row: client, onClose }: FormProps<ClientRowFragment>) => (
  <InputForm<Details, ClientRowFragment>
    title={client ? t('clients:edit', { name: client.name }) : t('clients:list.new')}
    draft={`client ${client?.id ?? 'new'}`}
    rows={fields}
    record={client}
    {...(client && { read: async () => (await session.request(ClientDocument, { id: client.id })).record })}
    save={(input, seen) =>
      seen ? session.save(UpdateClientDocument, updateOf(seen, input)) : session.save(CreateClientDocument, { input })
    }
    onClose={onClose}
  >
    {client && <ChangedElsewhere topic="clients" id={client.id} />}
  </InputForm>
)
