/** A fraction as a bar. The number is next to it as text. */
export const Bar = ({ share, tone = '' }: { share: number; tone?: string }) => (
  <span class={`bar ${tone}`} aria-hidden="true">
    <span style={{ width: `${Math.round(share * 1000) / 10}%` }} />
  </span>
)
