import { ClientChoicesDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { choicesWith } from '../components/choices-with.ts'
import { Controls } from '../components/record-fields.tsx'
import { t } from '../i18n/language.ts'
import { fields } from './fields.tsx'

/** Fields to change in several campaigns. An empty field stays unchanged. */
export function BulkFields() {
  const { data } = useQuery(ClientChoicesDocument, {})
  const choices = { clientId: choicesWith(data?.clients.nodes ?? [], undefined) }
  return (
    <>
      <p class="quiet">{t('campaigns:bulk.onlyFilled')}</p>
      <Controls rows={fields} record={undefined} choices={choices} unchanged={t('campaigns:bulk.asItIs')} />
    </>
  )
}
