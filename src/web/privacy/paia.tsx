import { PaiaFiguresDocument, type PaiaFiguresQuery } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Facts, QueryPanel } from '../components/panel.tsx'
import { Tile } from '../components/tile.tsx'
import { count } from '../format.ts'
import { fieldName, t } from '../i18n/language.ts'

type Figures = NonNullable<PaiaFiguresQuery['paiaFigures']>

const COUNTS = ['received', 'granted', 'grantedInPart', 'refused', 'extended'] as const
const LISTS = ['subjects', 'categories', 'recipients'] as const

/** The figures of the yearly report to the Information Regulator (PAIA section 32), and the entries of the manual. */
export function Paia({ from, to }: { from: string; to: string }) {
  const query = useQuery(PaiaFiguresDocument, { from, to })
  return (
    <QueryPanel title={t('privacy:paia.title')} query={query}>
      {({ paiaFigures }) => <FiguresOf figures={paiaFigures} />}
    </QueryPanel>
  )
}

const FiguresOf = ({ figures }: { figures: Figures }) => (
  <>
    <dl class="tiles">
      {COUNTS.map((name) => (
        <Tile key={name} name={t(`privacy:paia.${name}`)} value={count(figures[name])} />
      ))}
    </dl>
    <Facts
      facts={[
        ...LISTS.map((name) => [fieldName(name), figures[name].join(', ')] as const),
        [t('privacy:paia.countries'), figures.countries.join(', ')],
        [t('privacy:paia.purposes'), figures.purposes.join('; ')],
        [fieldName('security'), figures.security.join('; ')],
      ]}
    />
  </>
)
