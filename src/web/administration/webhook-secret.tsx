import { Secret } from '../components/secret.tsx'
import { t } from '../i18n/language.ts'
import type { MadeWebhook } from './webhook-form.tsx'

/** The new secret that signs a webhook's messages. */
export const WebhookSecret = ({ made, onClose }: { made: MadeWebhook | undefined; onClose: () => void }) =>
  made?.secret ? (
    <Secret title={made.url} name={t('administration:webhooks.secret')} value={made.secret} onClose={onClose} />
  ) : null
