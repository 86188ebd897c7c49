import { t } from '../i18n/language.ts'

interface Campaign {
  clientId: string | null
  clientName: string
}

/** The name of a campaign's client. The server says in English that a campaign has none. */
export const clientOf = ({ clientId, clientName }: Campaign): string => (clientId ? clientName : t('noClient'))
