import { Controls } from '../components/record-fields.tsx'
import { t } from '../i18n/language.ts'
import { fields } from './fields.tsx'

/** Fields to change in several campaigns. An empty field stays unchanged. */
export function BulkFields() {
  return (
    <>
      <p class="quiet">{t('campaigns:bulk.onlyFilled')}</p>
      <Controls rows={fields} record={undefined} unchanged={t('campaigns:bulk.asItIs')} />
    </>
  )
}
