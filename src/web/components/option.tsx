import type { ComponentChildren } from 'preact'

interface Props {
  id: string
  isActive: boolean
  choose: () => void
  children: ComponentChildren
}

export const Option = ({ id, isActive, choose, children }: Props) => (
  // The field of the list keeps the focus, and its keys choose an option.
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isActive}
    class="option"
    onPointerDown={(event) => event.preventDefault()}
    onPointerUp={choose}
  >
    {children}
  </div>
)

/** The index that a key moves to in a list. Undefined for any other key. */
export function moved(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (from + 1) % count
  if (key === 'ArrowUp') return (Math.max(from, 0) - 1 + count) % count
  return undefined
}
