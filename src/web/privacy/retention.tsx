import { RetentionDocument, type ScheduleFragment, SetRetentionDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Editing } from '../components/edit-button.tsx'
import { InputForm } from '../components/input-form.tsx'
import { Loaded, Panel } from '../components/panel.tsx'
import { number } from '../components/record-fields.tsx'
import { notify } from '../components/toasts.tsx'
import { count, labelOf, moment } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'
import { GRACE, Setting, TRACKING } from './setting.tsx'

type Period = ScheduleFragment['periods'][number]

/** The retention period of each kind of record, the number of records past it, and the settings of erasures and tracking. */
export function Retention() {
  return (
    <>
      <Periods />
      <Setting title={t('privacy:grace.title')} rows={GRACE} saved={t('privacy:grace.saved')} />
      <Setting title={t('privacy:tracking.title')} rows={TRACKING} saved={t('privacy:tracking.saved')} />
    </>
  )
}

function Periods() {
  const query = useQuery(RetentionDocument, {})
  const mayWrite = session.may('org:privacy:write')
  return (
    <Panel title={t('privacy:retention.title')}>
      <Loaded query={query}>
        {({ retention: { periods } }) => (
          <table>
            <thead>
              <tr>
                <th scope="col">{t('privacy:retention.resource')}</th>
                <th scope="col" class="number">
                  {fieldName('days')}
                </th>
                <th scope="col" class="roomy">
                  {t('privacy:retention.countedFrom')}
                </th>
                <th scope="col" class="number">
                  {t('privacy:retention.backlog')}
                </th>
                <th scope="col" class="roomy">
                  {t('privacy:retention.enforcedAt')}
                </th>
                {mayWrite && (
                  <th scope="col">
                    <span class="hidden">{t('actions')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {periods.map((period) => (
                <Row key={period.resource} period={period} mayWrite={mayWrite} />
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Panel>
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

function Row({ period, mayWrite }: { period: Period; mayWrite: boolean }) {
  const { resource, days, isDefault, countedFrom, statuses, backlog, enforcedAt } = period
  const name = resourceName(resource)
  return (
    <tr>
      <th scope="row">
        {name}
        {statuses.length > 0 && <span class="quiet"> ({statuses.map(label).join(', ')})</span>}
      </th>
      <td class="number">
        {count(days)}
        {isDefault && <span class="quiet"> ({t('privacy:retention.default')})</span>}
      </td>
      <td class="roomy">{datesOf(countedFrom)}</td>
      <td class="number">{count(backlog)}</td>
      <td class="roomy">{enforcedAt && moment(enforcedAt)}</td>
      {mayWrite && (
        <td class="row-actions">
          <Editing id={resource} name={name}>
            {(close) => <PeriodForm period={period} onClose={close} />}
          </Editing>
        </td>
      )}
    </tr>
  )
}

function PeriodForm({ period: { resource, days }, onClose }: { period: Period; onClose: () => void }) {
  const send = useSave()
  const name = resourceName(resource)
  const save = async (input: { days: number | null }) => {
    await send(SetRetentionDocument, { input: { periods: [{ resource, ...input }] } })
    notify(t('privacy:retention.saved', { name }))
  }
  return (
    <InputForm<{ days: number | null }>
      title={t('privacy:retention.of', { name })}
      draft={`retention ${resource}`}
      rows={{ days: number() }}
      record={{ days }}
      save={save}
      onClose={onClose}
    >
      <p>{t('privacy:retention.consequence')}</p>
    </InputForm>
  )
}
