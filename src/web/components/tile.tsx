import { change } from '../format.ts'

interface Props {
  name: string
  value: string
  /** The exact value of an abbreviated one. */
  exact?: string
  /** Change against the period before, as a fraction. */
  change?: number | null
}

/** A figure of a `<dl class="tiles">`. */
export const Tile = ({ name, value, exact, change: share }: Props) => (
  <div>
    <dt>{name}</dt>
    <dd title={exact}>
      <span class="value">{value}</span>
      {share != null && <span class="change">{change(share)}</span>}
    </dd>
  </div>
)
