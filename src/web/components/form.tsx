import { type ComponentChildren, createContext } from 'preact'
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Fault, RequestError } from '../api/request.ts'
import { faultText, fieldName, t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { Conflicts, type Reread, useConflicts } from './conflicts.tsx'
import { type Control, controlsOf } from './controls.ts'
import { DialogContext } from './dialog.tsx'
import { useDraft } from './use-draft.ts'
import { useIsRead } from './use-record.ts'

type Faults = Readonly<Record<string, string>>

/** The form's id and faults, for its fields. */
export const FormContext = createContext<{ id: string; faults: Faults }>({ id: '', faults: {} })

/** The browser gives a date that is typed in part as an empty text. */
function faultOf({ required, ariaRequired, value, validity }: Control): string | undefined {
  if (validity.badInput) return 'is not valid'
  return (required || ariaRequired === 'true') && value.trim() === '' ? 'is required' : undefined
}

/** Reports all missing and unfinished fields at once. The server checks everything else. */
function demandFilled(form: HTMLFormElement): void {
  const faults = controlsOf(form).flatMap((control) => {
    const fault = control.name && faultOf(control)
    return fault ? [[control.name, fault]] : []
  })
  if (faults.length > 0) throw new RequestError('VALIDATION_ERROR', 'Something is missing', Object.fromEntries(faults))
}

/** The error for the user: a sentence, or the fault of each field, which is shown below the label of the field. */
interface Refusal {
  message: string
  faults: Faults
}

/** A fault in the language of the page. The page itself finds the first two. */
function said(fault: string, reason: Fault | undefined): string {
  if (fault === 'is required') return t('form.required')
  return fault === 'is not valid' ? t('form.invalid') : faultText(fault, reason)
}

function refusalOf(error: unknown, form: HTMLFormElement): Refusal {
  const message = sentenceOf(error)
  if (!(error instanceof RequestError)) return { message, faults: {} }
  const labels = new Map(controlsOf(form).map(({ name, dataset }) => [name, dataset.label]))
  const faults = Object.entries(error.fields).map(([name, fault]) => [
    name,
    `${labels.get(name) ?? fieldName(name.slice(name.lastIndexOf('.') + 1))} ${said(fault, error.reasons[name])}`,
  ])
  return { message, faults: Object.fromEntries(faults) }
}

interface Props {
  /**
   * The name of the form: `campaign <id>`, `campaign new`. Unsaved input is stored under it. Without a name, nothing is
   * stored.
   */
  draft?: string
  /** Saves the input. It includes the name of the clicked button. @throws RequestError */
  save: (entered: FormData) => Promise<unknown>
  /** Reads the displayed record again, if a save is refused because somebody else changed it. */
  reread?: Reread | undefined
  /** Absent if the form is part of the page. */
  onCancel?: () => void
  /** The label of the button. Default: save. */
  action?: string | undefined
  /** A further button that sends the form. It is the primary one then. */
  further?: ComponentChildren
  children: ComponentChildren
}

/** A form that shows each fault next to its field. A summary above the fields takes the focus. */
export const Form = (props: Props) => (useIsRead() ? <ReadForm {...props} /> : <p class="loading">{t('loading')}</p>)

function ReadForm({ draft, save, reread, onCancel, action = t('save'), further, children }: Props) {
  const id = useId()
  const [refusal, setRefusal] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  // A repeated save may come before the next render, so a state would be too late.
  const isSaving = useRef(false)
  const summary = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const dialog = useContext(DialogContext)
  const drafted = useDraft(form, draft)
  const { isRestored, keep, learn, markSaved } = drafted
  const { reading, conflicts, meet, choose, forget } = useConflicts(form, drafted, reread)
  useLayoutEffect(() => {
    if (refusal) summary.current?.focus()
  }, [refusal])

  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    if (isSaving.current) return
    const form = event.currentTarget
    isSaving.current = true
    setBusy(true)
    let isToRepeat = false
    try {
      demandFilled(form)
      await save(new FormData(form, event.submitter))
      markSaved()
      forget()
      setRefusal(undefined)
    } catch (error) {
      // A submit without a click is the repetition of a save. It is not repeated again.
      isToRepeat = await meetOrRefuse(error, form, event.submitter !== null)
    }
    isSaving.current = false
    setBusy(false)
    if (isToRepeat) form.requestSubmit()
  }
  /** Returns whether the save is to be repeated. */
  const meetOrRefuse = async (error: unknown, form: HTMLFormElement, mayMeet: boolean): Promise<boolean> => {
    try {
      const differing = mayMeet ? await meet(error) : undefined
      setRefusal(differing ? undefined : refusalOf(error, form))
      return differing?.length === 0
    } catch (failure) {
      setRefusal(refusalOf(failure, form))
      return false
    }
  }

  return (
    <>
      {conflicts.length > 0 && <Conflicts key={reading} conflicts={conflicts} choose={choose} />}
      <form ref={form} class="form" noValidate onSubmit={submit} onInput={keep} onFocusIn={learn}>
        {isRestored && <p role="status">{t('form.restored')}</p>}
        {refusal && (
          <div ref={summary} class="failure" role="alert" tabIndex={-1}>
            <Summary id={id} {...refusal} />
          </div>
        )}
        <FormContext.Provider key={reading} value={{ id, faults: refusal?.faults ?? {} }}>
          {children}
        </FormContext.Provider>
        <div class="actions">
          <button type="submit" class={further ? '' : 'primary'} aria-disabled={isBusy}>
            {action}
          </button>
          {further}
          {onCancel && (
            <button type="button" onClick={dialog ? dialog.leave : onCancel}>
              {t('cancel')}
            </button>
          )}
        </div>
      </form>
    </>
  )
}

function Summary({ id, message, faults }: Refusal & { id: string }) {
  const entries = Object.entries(faults)
  if (entries.length === 0) return <p>{message}</p>
  const jump = (event: Event, name: string) => {
    event.preventDefault()
    document.getElementById(`${id}-${name}`)?.focus()
  }
  return (
    <>
      <p>{t('form.nothingSaved')}</p>
      <ul>
        {entries.map(([name, fault]) => (
          <li key={name}>
            <a href={`#${id}-${name}`} onClick={(event) => jump(event, name)}>
              {fault}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
