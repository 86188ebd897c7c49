import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { Controls, inputIn } from './record-fields.tsx'

interface Props<Input> {
  title: string
  /** The name that unsaved input is stored under. */
  draft: string
  /** A row for each field of the input. */
  rows: Readonly<Record<keyof Input, unknown>>
  /** The present values. Absent for a new record. */
  record?: object | undefined
  /** Shown above the fields. */
  children?: ComponentChildren
  /** The label of the button. Default: save. */
  action?: string
  save: (input: Input) => Promise<unknown>
  onClose: () => void
}

/** A form in a dialog, from the rows of its fields. The dialog closes after the form has saved. */
export function InputForm<Input>({ title, draft, rows, record, children, action, save, onClose }: Props<Input>) {
  const values = record && { ...record }
  const submit = async (entered: FormData) => {
    await save(inputIn<Input>(rows, entered, values))
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Form draft={draft} save={submit} {...(action && { action })} onCancel={onClose}>
        <Controls rows={rows} record={values} />
      </Form>
    </Dialog>
  )
}
