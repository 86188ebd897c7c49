import { t } from '../i18n/language.ts'

export const NotAllowed = () => <p class="empty">{t('notAllowed')}</p>
