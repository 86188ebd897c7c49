import {
  type BreachDelayInput,
  type BreachNotificationInput,
  BreachRecipient,
  type BreachUpdateInput,
  type BreachWholeFragment,
  DelayBreachNotificationDocument,
  NotifyOfBreachDocument,
  UpdateRegulatorDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { FormButton } from '../components/input-form.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { longText, text, time } from '../components/record-fields.tsx'
import { moment } from '../format.ts'
import { t } from '../i18n/language.ts'

const PERIOD_MS = 72 * 3600_000

/** The notifications of a breach, the deadlines of missing ones, and the drafts of both notices. */
export function BreachNotices({ breach }: { breach: BreachWholeFragment }) {
  const { id, regulatorNotification, subjectsNotification, subjectsDelay, noticeDraft, updates } = breach
  const dueAt = new Date(Date.parse(breach.discoveredAt) + PERIOD_MS).toISOString()
  return (
    <Panel title={t('privacy:notices.title')}>
      <Facts
        facts={[
          [t('privacy:breaches.regulator'), saidOf(regulatorNotification, dueAt)],
          [t('privacy:breaches.subjects'), saidOf(subjectsNotification, subjectsDelay?.until ?? dueAt)],
          [
            t('privacy:notices.delayedBy'),
            subjectsDelay && [subjectsDelay.authority, subjectsDelay.reference].join(' '),
          ],
        ]}
      />
      {session.may('org:privacy:write') && (
        <div class="actions">
          {!regulatorNotification && <Notification id={id} recipient={BreachRecipient.REGULATOR} />}
          {!subjectsNotification && <Notification id={id} recipient={BreachRecipient.SUBJECTS} />}
          {!subjectsNotification && !subjectsDelay && <Delay id={id} />}
          {regulatorNotification && <Update id={id} />}
        </div>
      )}
      {updates.nodes.length > 0 && (
        <ol class="events">
          {updates.nodes.map((update) => (
            <li key={update.id}>
              <time dateTime={update.sentAt}>{moment(update.sentAt)}</time>
              <span>{update.text}</span>
              <span class="quiet">{update.reference}</span>
            </li>
          ))}
        </ol>
      )}
      <Draft title={t('privacy:notices.draftToRegulator')} text={noticeDraft.regulator} />
      <Draft title={t('privacy:notices.draftToSubjects')} text={noticeDraft.subjects} />
    </Panel>
  )
}

const saidOf = (notification: BreachWholeFragment['regulatorNotification'], dueAt: string): string =>
  notification
    ? [moment(notification.notifiedAt), notification.method, notification.reference].filter(Boolean).join(', ')
    : t(Date.parse(dueAt) < Date.now() ? 'privacy:notices.late' : 'privacy:notices.due', { time: moment(dueAt) })

const Draft = ({ title, text }: { title: string; text: string }) => (
  <details>
    <summary>{title}</summary>
    <p class="text">{text}</p>
  </details>
)

const said = () => t('privacy:notices.recorded')

/** Records that the Regulator or the affected people were notified. */
const Notification = ({ id, recipient }: { id: string; recipient: BreachRecipient }) => (
  <FormButton<Omit<BreachNotificationInput, 'recipient'>>
    label={t(recipient === 'REGULATOR' ? 'privacy:notices.notifiedRegulator' : 'privacy:notices.notifiedSubjects')}
    draft={`breach-notice ${recipient} ${id}`}
    rows={{ method: text(), reference: text(), notifiedAt: time() }}
    save={(input) => session.save(NotifyOfBreachDocument, { id, input: { ...input, recipient } }, { said })}
  />
)

/** Records a later message to the Regulator. */
const Update = ({ id }: { id: string }) => (
  <FormButton<BreachUpdateInput>
    label={t('privacy:notices.update')}
    draft={`breach-update ${id}`}
    rows={{ text: longText({ required: true }), reference: text(), sentAt: time() }}
    save={(input) => session.save(UpdateRegulatorDocument, { id, input }, { said })}
  />
)

/** Records the permission to notify the affected people later. */
const Delay = ({ id }: { id: string }) => (
  <FormButton<BreachDelayInput>
    label={t('privacy:notices.delay')}
    draft={`breach-delay ${id}`}
    rows={{
      authority: text({ required: true }),
      reference: text(),
      until: time({ required: true, hasNoHint: true }),
    }}
    save={(input) => session.save(DelayBreachNotificationDocument, { id, input }, { said })}
  />
)
