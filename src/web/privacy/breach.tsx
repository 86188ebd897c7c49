import {
  BreachDocument,
  type BreachFilter,
  type BreachInput,
  BreachSeverity,
  BreachStatus,
  type BreachWholeFragment,
  ReportBreachDocument,
  UpdateBreachDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { Badge } from '../components/badge.tsx'
import { Editing } from '../components/edit-button.tsx'
import { updateOf } from '../components/entered.ts'
import { InputForm } from '../components/input-form.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { choice, type FieldRows, factsOf, longText, number, text, texts, time } from '../components/record-fields.tsx'
import { RecordPage } from '../components/record-page.tsx'
import type { FormProps } from '../components/records.tsx'
import { Steps, takeStep } from '../components/steps.tsx'
import { moment } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'
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

type Details = Omit<BreachInput, 'discoveredAt' | 'assignedTo'>

/** The fields that a report sets and a change can change. */
const fields = {
  title: text({ required: true, isApart: true }),
  description: longText({ required: true, isApart: true }),
  severity: choice(BreachSeverity, { required: true, initial: BreachSeverity.HIGH, isHalf: true, isFilter: true }),
  affectedSubjects: number({ isHalf: true }),
  dataCategories: texts(),
  consequences: longText(),
  measures: longText(),
  recommendations: longText(),
  unauthorisedPerson: text(),
} satisfies FieldRows<Details, BreachFilter>

/** A report says when the breach was discovered. Default: now. */
const ofReport = ({ title, description, ...others } = fields) => ({
  title,
  description,
  discoveredAt: { ...time({ required: true }), initial: new Date().toISOString() },
  ...others,
})

export const BreachForm = ({ row: breach, onClose }: FormProps<BreachWholeFragment>) =>
  breach ? (
    <InputForm<Details, BreachWholeFragment>
      title={t('editNamed', { name: breach.title })}
      draft={`breach ${breach.id}`}
      rows={fields}
      record={breach}
      read={async () => (await session.request(BreachDocument, { id: breach.id })).record}
      save={(input, seen = breach) => session.save(UpdateBreachDocument, updateOf(seen, input))}
      onClose={onClose}
    />
  ) : (
    <InputForm<Details & Pick<BreachInput, 'discoveredAt'>>
      title={t('privacy:breaches.new')}
      draft="breach-new"
      rows={ofReport()}
      save={(input) => session.save(ReportBreachDocument, { input })}
      onClose={onClose}
    />
  )
