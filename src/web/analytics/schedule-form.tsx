import {
  CreateReportScheduleDocument,
  PeopleNamesDocument,
  ReportDay,
  type ReportScheduleInput,
  type ReportScheduleRowFragment,
  ReportSchedulesDocument,
  UpdateReportScheduleDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { updateOf } from '../components/entered.ts'
import { SelectField } from '../components/fields.tsx'
import { idsOf, type Named } from '../components/held-record.ts'
import { FormButton, InputForm } from '../components/input-form.tsx'
import { Loaded } from '../components/panel.tsx'
import { namedIn, PeopleField } from '../components/people-field.tsx'
import { choice, type FieldRow, open } from '../components/record-fields.tsx'
import { TIME_ZONE } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import type { Scope } from './scope.tsx'

const hourOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourOf(hour) }))

type Row = ReportScheduleRowFragment

export const nameOf = ({ sentOn, hour, timeZone }: Row): string => `${label(sentOn)}, ${hourOf(hour)} (${timeZone})`

const hour: FieldRow<number> = {
  required: true,
  initial: 7,
  control: ({ record: _, value, ...props }) => <SelectField {...props} value={String(value)} choices={HOURS} />,
  read: (entered, name) => Number(entered.get(name)),
  show: hourOf,
}

/** Without a choice, the user gets the report. */
const recipientIds: FieldRow<string[]> = {
  control: ({ record, value: _, none: __, ...props }) => (
    <PeopleField {...props} value={record?.recipients as Named[] | undefined} />
  ),
  read: (entered, name) => {
    const recipients = idsOf(entered, name)
    return recipients.length > 0 ? recipients : [session.caller.value?.userId ?? '']
  },
  show: (ids) => ids.join(', '),
}

const fields = {
  sentOn: choice(ReportDay, { required: true }),
  hour,
  timeZone: open(Intl.supportedValuesOf('timeZone'), { required: true, initial: TIME_ZONE }),
  recipientIds,
}

type Input = Pick<ReportScheduleInput, keyof typeof fields>

/** Schedules the report of a filter. */
export const NewSchedule = ({ scope }: { scope: Scope }) => (
  <FormButton<Input>
    label={t('analytics:schedules.new')}
    draft="report-schedule"
    rows={fields}
    save={(input) => session.save(CreateReportScheduleDocument, { input: { ...scope, ...input } })}
  >
    <p class="quiet">{t('analytics:schedules.about')}</p>
  </FormButton>
)

/** Changes a schedule. Its filter stays. */
export const EditedSchedule = ({ schedule, onClose }: { schedule: Row; onClose: () => void }) => (
  <Loaded query={useQuery(PeopleNamesDocument, { userIds: schedule.recipientIds })}>
    {(names) => {
      const named = (row: Row) => ({ ...row, recipients: namedIn(names, row.recipientIds) })
      const read = async () => {
        const { list } = await session.request(ReportSchedulesDocument, {})
        return named(list.nodes.find(({ id }) => id === schedule.id) ?? schedule)
      }
      return (
        <InputForm<Input, Row>
          title={t('editNamed', { name: nameOf(schedule) })}
          draft={`report-schedule ${schedule.id}`}
          rows={fields}
          record={named(schedule)}
          read={read}
          save={(input, seen = schedule) => session.save(UpdateReportScheduleDocument, updateOf(seen, input))}
          onClose={onClose}
        />
      )
    }}
  </Loaded>
)
