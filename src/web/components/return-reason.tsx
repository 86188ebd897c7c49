import { t } from '../i18n/language.ts'

/** What the reviewer wrote when returning a record to its author. */
export const ReturnReason = ({ reason }: { reason: string | null }) =>
  reason && (
    <blockquote>
      <p class="quiet">{t('returned')}</p>
      <p class="text">{reason}</p>
    </blockquote>
  )
