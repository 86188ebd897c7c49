import { RecordAnalyticsDocument } from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { textOf } from '../components/entered.ts'
import { TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { notify } from '../components/toasts.tsx'
import { parseRand, today } from '../format.ts'
import { t } from '../i18n/language.ts'

/** What a campaign came to on a day. */
export function RecordForm({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const send = useSave()
  const save = async (entered: FormData) => {
    const number = (name: string) => numberOf(entered, name, parseWhole, t('campaigns:record.number'))
    const cents = (name: string) => numberOf(entered, name, parseRand, t('campaigns:record.amount'))
    const record = {
      campaignId,
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
      <Form save={save} onCancel={onClose}>
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

const parseWhole = (text: string): number | undefined => {
  const digits = text.replace(/\s/g, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

/** What a field has as a number; undefined where nothing was entered. @throws RequestError when it is none */
function numberOf(entered: FormData, name: string, parse: (text: string) => number | undefined, fault: string) {
  const text = textOf(entered, name)
  if (text === null) return undefined
  const value = parse(text)
  if (value === undefined) throw new RequestError('VALIDATION_ERROR', fault, { [name]: fault })
  return value
}
