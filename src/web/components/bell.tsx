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
import { ActionButton, useBusy } from './action-button.tsx'
import { Icon } from './icon.tsx'
import { notificationText } from './notification-text.ts'
import { Empty, Loaded } from './panel.tsx'
import { hrefOfResource } from './resource-links.ts'

type Mention = NonNullable<NewestNotificationsQuery['mentions']>['nodes'][number]
type Notification = NonNullable<NewestNotificationsQuery['notifications']>['nodes'][number]

const MOST_SHOWN = 8

/** Mentions and notifications, newest first. */
const newestOf = ({ mentions, notifications }: NewestNotificationsQuery): (Mention | Notification)[] =>
  [...(mentions?.nodes ?? []), ...(notifications?.nodes ?? [])]
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

function Newest({ entries }: { entries: readonly (Mention | Notification)[] }) {
  if (entries.length === 0) return <Empty>{t('bell.empty')}</Empty>
  return (
    <ol class="bell-list">
      {entries.map((entry) =>
        'comment' in entry ? (
          <MentionEntry key={entry.id} mention={entry} />
        ) : (
          <Entry
            key={entry.id}
            {...entry}
            text={notificationText(entry)}
            href={hrefOfResource(entry.resourceType, entry.resourceId)}
          />
        ),
      )}
    </ol>
  )
}

/** A mention is read when its content is opened. */
function MentionEntry({ mention: { id, comment, content, ...times } }: { mention: Mention }) {
  const { run } = useBusy()
  const parameters = { name: content?.title, person: comment?.author?.name }
  const open = () => {
    if (!times.readAt) void run(() => session.save(MarkMentionsReadDocument, { ids: [id] }))
  }
  return (
    <Entry
      {...times}
      text={notificationText({ type: 'MENTIONED', resourceType: 'CONTENT', parameters, message: '' })}
      href={content ? hrefOf('content', [content.id]) : undefined}
      onOpen={open}
    />
  )
}

interface EntryProps extends Pick<Notification, 'createdAt' | 'readAt'> {
  text: string
  href: string | undefined
  onOpen?: () => void
}

function Entry({ createdAt, text, readAt, href, onOpen }: EntryProps) {
  const follow = (event: { currentTarget: HTMLElement }) => {
    closePopover(event)
    onOpen?.()
  }
  return (
    <li class={readAt ? '' : 'unread'}>
      {href ? (
        <a href={href} onClick={follow}>
          {text}
        </a>
      ) : (
        <span>{text}</span>
      )}
      <time class="quiet" dateTime={createdAt}>
        {moment(createdAt)}
      </time>
    </li>
  )
}
