import { useRef, useState } from 'preact/hooks'
import { ClientNameDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import type { Named } from '../components/held-record.ts'
import { show } from '../components/list.tsx'
import { findClients } from '../components/record-choices.ts'
import { RecordField } from '../components/record-field.tsx'
import { fieldName, t } from '../i18n/language.ts'
import { route } from '../route.ts'

/** Limits the list to one client. */
export function ClientChoice() {
  const id = route.value.parameters.get('client') ?? undefined
  const shown = useRef(id)
  const turn = useRef(0)
  // The field keeps the choice of the user. A link to another client needs a new field.
  if (id !== shown.current) turn.current++
  shown.current = id
  const choose = (client: Named | undefined) => {
    shown.current = client?.id
    show({ client: client?.id })
  }
  return <Field key={turn.current} id={id} choose={choose} />
}

interface Props {
  id: string | undefined
  choose: (client: Named | undefined) => void
}

function Field({ id, choose }: Props) {
  const [initial] = useState(id)
  return initial ? <Known id={initial} choose={choose} /> : <Choice choose={choose} />
}

function Known({ id, choose }: { id: string; choose: Props['choose'] }) {
  const { data, error } = useQuery(ClientNameDocument, { id })
  return data || error ? <Choice value={data && { id, name: data.client.name }} choose={choose} /> : null
}

const Choice = ({ value, choose }: { value?: Named | undefined; choose: Props['choose'] }) => (
  <RecordField
    name="client"
    label={fieldName('clientId')}
    find={findClients}
    none={t('all')}
    value={value}
    onChoose={choose}
  />
)
