import { type ComponentChildren, createContext } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { RequestError } from '../api/request.ts'

type Faults = Readonly<Record<string, string>>

/** What the fields of a form know of it. */
export const FormContext = createContext<{ id: string; faults: Faults }>({ id: '', faults: {} })

interface Props {
  /** Saves what was entered. @throws RequestError */
  save: (entered: FormData) => Promise<void>
  onCancel: () => void
  children: ComponentChildren
}

/** The server decides what is valid, and says so beside the fields; a summary above them takes the focus. */
export function Form({ save, onCancel, children }: Props) {
  const id = useId()
  const [error, setError] = useState<RequestError>()
  const [isBusy, setBusy] = useState(false)
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [error])

  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      await save(new FormData(event.currentTarget))
    } catch (failure) {
      setError(failure instanceof RequestError ? failure : new RequestError('INTERNAL_ERROR', String(failure)))
      setBusy(false)
    }
  }

  return (
    <form class="form" noValidate onSubmit={submit}>
      {error && (
        <div ref={summary} class="failure" role="alert" tabIndex={-1}>
          <Summary id={id} error={error} />
        </div>
      )}
      <FormContext.Provider value={{ id, faults: error?.fields ?? {} }}>{children}</FormContext.Provider>
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          Save
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function Summary({ id, error }: { id: string; error: RequestError }) {
  const faults = Object.entries(error.fields)
  if (faults.length === 0) return <p>{error.message}</p>
  const jump = (event: Event, name: string) => {
    event.preventDefault()
    document.getElementById(`${id}-${name}`)?.focus()
  }
  return (
    <>
      <p>Nothing was saved:</p>
      <ul>
        {faults.map(([name, fault]) => (
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
