import {
  ExportedNotificationsDocument,
  MarkNotificationsReadDocument,
  type NotificationRowFragment,
  NotificationsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ActionButton } from '../components/action-button.tsx'
import { column, type FileColumn, timeColumn } from '../components/columns.tsx'
import { ListPage, pageOf } from '../components/list.tsx'
import { notificationText } from '../components/notification-text.ts'
import { Panel } from '../components/panel.tsx'
import { allOf } from '../components/records.tsx'
import { SaveMenu } from '../components/save-list.tsx'
import { moment } from '../format.ts'
import { t } from '../i18n/language.ts'

/** The columns of the file. */
const columns = (): FileColumn<NotificationRowFragment>[] => [
  timeColumn('createdAt', { title: t('created') }),
  column('message', t('administration:sections.notifications'), notificationText),
]

/** The notifications of the organization, newest first. */
export function Notifications() {
  const query = useQuery(NotificationsDocument, pageOf())
  const isUnread = (query.data?.list.unread ?? 0) > 0
  return (
    <Panel
      title={t('administration:sections.notifications')}
      aside={
        <div class="actions">
          <SaveMenu name="notifications" columns={columns()} readAll={allOf(ExportedNotificationsDocument, {})} />
          {isUnread && (
            <ActionButton
              run={() => session.save(MarkNotificationsReadDocument, {})}
              label={t('administration:notifications.markAll')}
            />
          )}
        </div>
      }
    >
      <ListPage
        query={query}
        empty={t('administration:notifications.empty')}
        sentence={(count) => t('administration:notifications.count', { count })}
      >
        {(notifications) => (
          <ol class="events">
            {notifications.map(({ id, createdAt, readAt, ...notification }) => (
              <li key={id}>
                <time dateTime={createdAt}>{moment(createdAt)}</time>
                <span>{notificationText(notification)}</span>
                {!readAt && <span class="badge wait">{t('administration:notifications.unread')}</span>}
              </li>
            ))}
          </ol>
        )}
      </ListPage>
    </Panel>
  )
}
