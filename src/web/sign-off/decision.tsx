import { useState } from 'preact/hooks'
import type { Shown } from './requests.ts'
import type { Words } from './words.ts'

interface Given {
  decision: 'APPROVE' | 'REQUEST_CHANGES'
  reason: string | null
}

/** The decision of the reviewer. An approval confirms the statement first. A request for changes needs a reason. */
export function Decision({
  words,
  shown,
  agreement,
  decide,
  handOver,
}: {
  words: Words
  shown: Shown
  agreement: string
  decide: (given: Given) => Promise<boolean>
  handOver: (given: { name: string; email: string }) => Promise<boolean>
}) {
  const [reason, setReason] = useState('')
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void decide({ decision: 'APPROVE', reason: null })
        }}
      >
        <h2>{words.decision}</h2>
        <label class="check">
          <input type="checkbox" required />
          <span>{agreement}</span>
        </label>
        <div class="actions">
          <button type="submit" class="primary">
            {words.approve}
          </button>
        </div>
      </form>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void decide({ decision: 'REQUEST_CHANGES', reason: reason.trim() })
        }}
      >
        <label>
          {words.reason}
          <textarea
            name="reason"
            required
            rows={3}
            maxLength={2000}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </label>
        <div class="actions">
          <button type="submit">{words.requestChanges}</button>
        </div>
      </form>
      {shown.mayHandOver && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const entered = new FormData(event.currentTarget)
            void handOver({ name: String(entered.get('name')), email: String(entered.get('email')) })
          }}
        >
          <h2>{words.handOver}</h2>
          <p>{words.handOverHint}</p>
          <label>
            {words.colleagueName}
            <input name="name" required maxLength={200} />
          </label>
          <label>
            {words.colleagueEmail}
            <input name="email" type="email" required maxLength={254} />
          </label>
          <div class="actions">
            <button type="submit">{words.handOver}</button>
          </div>
        </form>
      )}
    </>
  )
}
