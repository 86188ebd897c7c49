import {
  type AlertRowFragment,
  ComplianceAlertMarking,
  ComplianceAlertStatus,
  ComplianceAlertsDocument,
  ComplianceAlertType,
  MarkAlertDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { FormButton } from '../components/input-form.tsx'
import { Filters, ListPage, pageOf, Toolbar } from '../components/list.tsx'
import { Panel } from '../components/panel.tsx'
import { longText } from '../components/record-fields.tsx'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { route } from '../route.ts'

const STATUSES = Object.values(ComplianceAlertStatus)
const TYPES = Object.values(ComplianceAlertType)

/** The current problems. Each is shown until its cause is gone. */
export function Alerts() {
  const { parameters } = route.value
  const asked = {
    ...pageOf(),
    status: STATUSES.find((each) => each === parameters.get('status')),
    type: TYPES.find((each) => each === parameters.get('type')),
  }
  return (
    <Panel title={t('privacy:alerts.title')}>
      <Toolbar>
        <Filters filters={{ status: STATUSES, type: TYPES }} />
      </Toolbar>
      <ListPage
        query={useQuery(ComplianceAlertsDocument, asked, { topics: ['breaches'] })}
        empty={t('privacy:alerts.empty')}
        sentence={(count) => t('privacy:alerts.count', { count })}
      >
        {(alerts) => (
          <ul class="blocks">
            {alerts.map((alert) => (
              <Alert key={alert.id} alert={alert} />
            ))}
          </ul>
        )}
      </ListPage>
    </Panel>
  )
}

function Alert({ alert }: { alert: AlertRowFragment }) {
  const { id, type, severity, parameters, since, status, note, changedAt } = alert
  const message = t(`notifications:alerts.${type}`, parameters)
  const choices = Object.values(ComplianceAlertMarking).filter((each) => each !== (status as string))
  return (
    <li>
      <p>
        <Badge status={status} /> <strong>{label(severity)}:</strong> {message}
      </p>
      <p class="quiet">
        {since && t('privacy:alerts.since', { time: moment(since) })}
        {changedAt && ` ${t('privacy:alerts.changed', { time: moment(changedAt) })}`}
        {note && ` ${note}`}
      </p>
      {session.may('org:privacy:write') && (
        <div class="actions">
          {choices.map((each) => (
            <Marking key={each} id={id} message={message} status={each} />
          ))}
        </div>
      )}
    </li>
  )
}

interface MarkingProps {
  id: string
  message: string
  status: ComplianceAlertMarking
}

function Marking({ id, message, status }: MarkingProps) {
  const said = ({ marked }: { marked: { status: string } }) =>
    t('privacy:alerts.marked', { status: label(marked.status) })
  return (
    <FormButton<{ note: string | null }>
      label={t(`privacy:alerts.${status}`)}
      draft={`alert ${id}`}
      rows={{ note: longText({ hasNoHint: true }) }}
      action={t(`privacy:alerts.${status}`)}
      save={(input) => session.save(MarkAlertDocument, { id, input: { ...input, status } }, { said })}
    >
      <p>{message}</p>
    </FormButton>
  )
}
