import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { Form, textIn } from './form.tsx'
import { filled, WordsContext } from './words.ts'

interface Props {
  email: string
  request: () => Promise<boolean>
  verify: (code: string) => Promise<boolean>
}

/** Mails a code to the reviewer, and accepts the code. */
export function CodeForm({ email, request, verify }: Props) {
  const { words } = useContext(WordsContext)
  const [isSent, setSent] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isSent) field.current?.focus()
  }, [isSent])
  const ask = async () => {
    const isDone = await request()
    if (isDone) setSent(true)
    return isDone
  }
  const hint = <p>{filled(words.codeHint, { email })}</p>
  if (!isSent)
    return (
      <Form action={words.sendCode} isPrimary submit={ask}>
        {hint}
      </Form>
    )
  return (
    <Form
      action={words.open}
      isPrimary
      aside={
        <button type="button" onClick={ask}>
          {words.sendAgain}
        </button>
      }
      submit={(entered) => verify(textIn(entered, 'code') ?? '')}
    >
      {hint}
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
    </Form>
  )
}
