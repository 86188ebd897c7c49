import { ClientNameDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { t } from '../i18n/language.ts'

/** The client's name. A deleted client has none. */
export function ClientName({ id }: { id: string }) {
  const { data, error } = useQuery(ClientNameDocument, { id }, { topics: ['clients'] })
  return <>{error ? t('approvals:changes.clientGone') : data?.client.name}</>
}
