import { BreachDocument, BreachStatus, type BreachWholeFragment, UpdateBreachDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Badge } from '../components/badge.tsx'
import { EditButton } from '../components/edit-button.tsx'
import { Facts } from '../components/facts.tsx'
import { History } from '../components/history.tsx'
import { isUnknown, Loaded, Panel } from '../components/panel.tsx'
import { useRecordName } from '../components/record-name.ts'
import { Steps } from '../components/steps.tsx'
import { takeStep } from '../components/take-step.ts'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { route, setParameters } from '../route.ts'
import { BreachForm } from './breach-form.tsx'
import { BreachNotices } from './breach-notices.tsx'

/** One breach: its handling, its notifications and its history. */
export function Breach({ id }: { id: string }) {
  const query = useQuery(BreachDocument, { id }, { topics: ['breaches'] })
  useRecordName(query.data?.breach.title)
  return (
    <>
      <Loaded query={query}>
        {({ breach }) => (
          <>
            <About breach={breach} />
            <BreachNotices breach={breach} />
          </>
        )}
      </Loaded>
      {!isUnknown(query) && <History id={id} />}
    </>
  )
}

function About({ breach }: { breach: BreachWholeFragment }) {
  const send = useSave()
  const { id, title, status } = breach
  const change = async (next: BreachStatus) => (await send(UpdateBreachDocument, { id, input: { status: next } })).saved
  return (
    <Panel title={title} aside={session.may('org:privacy:write') && <Editing breach={breach} />}>
      <p>
        <Badge status={status} />
      </p>
      {session.may('org:privacy:write') && (
        <Steps steps={breach.transitions} take={(to) => takeStep(title, status, to, change)} />
      )}
      <p class="text">{breach.description}</p>
      <Facts
        facts={[
          [t('enums:fields.severity'), label(breach.severity)],
          [t('privacy:breaches.discovered'), moment(breach.discoveredAt)],
          [t('privacy:breaches.affected'), breach.affectedSubjects],
          [t('privacy:breaches.categories'), breach.dataCategories.join(', ')],
          [t('privacy:breaches.consequences'), breach.consequences],
          [t('privacy:breaches.measures'), breach.measures],
          [t('privacy:breaches.recommendations'), breach.recommendations],
          [t('privacy:breaches.unauthorisedPerson'), breach.unauthorisedPerson],
          [label(BreachStatus.CONTAINED), breach.containedAt && moment(breach.containedAt)],
          [label(BreachStatus.CLOSED), breach.closedAt && moment(breach.closedAt)],
          [t('privacy:breaches.reporter'), breach.reporter?.name],
          [t('privacy:assignee'), breach.assignee?.name],
        ]}
      />
    </Panel>
  )
}

function Editing({ breach }: { breach: BreachWholeFragment }) {
  const isEditing = route.value.parameters.get('edit') === breach.id
  const close = () => setParameters({ edit: undefined })
  return (
    <div class="actions">
      <EditButton onClick={() => setParameters({ edit: breach.id })} />
      {isEditing && <BreachForm breach={breach} onSaved={close} onClose={close} />}
    </div>
  )
}
