import { useEffect, useState } from 'preact/hooks'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { type Session, session } from './session.ts'

const TYPING_MS = 250

/** Sends a request that ends when the text changes. */
export type Ask = <Data, Variables>(
  document: Parameters<typeof Session.prototype.request<Data, Variables>>[0],
  variables: Variables,
) => Promise<Data>

/**
 * Reads the records that match a text, with one request after the user stops typing. Without a text, it reads nothing.
 */
export function useTyped<Found>(text: string | undefined, read: (ask: Ask, text: string) => Promise<Found>) {
  const [state, setState] = useState<{ found?: Found; fault?: string }>({})
  useEffect(() => {
    setState({})
    if (text === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const find = async () => {
      try {
        const found = await read((document, variables) => session.request(document, variables, { signal }), text)
        if (!signal.aborted) setState({ found })
      } catch (error) {
        if (!signal.aborted) setState({ fault: sentenceOf(error) })
      }
    }
    const timer = setTimeout(find, text === '' ? 0 : TYPING_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])
  return state
}
