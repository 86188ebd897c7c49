import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { Opener } from './opener.tsx'

interface Props {
  title: string
  /** The consequence of the action. */
  consequence: string
  /** The label of the button. */
  action: string
  confirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before an irreversible action. */
export function Confirm({ title, consequence, action, confirm, onClose }: Props) {
  const save = async () => {
    await confirm()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form action={action} save={save} onCancel={onClose}>
        <p>{consequence}</p>
      </Form>
    </Dialog>
  )
}

interface ButtonProps extends Omit<Props, 'title' | 'onClose'> {
  /** Default: the action. */
  title?: string
  /** Whether the page has several of these buttons. The title is the accessible name of each. */
  isOfRow?: boolean
  isPlain?: boolean
}

/** A button for an irreversible action, which asks before it. */
export const ConfirmButton = ({ isOfRow, isPlain, title, ...props }: ButtonProps) => (
  <Opener label={props.action} name={isOfRow ? title : undefined} kind={isPlain ? 'plain' : undefined}>
    {(close) => <Confirm {...props} title={title ?? props.action} onClose={close} />}
  </Opener>
)
