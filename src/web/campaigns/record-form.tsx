import { useRef } from 'preact/hooks'
import { RecordAnalyticsDocument } from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { textOf } from '../components/entered.ts'
import { centsOf } from '../components/entered-cents.ts'
import { TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { notify } from '../components/toasts.tsx'
import { today } from '../format.ts'
import { t } from '../i18n/language.ts'

/** The results of a campaign on one day. */
export function RecordForm({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const send = useSave()
  // With a key, a repeated save adds no second record, and the record can be corrected later.
  const key = useRef(crypto.randomUUID())
  const save = async (entered: FormData) => {
    const number = (name: string) => wholeOf(entered, name)
    const cents = (name: string) => centsOf(entered, name) ?? undefined
    const record = {
      campaignId,
      key: key.current,
      day: textOf(entered, 'day') ?? '',
      impressions: number('impressions'),
      clicks: number('clicks'),
      conversions: number('conversions'),
      spendCents: cents('spendCents'),
      revenueCents: cents('revenueCents'),
    }
    await send(RecordAnalyticsDocument, { records: [record] })
    notify(t('campaigns:record.done'))
    onClose()
  }
  return (
    <Dialog title={t('campaigns:record.open')} onClose={onClose}>
      <Form draft={`results ${campaignId}`} save={save} onCancel={onClose}>
        <TextField name="day" label={t('campaigns:record.day')} type="date" required value={today()} />
        <TextField name="impressions" label={t('campaigns:impressions')} inputMode="numeric" />
        <TextField name="clicks" label={t('campaigns:clicks')} inputMode="numeric" />
        <TextField name="conversions" label={t('campaigns:conversions')} inputMode="numeric" />
        <TextField name="spendCents" label={t('campaigns:record.spend')} inputMode="decimal" />
        <TextField name="revenueCents" label={t('campaigns:record.revenue')} inputMode="decimal" />
      </Form>
    </Dialog>
  )
}

/** The number in a field. Undefined if it is empty. @throws RequestError if it is not a number */
function wholeOf(entered: FormData, name: string): number | undefined {
  const text = textOf(entered, name)
  if (text === null) return undefined
  const digits = text.replace(/\s/g, '')
  if (/^\d{1,15}$/.test(digits)) return Number(digits)
  const fault = t('campaigns:record.number')
  throw new RequestError('VALIDATION_ERROR', fault, { [name]: fault })
}
