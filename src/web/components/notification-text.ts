import type { NewestNotificationsQuery } from '../api/generated.ts'
import { t } from '../i18n/language.ts'
import { type Cause, reasonText } from './reason-text.ts'

type Notification = NonNullable<NewestNotificationsQuery['notifications']>['nodes'][number]

/** The text of a notification. A newer server may have types without a text here: its English text is shown. */
export function notificationText(notification: Pick<Notification, 'type' | 'resourceType' | 'parameters' | 'message'>) {
  const { type, resourceType, parameters: values, message } = notification
  const context = values.name ? { context: 'named' } : {}
  const thing = t(`notifications:things.${resourceType as 'CAMPAIGN'}`, { ...values, ...context })
  const by = values.person ? t('notifications:by', values) : values.apiKey ? t('notifications:byKey', values) : ''
  const reason = reasonText(values.reason as string, values.cause as Cause)
  return t(`notifications:types.${type as 'CAMPAIGN_APPROVED'}`, {
    ...values,
    thing,
    by,
    reason,
    defaultValue: message,
  })
}
