import { Bell as BellIcon } from 'lucide'
import { useId } from 'preact/hooks'
import {
  MarkNotificationsReadDocument,
  NewestNotificationsDocument,
  type NewestNotificationsQuery,
} from '../api/generated.ts'
import { TOPICS } from '../api/topics.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { count, moment } from '../format.ts'
import { t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Icon } from './icon.tsx'
import { Empty, Loaded } from './panel.tsx'
import { hrefOfResource } from './resource-links.ts'
import { useBusy } from './use-busy.ts'

type Notification = NonNullable<NewestNotificationsQuery['list']>['nodes'][number]

const closePopover = ({ currentTarget }: { currentTarget: HTMLElement }) =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()

/** The newest notifications, each with a link to its record, and the number of unread ones. */
export function Bell() {
  const id = useId()
  const send = useSave()
  const { isBusy, run } = useBusy()
  const query = useQuery(NewestNotificationsDocument, {}, { topics: TOPICS })
  const unread = query.data?.list.unread ?? 0
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
        <Loaded query={query}>
          {({ list: { nodes } }) =>
            nodes.length === 0 ? (
              <Empty>{t('bell.empty')}</Empty>
            ) : (
              <ol class="bell-list">
                {nodes.map((notification) => (
                  <Entry key={notification.id} notification={notification} />
                ))}
              </ol>
            )
          }
        </Loaded>
        <div class="actions">
          {unread > 0 && (
            <button type="button" disabled={isBusy} onClick={() => run(() => send(MarkNotificationsReadDocument, {}))}>
              {t('bell.markAll')}
            </button>
          )}
          <a class="button" href={hrefOf('administration', ['notifications'])} onClick={closePopover}>
            {t('bell.all')}
          </a>
        </div>
      </section>
    </>
  )
}

function Entry({
  notification: { createdAt, message, resourceType, resourceId, readAt },
}: {
  notification: Notification
}) {
  const href = hrefOfResource(resourceType, resourceId)
  return (
    <li class={readAt ? '' : 'unread'}>
      {href ? (
        <a href={href} onClick={closePopover}>
          {message}
        </a>
      ) : (
        <span>{message}</span>
      )}
      <time class="quiet" dateTime={createdAt}>
        {moment(createdAt)}
      </time>
    </li>
  )
}
