import { IntegrationsDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { Facts, QueryPanel } from '../components/panel.tsx'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'

/** The external services of the gateway, and their states. */
export function Integrations() {
  const query = useQuery(IntegrationsDocument, {})
  const checkedAt = query.data?.integrations.checkedAt
  return (
    <QueryPanel
      title={t('administration:sections.integrations')}
      aside={
        checkedAt && (
          <span class="quiet">{t('administration:integrations.checked', { moment: moment(checkedAt) })}</span>
        )
      }
      query={query}
    >
      {({ integrations: { integrations } }) => (
        <Facts
          facts={integrations.map(({ name, state, detail }) => [
            label(name),
            <>
              <Badge status={state} /> {detail}
            </>,
          ])}
        />
      )}
    </QueryPanel>
  )
}
