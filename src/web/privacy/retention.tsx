import {
  type PrivacyPatch,
  PrivacySettingsDocument,
  RetentionDocument,
  type ScheduleFragment,
  SetRetentionDocument,
  UpdatePrivacySettingsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { type Column, column, countColumn, timeColumn } from '../components/columns.tsx'
import { Editing } from '../components/edit-button.tsx'
import { InputForm } from '../components/input-form.tsx'
import { QueryPanel } from '../components/panel.tsx'
import { number, yes } from '../components/record-fields.tsx'
import { SettingsForm } from '../components/settings-form.tsx'
import { Table } from '../components/table.tsx'
import { count, labelOf } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'

type Rows = Readonly<Partial<Record<keyof PrivacyPatch, unknown>>>

/** The hours in which the completion of an erasure or a correction can be undone. */
const GRACE = { requestGraceHours: number() } satisfies Rows

/** Whether openings and clicks of campaign messages are recorded. A campaign can turn tracking off for itself. */
const TRACKING = { tracksMessages: yes() } satisfies Rows

interface Props {
  title: string
  rows: Rows
  /** The sentence after a change. */
  saved: string
}

/** A setting of the organization about personal data. */
const Setting = ({ title, rows, saved }: Props) => (
  <QueryPanel title={title} query={useQuery(PrivacySettingsDocument, {})}>
    {({ privacySettings }) => (
      <SettingsForm<PrivacyPatch, typeof privacySettings>
        draft={title}
        rows={rows as Required<Rows>}
        record={privacySettings}
        read={async () => (await session.request(PrivacySettingsDocument, {})).privacySettings}
        save={(input) => session.save(UpdatePrivacySettingsDocument, { input }, { said: saved })}
      />
    )}
  </QueryPanel>
)

type Period = ScheduleFragment['periods'][number]

/** The retention period of each kind of record, the number of records past it, and the settings of erasures and tracking. */
export const Retention = () => (
  <>
    <Periods />
    <Setting title={t('privacy:grace.title')} rows={GRACE} saved={t('privacy:grace.saved')} />
    <Setting title={t('privacy:tracking.title')} rows={TRACKING} saved={t('privacy:tracking.saved')} />
  </>
)

const columns = (): Column<Period>[] => [
  {
    id: 'resource',
    title: t('privacy:retention.resource'),
    show: ({ resource, statuses }) => (
      <>
        {resourceName(resource)}
        {statuses.length > 0 && <span class="quiet"> ({statuses.map(label).join(', ')})</span>}
      </>
    ),
  },
  {
    id: 'days',
    title: fieldName('days'),
    isNumber: true,
    show: ({ days, isDefault }) => (
      <>
        {count(days)}
        {isDefault && <span class="quiet"> ({t('privacy:retention.default')})</span>}
      </>
    ),
  },
  column('countedFrom', t('privacy:retention.countedFrom'), ({ countedFrom }) => datesOf(countedFrom), {
    isRoomy: true,
  }),
  countColumn('backlog', { title: t('privacy:retention.backlog') }),
  timeColumn('enforcedAt', { title: t('privacy:retention.enforcedAt') }),
]

function Periods() {
  const actionsOf = (period: Period) => (
    <Editing id={period.resource} name={resourceName(period.resource)}>
      {(close) => <PeriodForm period={period} onClose={close} />}
    </Editing>
  )
  return (
    <QueryPanel title={t('privacy:retention.title')} query={useQuery(RetentionDocument, {})}>
      {({ retention: { periods } }) => (
        <Table
          rows={periods.map((period) => ({ ...period, id: period.resource }))}
          columns={columns()}
          rowActions={session.may('org:privacy:write') ? actionsOf : undefined}
        />
      )}
    </QueryPanel>
  )
}

const DATES = ['createdAt', 'updatedAt', 'closedAt', 'withdrawnAt', 'expiresAt', 'day', 'deletedAt'] as const

/** The labels of the date fields that the server names. */
const datesOf = (countedFrom: string): string =>
  countedFrom
    .split(' or ')
    .map((name) => DATES.find((date) => date === name))
    .map((date) => (date ? t(`privacy:retention.dates.${date}`) : countedFrom))
    .join(t('privacy:retention.or'))

const resourceName = (resource: string): string =>
  t(`privacy:retention.resources.${resource as 'CLIENTS'}`, { defaultValue: labelOf(resource) })

function PeriodForm({ period: { resource, days }, onClose }: { period: Period; onClose: () => void }) {
  const name = resourceName(resource)
  const said = t('privacy:retention.saved', { name })
  return (
    <InputForm<{ days: number | null }>
      title={t('privacy:retention.of', { name })}
      draft={`retention ${resource}`}
      rows={{ days: number() }}
      record={{ days }}
      save={(input) => session.save(SetRetentionDocument, { input: { periods: [{ resource, ...input }] } }, { said })}
      onClose={onClose}
    >
      <p>{t('privacy:retention.consequence')}</p>
    </InputForm>
  )
}
