import { ComplianceReportDocument, type ComplianceReportQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Loaded, Panel } from '../components/panel.tsx'
import { saveFile } from '../components/save-file.ts'
import { useBusy } from '../components/use-busy.ts'
import { day } from '../format.ts'
import { language, t } from '../i18n/language.ts'
import { route, setParameters } from '../route.ts'
import { Paia } from './paia.tsx'

type Line = NonNullable<ComplianceReportQuery['complianceReport']>['rows'][number]
const FORMATS = ['pdf', 'csv'] as const

/** The events of a period, and the compliance with POPIA, to read and to save. */
export function Report() {
  const { parameters } = route.value
  const asked = { from: parameters.get('from'), to: parameters.get('to'), language: language.value }
  const query = useQuery(ComplianceReportDocument, asked)
  const period = query.data?.complianceReport
  return (
    <>
      <Panel title={t('privacy:report.title')} aside={<Saving />}>
        <div class="pair">
          <Day name="from" label={t('privacy:report.from')} />
          <Day name="to" label={t('privacy:report.to')} />
        </div>
        <Loaded query={query}>
          {({ complianceReport: { from, to, rows } }) => (
            <>
              <p>{t('privacy:report.period', { from: day(from), to: day(to) })}</p>
              {[...Map.groupBy(rows, ({ section }) => section)].map(([section, lines]) => (
                <Section key={section} name={section} lines={lines} />
              ))}
            </>
          )}
        </Loaded>
      </Panel>
      {period && <Paia from={period.from} to={period.to} />}
    </>
  )
}

const Day = ({ name, label }: { name: 'from' | 'to'; label: string }) => (
  <label class="field">
    {label}
    <input
      type="date"
      value={route.value.parameters.get(name) ?? ''}
      onChange={({ currentTarget }) => setParameters({ [name]: currentTarget.value })}
    />
  </label>
)

const Section = ({ name, lines }: { name: string; lines: readonly Line[] }) => (
  <table>
    <caption>{name}</caption>
    <tbody>
      {lines.map(({ measure, value }) => (
        <tr key={measure}>
          <th scope="row">{measure}</th>
          <td class="number">{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Saving() {
  const { isBusy, run } = useBusy()
  const save = async (format: string) => {
    const asked = new URLSearchParams({ format, language: language.peek() })
    for (const name of ['from', 'to']) {
      const value = route.value.parameters.get(name)
      if (value) asked.set(name, value)
    }
    saveFile(`compliance.${format}`, await session.download(`/api/compliance/reports?${asked}`))
  }
  return (
    <div class="actions">
      {FORMATS.map((format) => (
        <button key={format} type="button" disabled={isBusy} onClick={() => run(() => save(format))}>
          {t('privacy:report.save', { format: format.toUpperCase() })}
        </button>
      ))}
    </div>
  )
}
