import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

interface Props {
  icon: IconNode
  /** What the button shows. */
  label: ComponentChildren
  title: string
  children: ComponentChildren
}

/** A button that opens a menu above the page. What the menu shows is read when it opens. */
export function Menu({ icon, label, title, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" popovertarget={id} aria-haspopup="dialog">
        <Icon of={icon} /> {label}
      </button>
      <section
        id={id}
        popover="auto"
        class="popover view-menu"
        aria-label={title}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && children}
      </section>
    </>
  )
}
