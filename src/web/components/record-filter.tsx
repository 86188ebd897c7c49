import { useRef, useState } from 'preact/hooks'
import { ClientNameDocument, PersonNameDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { t } from '../i18n/language.ts'
import { route } from '../route.ts'
import { show } from './list.tsx'
import { findClients, findPeople } from './record-choices.ts'
import { RecordField } from './record-field.tsx'

/** The name of a person or client, once it is read. An unknown one has its id. */
const usePersonName = (id: string): string | undefined => {
  const { data, error } = useQuery(PersonNameDocument, { id })
  return data || error ? (data?.list.nodes[0]?.name ?? id) : undefined
}
const useClientName = (id: string): string | undefined => {
  const { data, error } = useQuery(ClientNameDocument, { id })
  return data || error ? (data?.client.name ?? id) : undefined
}

const KINDS = {
  person: { find: findPeople, useName: usePersonName },
  client: { find: findClients, useName: useClientName },
}

interface Props {
  kind: keyof typeof KINDS
  /** The parameter of the address. */
  name: string
  label: string
}

/**
 * Limits a list to the records of one person or client. The field keeps the choice of the user, and its focus. A link to
 * another record gets a new field.
 */
export function RecordFilter(props: Props) {
  const id = route.value.parameters.get(props.name) ?? undefined
  const shown = useRef(id)
  const turn = useRef(0)
  if (id !== shown.current) turn.current++
  shown.current = id
  const choose = (chosen: string | undefined) => {
    shown.current = chosen
    show({ [props.name]: chosen })
  }
  return <Initial key={turn.current} {...props} id={id} choose={choose} />
}

interface FieldProps extends Props {
  choose: (id: string | undefined) => void
}

/** A record of the address is named before the field is there. Later choices of the user carry their names. */
function Initial({ id, ...field }: FieldProps & { id: string | undefined }) {
  const [initial] = useState(id)
  return initial ? <Known id={initial} {...field} /> : <Choice {...field} />
}

function Known({ id, ...field }: FieldProps & { id: string }) {
  const name = KINDS[field.kind].useName(id)
  return name === undefined ? null : <Choice {...field} value={{ id, name }} />
}

const Choice = ({ kind, choose, ...field }: FieldProps & { value?: { id: string; name: string } }) => (
  <RecordField {...field} find={KINDS[kind].find} none={t('all')} onChoose={(record) => choose(record?.id)} />
)
