import { BreachDocument, BreachStatus, type BreachWholeFragment, UpdateBreachDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { Badge } from '../components/badge.tsx'
import { Editing } from '../components/edit-button.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { factsOf } from '../components/record-fields.tsx'
import { RecordPage } from '../components/record-page.tsx'
import { Steps, takeStep } from '../components/steps.tsx'
import { moment } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'
import { BreachForm, fields } from './breach-form.tsx'
import { BreachNotices } from './breach-notices.tsx'

/** One breach: its handling, its notifications and its history. */
export const Breach = ({ id }: { id: string }) => (
  <RecordPage id={id} document={BreachDocument} topics={['breaches']} nameOf={({ title }) => title}>
    {(breach) => (
      <>
        <About breach={breach} />
        <BreachNotices breach={breach} />
      </>
    )}
  </RecordPage>
)

function About({ breach }: { breach: BreachWholeFragment }) {
  const { id, title, status } = breach
  const change = async (next: BreachStatus) =>
    (await session.save(UpdateBreachDocument, { id, input: { status: next } })).saved
  return (
    <Panel
      title={title}
      aside={
        session.may('org:privacy:write') && (
          <Editing id={id}>{(close) => <BreachForm row={breach} onClose={close} />}</Editing>
        )
      }
    >
      <p>
        <Badge status={status} />
      </p>
      {session.may('org:privacy:write') && (
        <Steps steps={breach.transitions} take={(to) => takeStep(title, status, to, change)} />
      )}
      <p class="text">{breach.description}</p>
      <Facts
        facts={[
          [fieldName('discoveredAt'), moment(breach.discoveredAt)],
          ...factsOf(fields, { ...breach }),
          [label(BreachStatus.CONTAINED), breach.containedAt && moment(breach.containedAt)],
          [label(BreachStatus.CLOSED), breach.closedAt && moment(breach.closedAt)],
          [t('privacy:breaches.reporter'), breach.reporter?.name],
          [fieldName('assignedTo'), breach.assignee?.name],
        ]}
      />
    </Panel>
  )
}
