import { useRef } from 'preact/hooks'
import { type AnalyticsCorrectionInput, RecordAnalyticsDocument } from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { InputForm } from '../components/input-form.tsx'
import { today } from '../format.ts'
import { t } from '../i18n/language.ts'
import { fields } from './recorded.tsx'

/** The results of a campaign on one day. */
export function RecordForm({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const send = useSave()
  // With a key, a repeated save adds no second record, and the record can be corrected later.
  const key = useRef(crypto.randomUUID())
  const save = ({ day, ...figures }: AnalyticsCorrectionInput) => {
    const records = [{ campaignId, key: key.current, day: day ?? today(), ...figures }]
    return send(RecordAnalyticsDocument, { records }, { said: () => t('campaigns:record.done') })
  }
  return (
    <InputForm<AnalyticsCorrectionInput>
      title={t('campaigns:record.open')}
      draft={`results ${campaignId}`}
      rows={fields}
      record={{ day: today() }}
      save={save}
      onClose={onClose}
    />
  )
}
