import {
  type ClientInput,
  type ClientRowFragment,
  CreateClientDocument,
  Sector,
  UpdateClientDocument,
} from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, choiceOf, textOf } from '../components/entered.ts'
import { SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { Meanwhile } from '../components/meanwhile.tsx'

const TYPES = [
  'MUNICIPALITY',
  'LOCAL_MUNICIPALITY',
  'PROVINCIAL_GOVT',
  'NATIONAL_GOVT',
  'STATE_OWNED_ENTITY',
  'LARGE_CORPORATION',
  'MEDIUM_BUSINESS',
]
const CLEARANCES = ['BASIC', 'STANDARD', 'ENHANCED']
const LEVELS = ['LOCAL', 'PROVINCIAL', 'NATIONAL']
const SECTORS = [
  { value: 'GOVERNMENT', label: 'Government' },
  { value: 'BUSINESS', label: 'Business' },
]
const CONTACT = ['name', 'email', 'phone'] as const

interface Props {
  client: ClientRowFragment | undefined
  onSaved: () => void
  onClose: () => void
}

export function ClientForm({ client, onSaved, onClose }: Props) {
  const send = useSave()
  const save = async (entered: FormData) => {
    const input = inputOf(entered, client)
    if (client) await send(UpdateClientDocument, { id: client.id, input: changesOf(client, input) })
    else await send(CreateClientDocument, { input })
    onSaved()
  }
  const contact = (part: string) => String(client?.contact[part] ?? '')
  return (
    <Dialog title={client ? `Edit ${client.name}` : 'New client'} onClose={onClose}>
      {client && <Meanwhile topic="clients" id={client.id} />}
      <Form save={save} onCancel={onClose}>
        <TextField name="name" label="Name" required value={client?.name} />
        <div class="pair">
          <TextField name="type" label="Type" required value={client?.type} choices={TYPES} />
          <TextField name="industry" label="Industry" required value={client?.industry} />
        </div>
        <div class="pair">
          <SelectField name="sector" label="Sector" required none="Choose" choices={SECTORS} value={client?.sector} />
          <TextField
            name="governmentLevel"
            label="Level of government"
            value={client?.governmentLevel ?? ''}
            choices={LEVELS}
          />
        </div>
        <TextField
          name="securityClearance"
          label="Security clearance"
          value={client?.securityClearance ?? ''}
          choices={CLEARANCES}
        />
        <fieldset>
          <legend>Contact</legend>
          <TextField name="contact.name" label="Contact name" required value={contact('name')} />
          <div class="pair">
            <TextField name="contact.email" label="E-mail" type="email" value={contact('email')} />
            <TextField name="contact.phone" label="Phone" type="tel" value={contact('phone')} />
          </div>
        </fieldset>
      </Form>
    </Dialog>
  )
}

/** Parts of the contact that the form does not show are kept. */
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
  }
}
