import {
  CreateReportScheduleDocument,
  PeopleNamesDocument,
  ReportDay,
  type ReportScheduleRowFragment,
  ReportSchedulesDocument,
  UpdateReportScheduleDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, choiceOf, textOf } from '../components/entered.ts'
import { SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import type { Named } from '../components/held-record.ts'
import { Loaded } from '../components/panel.tsx'
import { PeopleField, peopleIn } from '../components/people-field.tsx'
import { useRecord } from '../components/use-record.ts'
import { namedIn } from '../components/user-names.tsx'
import { TIME_ZONE } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import type { Scope } from './scope.tsx'

const hourOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourOf(hour) }))

type Row = ReportScheduleRowFragment

export const nameOf = ({ sentOn, hour, timeZone }: Row): string => `${label(sentOn)}, ${hourOf(hour)} (${timeZone})`

interface FormProps {
  onClose: () => void
}

/** Schedules the report of a filter. */
export function NewSchedule({ scope, onClose }: FormProps & { scope: Scope }) {
  const send = useSave()
  const save = async (entered: FormData) => {
    await send(CreateReportScheduleDocument, { input: { ...scope, ...inputOf(entered) } })
    onClose()
  }
  return (
    <Dialog title={t('analytics:schedules.new')} onClose={onClose}>
      <Form draft="report-schedule" save={save} onCancel={onClose}>
        <p class="quiet">{t('analytics:schedules.about')}</p>
        <Fields />
      </Form>
    </Dialog>
  )
}

/** Changes a schedule. Its filter stays. */
export function EditedSchedule({ schedule: given, onClose }: FormProps & { schedule: Row }) {
  const send = useSave()
  const people = useQuery(PeopleNamesDocument, { userIds: given.recipientIds })
  const { record: schedule, reread } = useRecord(given, async () => {
    const { list } = await session.request(ReportSchedulesDocument, {})
    return list.nodes.find(({ id }) => id === given.id) ?? given
  })
  const save = async (entered: FormData) => {
    const { id, updatedAt: expectedUpdatedAt } = schedule
    const input = changesOf(schedule, inputOf(entered))
    await send(UpdateReportScheduleDocument, { id, expectedUpdatedAt, input })
    onClose()
  }
  return (
    <Dialog title={t('editNamed', { name: nameOf(given) })} onClose={onClose}>
      <Loaded query={people}>
        {(names) => (
          <Form draft={`report-schedule ${given.id}`} save={save} reread={reread} onCancel={onClose}>
            <Fields schedule={schedule} recipients={namedIn(names, schedule.recipientIds)} />
          </Form>
        )}
      </Loaded>
    </Dialog>
  )
}

function Fields({ schedule, recipients }: { schedule?: Row; recipients?: Named[] }) {
  return (
    <>
      <SelectField
        name="sentOn"
        label={t('analytics:schedules.sentOn')}
        required
        none={t('form.choose')}
        value={schedule?.sentOn}
        choices={Object.values(ReportDay).map((value) => ({ value, label: label(value) }))}
      />
      <SelectField
        name="hour"
        label={t('analytics:schedules.hour')}
        required
        value={String(schedule?.hour ?? 7)}
        none={t('form.choose')}
        choices={HOURS}
      />
      <TextField
        name="timeZone"
        label={t('analytics:schedules.timeZone')}
        required
        value={schedule?.timeZone ?? TIME_ZONE}
        choices={Intl.supportedValuesOf('timeZone')}
      />
      <PeopleField
        name="recipientIds"
        label={t('analytics:schedules.recipients')}
        hint={t('analytics:schedules.self')}
        value={recipients}
      />
    </>
  )
}

function inputOf(entered: FormData) {
  const recipients = peopleIn(entered, 'recipientIds')
  return {
    sentOn: choiceOf(entered, 'sentOn', Object.values(ReportDay)),
    hour: Number(textOf(entered, 'hour')),
    timeZone: textOf(entered, 'timeZone') ?? TIME_ZONE,
    recipientIds: recipients.length > 0 ? recipients : [session.caller.value?.userId ?? ''],
  }
}
