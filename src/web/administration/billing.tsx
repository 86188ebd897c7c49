import { BillingDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Facts, QueryPanel } from '../components/panel.tsx'
import { count, moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'

/** The usage of the current month. */
export const Billing = () => (
  <QueryPanel title={t('administration:billing.usage')} query={useQuery(BillingDocument, {})}>
    {({ billing: { periodStart, periodEnd, usage } }) => (
      <>
        <p class="quiet">{t('administration:billing.period', { from: moment(periodStart), to: moment(periodEnd) })}</p>
        <Facts facts={usage.map(({ measure, used }) => [label(measure), count(used)])} />
      </>
    )}
  </QueryPanel>
)
