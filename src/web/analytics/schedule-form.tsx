import { CreateReportScheduleDocument, ReportDay } from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { choiceOf, textOf } from '../components/entered.ts'
import { SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { PeopleField, peopleIn } from '../components/people-field.tsx'
import { TIME_ZONE } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import type { Scope } from './scope.tsx'

export const hourOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourOf(hour) }))

/** Schedules the report of a filter. */
export function ScheduleForm({ scope, onClose }: { scope: Scope; onClose: () => void }) {
  const session = useSession()
  const send = useSave()
  const save = async (entered: FormData) => {
    const recipients = peopleIn(entered, 'recipientIds')
    const self = session.caller.value?.userId ?? ''
    const input = {
      ...scope,
      sentOn: choiceOf(entered, 'sentOn', Object.values(ReportDay)),
      hour: Number(textOf(entered, 'hour')),
      timeZone: textOf(entered, 'timeZone') ?? TIME_ZONE,
      recipientIds: recipients.length > 0 ? recipients : [self],
    }
    await send(CreateReportScheduleDocument, { input })
    onClose()
  }
  return (
    <Dialog title={t('analytics:schedules.new')} onClose={onClose}>
      <Form draft="report-schedule" save={save} onCancel={onClose}>
        <p class="quiet">{t('analytics:schedules.about')}</p>
        <SelectField
          name="sentOn"
          label={t('analytics:schedules.sentOn')}
          required
          none={t('form.choose')}
          choices={Object.values(ReportDay).map((value) => ({ value, label: label(value) }))}
        />
        <SelectField
          name="hour"
          label={t('analytics:schedules.hour')}
          required
          value="7"
          none={t('form.choose')}
          choices={HOURS}
        />
        <TextField
          name="timeZone"
          label={t('analytics:schedules.timeZone')}
          required
          value={TIME_ZONE}
          choices={Intl.supportedValuesOf('timeZone')}
        />
        <PeopleField
          name="recipientIds"
          label={t('analytics:schedules.recipients')}
          hint={t('analytics:schedules.self')}
        />
      </Form>
    </Dialog>
  )
}
