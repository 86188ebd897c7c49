import { change } from '../format.ts'

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
