import { Bell as BellIcon } from 'lucide'
import { useId } from 'preact/hooks'
import {
  MarkMentionsReadDocument,
  MarkNotificationsReadDocument,
  NewestNotificationsDocument,
  type NewestNotificationsQuery,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { TOPICS } from '../api/topics.ts'
import { useQuery } from '../api/use-query.ts'
import { count, moment } from '../format.ts'
import { t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { ActionButton } from './action-button.tsx'
import { Icon } from './icon.tsx'
import { notificationText } from './notification-text.ts'
import { Empty, Loaded } from './panel.tsx'
import { hrefOfResource } from './resource-links.ts'
import { attempt } from './toasts.tsx'

type Mention = NonNullable<NewestNotificationsQuery['mentions']>['nodes'][number]
type Notification = NonNullable<NewestNotificationsQuery['notifications']>['nodes'][number]

/** A mention or a notification. */
interface Entry extends Pick<Notification, 'id' | 'createdAt' | 'readAt'> {
  text: string
  href: string | undefined
  /** Called when the user follows the link. */
  onOpen?: () => void
}

const entryOf = (notification: Notification): Entry => ({
  ...notification,
  text: notificationText(notification),
  href: hrefOfResource(notification.resourceType, notification.resourceId),
})

/** A mention is read when its content is opened. */
function entryOfMention({ id, comment, content, ...times }: Mention): Entry {
  const parameters = { name: content?.title, person: comment?.author?.name }
  const read = () => session.save(MarkMentionsReadDocument, { ids: [id] })
  return {
    id,
    ...times,
    text: notificationText({ type: 'MENTIONED', resourceType: 'CONTENT', parameters, message: '' }),
    href: content ? hrefOf('content', [content.id]) : undefined,
    ...(!times.readAt && { onOpen: () => void attempt(read) }),
  }
}

const MOST_SHOWN = 8

/** Mentions and notifications, newest first. */
const newestOf = ({ mentions, notifications }: NewestNotificationsQuery): Entry[] =>
  [...(mentions?.nodes ?? []).map(entryOfMention), ...(notifications?.nodes ?? []).map(entryOf)]
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, MOST_SHOWN)

const closePopover = ({ currentTarget }: { currentTarget: HTMLElement }) =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()

/** The newest mentions and notifications, each with a link to its record, and the number of unread ones. */
export function Bell() {
  const id = useId()
  const mayReadAll = session.may('org:provider:read')
  const query = useQuery(NewestNotificationsDocument, { notifications: mayReadAll }, { topics: TOPICS })
  const mentioned = query.data?.mentions.unread ?? 0
  const notified = query.data?.notifications?.unread ?? 0
  const unread = mentioned + notified
  const markAll = async () => {
    if (mentioned > 0) await session.save(MarkMentionsReadDocument, {})
    if (notified > 0) await session.save(MarkNotificationsReadDocument, {})
  }
  return (
    <>
      <button
        type="button"
        class="bell"
        popovertarget={id}
        aria-label={unread > 0 ? t('bell.label', { count: unread }) : t('bell.none')}
      >
        <Icon of={BellIcon} />
        {unread > 0 && <span class="count">{unread > 99 ? '99+' : count(unread)}</span>}
      </button>
      <section id={id} popover="auto" class="popover" aria-label={t('bell.title')}>
        <Loaded query={query}>{(newest) => <Newest entries={newestOf(newest)} />}</Loaded>
        <div class="actions">
          {unread > 0 && <ActionButton run={markAll} label={t('bell.markAll')} />}
          {mayReadAll && (
            <a class="button" href={hrefOf('administration', ['notifications'])} onClick={closePopover}>
              {t('bell.all')}
            </a>
          )}
        </div>
      </section>
    </>
  )
}

function Newest({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <Empty>{t('bell.empty')}</Empty>
  return (
    <ol class="bell-list">
      {entries.map(({ id, createdAt, readAt, text, href, onOpen }) => (
        <li key={id} class={readAt ? '' : 'unread'}>
          {href ? (
            <a
              href={href}
              onClick={(event) => {
                closePopover(event)
                onOpen?.()
              }}
            >
              {text}
            </a>
          ) : (
            <span>{text}</span>
          )}
          <time class="quiet" dateTime={createdAt}>
            {moment(createdAt)}
          </time>
        </li>
      ))}
    </ol>
  )
}
