import { useContext } from 'preact/hooks'
import { Form, textIn } from './form.tsx'
import { WordsContext } from './words.ts'

interface Given {
  decision: 'APPROVE' | 'REQUEST_CHANGES'
  reason: string | null
}

interface Props {
  agreement: string
  mayHandOver: boolean
  decide: (given: Given) => Promise<boolean>
  handOver: (given: { name: string | null; email: string | null }) => Promise<boolean>
}

/** The decision of the reviewer. An approval confirms the statement first. A request for changes needs a reason. */
export function Decision({ agreement, mayHandOver, decide, handOver }: Props) {
  const { words } = useContext(WordsContext)
  return (
    <>
      <Form
        title={words.decision}
        action={words.approve}
        isPrimary
        submit={() => decide({ decision: 'APPROVE', reason: null })}
      >
        <label class="check">
          <input type="checkbox" required />
          <span>{agreement}</span>
        </label>
      </Form>
      <Form
        action={words.requestChanges}
        submit={(entered) => decide({ decision: 'REQUEST_CHANGES', reason: textIn(entered, 'reason') })}
      >
        <label>
          {words.reason}
          <textarea name="reason" required rows={3} maxLength={2000} />
        </label>
      </Form>
      {mayHandOver && (
        <Form
          title={words.handOver}
          action={words.handOver}
          submit={(entered) => handOver({ name: textIn(entered, 'name'), email: textIn(entered, 'email') })}
        >
          <p>{words.handOverHint}</p>
          <label>
            {words.colleagueName}
            <input name="name" required maxLength={200} />
          </label>
          <label>
            {words.colleagueEmail}
            <input name="email" type="email" required maxLength={254} />
          </label>
        </Form>
      )}
    </>
  )
}
