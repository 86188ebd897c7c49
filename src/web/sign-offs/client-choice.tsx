import { useState } from 'preact/hooks'
import { ClientNameDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import type { Named } from '../components/held-record.ts'
import { findClients } from '../components/record-choices.ts'
import { RecordField } from '../components/record-field.tsx'
import { useFilterChoice } from '../components/use-filter-choice.ts'
import { fieldName, t } from '../i18n/language.ts'

/** Limits the list to one client. */
export function ClientChoice() {
  const { id, turn, choose } = useFilterChoice('client')
  return <Field key={turn} id={id} choose={choose} />
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
