import { change, compact, compactRand, count, rand } from '../format.ts'

interface Props {
  name: string
  value: string
  /** The exact value of an abbreviated one. */
  exact?: string
  /** Change against the period before, as a fraction. */
  change?: number | null
  /** The list that the figure counts. */
  href?: string | undefined
}

/** A figure of a `<dl class="tiles">`. */
export const Tile = ({ name, value, exact, change: share, href }: Props) => (
  <div>
    <dt>{name}</dt>
    <dd title={exact}>
      <span class="value">{href ? <a href={href}>{value}</a> : value}</span>
      {share != null && <span class="change">{change(share)}</span>}
    </dd>
  </div>
)

interface FigureProps extends Pick<Props, 'name' | 'change' | 'href'> {
  value: number
}

/** A number, abbreviated. */
export const CountTile = ({ value, ...tile }: FigureProps) => (
  <Tile {...tile} value={compact(value)} exact={count(value)} />
)

/** An amount in cents, abbreviated. */
export const RandTile = ({ value, ...tile }: FigureProps) => (
  <Tile {...tile} value={compactRand(value)} exact={rand(value)} />
)

/** A fraction as a bar. The number is next to it as text. */
export const Bar = ({ share, tone = '' }: { share: number; tone?: string }) => (
  <span class={`bar ${tone}`} aria-hidden="true">
    <span style={{ width: `${Math.round(share * 1000) / 10}%` }} />
  </span>
)
