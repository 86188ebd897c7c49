import { normalizeProps, useMachine } from '@zag-js/preact'
import * as toast from '@zag-js/toast'
import { createPortal } from 'preact/compat'
import { useId } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { topDialog } from './dialog.tsx'

/* The shown toasts. The page loads them with the first one. */

const store = toast.createStore({ placement: 'bottom-end', max: 3 })

/** Contains the toasts, and moves with them to each dialog that opens, so that their time goes on. */
const host = document.createElement('div')
topDialog.subscribe((dialog) => (dialog ?? document.body).append(host))

/** Long enough to read a sentence and to click undo. */
const SHOWN_MS = 10_000

export interface ToastOptions {
  title: string
  type: 'success' | 'error'
  action?: { label: string; onClick: () => void }
}

export const create = (options: ToastOptions): void => void store.create({ ...options, duration: SHOWN_MS })

export function ToastList() {
  const service = useMachine(toast.group.machine, { id: useId(), store })
  const api = toast.group.connect(service, normalizeProps)
  return createPortal(
    <div {...api.getGroupProps()}>
      {api.getToasts().map((each, index) => (
        <Toast key={each.id} toast={each} parent={service} index={index} />
      ))}
    </div>,
    host,
  )
}

interface Props {
  toast: toast.Options
  parent: toast.GroupService
  index: number
}

function Toast({ toast: options, parent, index }: Props) {
  const { id = '', type = 'info', duration = SHOWN_MS, removeDelay = 200, ...rest } = options
  const service = useMachine(toast.machine, { ...rest, id, type, duration, removeDelay, parent, index })
  const api = toast.connect(service, normalizeProps)
  return (
    <div {...api.getRootProps()} class={`toast ${api.type}`}>
      <p {...api.getTitleProps()}>{api.title}</p>
      {options.action && <button {...api.getActionTriggerProps()}>{options.action.label}</button>}
      <button {...api.getCloseTriggerProps()} aria-label={t('close')} class="plain">
        {t('close')}
      </button>
    </div>
  )
}
