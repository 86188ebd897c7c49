import type { IconNode } from 'lucide'
import { h } from 'preact'

/** A decorative image next to text, hidden from screen readers. */
export const Icon = ({ of: parts }: { of: IconNode }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    {parts.map(([tag, attributes]) => h(tag, attributes))}
  </svg>
)
