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
