import { ClientNameDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { t } from '../i18n/language.ts'
import { route, setParameters } from '../route.ts'

/** Shows that the list is limited to one client, with a link to all campaigns. */
export function ClientFilter() {
  const id = route.value.parameters.get('client')
  return id && <Chosen id={id} />
}

function Chosen({ id }: { id: string }) {
  const { data } = useQuery(ClientNameDocument, { id })
  return (
    <button type="button" onClick={() => setParameters({ client: undefined, after: undefined, before: undefined })}>
      {t('campaigns:notOnly', { name: data?.client.name ?? '' })}
    </button>
  )
}
