import { ComplianceDocument, type ComplianceQuery } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Facts, QueryPanel } from '../components/panel.tsx'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { Alerts } from './alerts.tsx'

type Check = NonNullable<ComplianceQuery['complianceStatus']>['checks'][number]

/** The organization's compliance with POPIA, and the next steps. */
export const Compliance = () => (
  <>
    <QueryPanel
      title={t('privacy:compliance.title')}
      query={useQuery(ComplianceDocument, {}, { topics: ['breaches'] })}
    >
      {({ complianceStatus: { score, level, checkedAt, checks } }) => (
        <>
          <Facts
            facts={[
              [t('privacy:compliance.level'), level ? label(level) : t('privacy:compliance.nothingToJudge')],
              [t('privacy:compliance.score'), score !== null && t('privacy:compliance.outOf', { score })],
              [t('privacy:compliance.checkedAt'), moment(checkedAt)],
            ]}
          />
          <Checks checks={checks} />
        </>
      )}
    </QueryPanel>
    <Alerts />
  </>
)

function Answer({ passed }: Pick<Check, 'passed'>) {
  if (passed === null) return <span class="quiet">{t('privacy:compliance.nothingToJudge')}</span>
  return <span class={`badge ${passed ? 'good' : 'bad'}`}>{t(passed ? 'yes' : 'no')}</span>
}

const Checks = ({ checks }: { checks: readonly Check[] }) => (
  <table>
    <tbody>
      {checks.map(({ name, demand, passed }) => (
        <tr key={name}>
          <th scope="row">{t(`privacy:compliance.checks.${name as 'retentionSet'}`, { defaultValue: demand })}</th>
          <td class="number">
            <Answer passed={passed} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
