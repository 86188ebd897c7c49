/** A share as a bar; the figure stands beside it as text. */
export const Bar = ({ share, tone = '' }: { share: number; tone?: string }) => (
  <span class={`bar ${tone}`} aria-hidden="true">
    <span style={{ width: `${Math.round(share * 1000) / 10}%` }} />
  </span>
)
