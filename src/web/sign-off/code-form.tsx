import { useEffect, useRef, useState } from 'preact/hooks'
import type { Words } from './words.ts'

/** Mails a code to the reviewer, and accepts the code. */
export function CodeForm({
  words,
  email,
  request,
  verify,
}: {
  words: Words
  email: string
  request: () => Promise<boolean>
  verify: (code: string) => Promise<boolean>
}) {
  const [isSent, setSent] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isSent) field.current?.focus()
  }, [isSent])
  const ask = async () => setSent((await request()) || isSent)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void verify(String(new FormData(event.currentTarget).get('code') ?? ''))
      }}
    >
      <p>{words.codeHint(email)}</p>
      {isSent && (
        <>
          <p role="status">{words.codeSent}</p>
          <label>
            {words.code}
            <input
              ref={field}
              name="code"
              required
              inputMode="numeric"
              autocomplete="one-time-code"
              pattern="[0-9]{6}"
              maxLength={6}
            />
          </label>
        </>
      )}
      <div class="actions">
        {isSent && (
          <button type="submit" class="primary">
            {words.open}
          </button>
        )}
        <button type="button" class={isSent ? '' : 'primary'} onClick={() => void ask()}>
          {isSent ? words.sendAgain : words.sendCode}
        </button>
      </div>
    </form>
  )
}
