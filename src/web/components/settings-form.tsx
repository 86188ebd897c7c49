import { session } from '../api/session.ts'
import { changesOf } from './entered.ts'
import { Form } from './form.tsx'
import { Facts } from './panel.tsx'
import { Controls, factsOf, inputIn } from './record-fields.tsx'
import { useRecord } from './use-record.ts'

interface Props<Input, Row> {
  /** The name that unsaved input is stored under. */
  draft: string
  /** A row for each field of the input. */
  rows: Readonly<Record<keyof Input, unknown>>
  /** The present values. */
  record: Row
  /** Reads the values again. */
  read: () => Promise<Row>
  /** `record`: the values that the user changed. */
  save: (changes: Partial<Input>, record: Row) => Promise<unknown>
}

/** The settings of the organization, as a form for those who may change them. */
export const SettingsForm = <Input extends object, Row extends object>(props: Props<Input, Row>) =>
  session.may('org:provider:write') ? (
    <Editable {...props} />
  ) : (
    <Facts facts={factsOf(props.rows, valuesOf(props.record))} />
  )

const valuesOf = (record: object) => ({ ...record }) as Readonly<Record<string, unknown>>

function Editable<Input extends object, Row extends object>({ draft, rows, read, ...props }: Props<Input, Row>) {
  const { record, reread } = useRecord(props.record, read)
  const save = async (entered: FormData) => {
    await props.save(changesOf(record, inputIn<Input>(rows, entered, valuesOf(record))), record)
    await reread()
  }
  return (
    <Form draft={draft} save={save} reread={reread}>
      <Controls rows={rows} record={valuesOf(record)} />
    </Form>
  )
}
