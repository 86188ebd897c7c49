import {
  ComplianceReportDocument,
  type ComplianceReportQuery,
  PaiaFiguresDocument,
  type PaiaFiguresQuery,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Facts, Loaded, Panel, QueryPanel } from '../components/panel.tsx'
import { saveFile } from '../components/save-file.ts'
import { Input } from '../components/select.tsx'
import { Tile } from '../components/tile.tsx'
import { count, countryName, day } from '../format.ts'
import { fieldName, language, t, wordOf } from '../i18n/language.ts'
import { route, setParameters } from '../route.ts'

type Figures = NonNullable<PaiaFiguresQuery['paiaFigures']>

const COUNTS = ['received', 'granted', 'grantedInPart', 'refused', 'extended'] as const
const LISTS = ['subjects', 'categories', 'recipients'] as const

/** The figures of the yearly report to the Information Regulator (PAIA section 32), and the entries of the manual. */
const Paia = ({ from, to }: { from: string; to: string }) => (
  <QueryPanel title={t('privacy:paia.title')} query={useQuery(PaiaFiguresDocument, { from, to })}>
    {({ paiaFigures }) => <FiguresOf figures={paiaFigures} />}
  </QueryPanel>
)

const FiguresOf = ({ figures }: { figures: Figures }) => (
  <>
    <dl class="tiles">
      {COUNTS.map((name) => (
        <Tile key={name} name={t(`privacy:paia.${name}`)} value={count(figures[name])} />
      ))}
    </dl>
    <Facts
      facts={[
        ...LISTS.map((name) => [fieldName(name), figures[name].map(wordOf).join(', ')] as const),
        [t('privacy:paia.countries'), figures.countries.map(countryName).join(', ')],
        [t('privacy:paia.purposes'), figures.purposes.join('; ')],
        [fieldName('security'), figures.security.join('; ')],
      ]}
    />
  </>
)

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
          <Day name="from" />
          <Day name="to" />
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

const Day = ({ name }: { name: 'from' | 'to' }) => (
  <Input
    type="date"
    label={t(`privacy:report.${name}`)}
    value={route.value.parameters.get(name) ?? ''}
    onChoose={(day) => setParameters({ [name]: day })}
  />
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
        <ActionButton
          key={format}
          run={() => save(format)}
          label={t('privacy:report.save', { format: format.toUpperCase() })}
        />
      ))}
    </div>
  )
}
