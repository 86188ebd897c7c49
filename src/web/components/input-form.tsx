import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { Opener } from './opener.tsx'
import { Controls, inputIn } from './record-fields.tsx'
import { useRecord } from './use-record.ts'

interface Props<Input, Row> {
  title: string
  /** The name that unsaved input is stored under. */
  draft: string
  /** A row for each field of the input. */
  rows: Readonly<Record<keyof Input, unknown>>
  /** The present values. Absent for a new record. */
  record?: Row | undefined
  /** Reads the record again, if a save is refused because somebody else changed it. */
  read?: (() => Promise<Row>) | false | undefined
  /** Shown above the fields. */
  children?: ComponentChildren
  /** The label of the button. Default: save. */
  action?: string | undefined
  /** `record`: the values that the user changed. */
  save: (input: Input, record: Row | undefined) => Promise<unknown>
  onClose: () => void
}

/** A form in a dialog, from the rows of its fields. The dialog closes after the form has saved. */
export function InputForm<Input, Row extends object = object>(props: Props<Input, Row>) {
  const { title, draft, rows, read, children, action, onClose } = props
  const { record, reread } = useRecord(props.record, async () => (read ? read() : props.record))
  const values = record && ({ ...record } as Readonly<Record<string, unknown>>)
  const save = async (entered: FormData) => {
    await props.save(inputIn<Input>(rows, entered, values), record)
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Form draft={draft} save={save} reread={record && read ? reread : undefined} action={action} onCancel={onClose}>
        <Controls rows={rows} record={values} />
      </Form>
    </Dialog>
  )
}

interface ButtonProps<Input, Row> extends Omit<Props<Input, Row>, 'title' | 'onClose'> {
  label: string
  /** The title of the form. Default: the label. */
  title?: string
  /** Whether the page has several of these buttons. The title is the accessible name of each. */
  isOfRow?: boolean
}

/** A button that opens a form in a dialog. */
export const FormButton = <Input, Row extends object = object>(props: ButtonProps<Input, Row>) => {
  const { label, title = label, isOfRow, ...form } = props
  return (
    <Opener label={label} name={isOfRow ? title : undefined}>
      {(close) => <InputForm<Input, Row> {...form} title={title} onClose={close} />}
    </Opener>
  )
}
