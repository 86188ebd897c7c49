import {
  CampaignStatus,
  ClientNameDocument,
  DeleteReportScheduleDocument,
  type ReportScheduleRowFragment,
  ReportSchedulesDocument,
  SendReportDocument,
  UpdateReportScheduleDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Badge } from '../components/badge.tsx'
import { type Column, column } from '../components/columns.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { Editing } from '../components/edit-button.tsx'
import { QueryPanel } from '../components/panel.tsx'
import { UserNames } from '../components/people-field.tsx'
import { Table } from '../components/table.tsx'
import { moment } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'
import { EditedSchedule, NewSchedule, nameOf } from './schedule-form.tsx'
import type { Scope } from './scope.tsx'

type Row = ReportScheduleRowFragment

/** A deleted client has no name. */
function ClientName({ id }: { id: string }) {
  const { data } = useQuery(ClientNameDocument, { id })
  return <>{data?.client.name ?? label('CLIENT')}</>
}

function Filter({ clientId, sector, type }: Row) {
  const others = [sector, type].flatMap((each) => (each ? [label(each)] : []))
  if (!clientId) return <>{others.join(', ') || t('all')}</>
  return (
    <>
      <ClientName id={clientId} />
      {others.map((each) => `, ${each}`)}
    </>
  )
}

function nextOf({ isPaused, dueAt, recipientIds }: Row) {
  if (recipientIds.length === 0) return t('analytics:schedules.nobody')
  return isPaused ? <Badge status={CampaignStatus.PAUSED} /> : moment(dueAt)
}

const columns = (): Column<Row>[] => [
  column('sentOn', fieldName('sentOn'), nameOf),
  { id: 'filter', title: t('analytics:campaigns'), isRoomy: true, show: (row) => <Filter {...row} /> },
  {
    id: 'recipients',
    title: fieldName('recipientIds'),
    isRoomy: true,
    show: ({ recipientIds }) => <UserNames ids={recipientIds} />,
  },
  column('dueAt', t('analytics:schedules.next'), nextOf),
]

/** The reports that are mailed on a schedule. A new one has the filter of the screen. */
export const Schedules = ({ scope }: { scope: Scope }) => (
  <QueryPanel
    title={t('analytics:schedules.title')}
    class="unprinted"
    aside={session.may('org:analytics:write') && <NewSchedule scope={scope} />}
    query={useQuery(ReportSchedulesDocument, {})}
  >
    {({ list: { nodes } }) => (
      <Table
        rows={nodes}
        columns={columns()}
        rowActions={(row) => <Actions {...row} />}
        empty={t('analytics:schedules.none')}
      />
    )}
  </QueryPanel>
)

function Actions(row: Row) {
  const { id, isPaused, recipientIds } = row
  return (
    <div class="actions">
      <ActionButton
        run={() => session.save(SendReportDocument, { id }, { said: t('analytics:schedules.sent') })}
        label={t('analytics:schedules.send')}
      />
      {session.may('org:analytics:write') && (
        <>
          <Editing id={id} name={nameOf(row)}>
            {(close) => <EditedSchedule schedule={row} onClose={close} />}
          </Editing>
          <ActionButton
            isOut={recipientIds.length === 0}
            run={() => session.save(UpdateReportScheduleDocument, { id, input: { isPaused: !isPaused } })}
            label={t(isPaused ? 'analytics:schedules.resume' : 'analytics:schedules.pause')}
          />
          <ConfirmButton
            title={nameOf(row)}
            consequence={t('analytics:schedules.consequence')}
            action={t('delete')}
            confirm={() => session.save(DeleteReportScheduleDocument, { id })}
          />
        </>
      )}
    </div>
  )
}
