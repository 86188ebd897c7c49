import type { ComponentChildren } from 'preact'

interface Props {
  title?: string
  /** The label of the button. */
  action: string
  isPrimary?: boolean
  /** Shown next to the button. */
  aside?: ComponentChildren
  /** Returns whether the input was accepted. */
  submit: (entered: FormData) => Promise<boolean>
  children: ComponentChildren
}

/** A form of the page. It is empty again after its input was accepted. */
export function Form({ title, action, isPrimary, aside, submit, children }: Props) {
  const send = async (form: HTMLFormElement) => {
    if (await submit(new FormData(form))) form.reset()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      {title && <h2>{title}</h2>}
      {children}
      <div class="actions">
        <button type="submit" class={isPrimary ? 'primary' : ''}>
          {action}
        </button>
        {aside}
      </div>
    </form>
  )
}

/** The text in a field. Null if the field is empty. */
export const textIn = (entered: FormData, name: string): string | null => String(entered.get(name) ?? '').trim() || null
