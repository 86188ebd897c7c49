import { useEffect, useState } from 'preact/hooks'
import { CodeForm } from './code-form.tsx'
import { Decision } from './decision.tsx'
import { Material } from './material.tsx'
import { type Opened, Refusal, type Shown, send } from './requests.ts'
import { filled, LANGUAGES, languageOf, type PageLanguage, type Words, WordsContext } from './words.ts'

/** The sentence for a refusal, in the language of the page. */
function sentenceOf(error: unknown, words: Words): string {
  if (!(error instanceof Refusal)) return words.failed
  const { status, details } = error
  if (status === 404) return words.unknown
  if (status === 403) return words.session
  if (status === 429) return words.tooMany
  if (status === 400 && typeof details.triesLeft === 'number')
    return filled(words.wrongCode, { tries: details.triesLeft })
  if (status === 409) return endOf(String(details.status), words) ?? words.changed
  return words.failed
}

/** The sentence for a request that has ended. */
const endOf = (status: string, { ended }: Words) => (ended as Readonly<Record<string, string>>)[status]

/** The page of a reviewer. The reviewer proves the address with a code, sees the material to sign, and decides. */
export function Page({ token }: { token: string }) {
  const [language, setLanguage] = useState<PageLanguage>(languageOf(navigator.language.slice(0, 2)))
  const [opened, setOpened] = useState<Opened>()
  const [session, setSession] = useState('')
  const [shown, setShown] = useState<Shown>()
  const [done, setDone] = useState<'approved' | 'changesRequested' | 'handedOver'>()
  const [fault, setFault] = useState<unknown>()
  const words = LANGUAGES[language]

  /** Runs a request, and shows its refusal. Returns whether it was done. */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setFault(undefined)
    try {
      await work()
      return true
    } catch (error) {
      if (error instanceof Refusal && error.status === 403) {
        setSession('')
        setShown(undefined)
      }
      setFault(error)
      return false
    }
  }
  const load = async (secret: string) => setShown(await send<Shown>('read', { token, session: secret }))

  useEffect(() => {
    void attempt(async () => {
      const found = await send<Opened>('open', { token })
      setLanguage(languageOf(found.language))
      setOpened(found)
    })
  }, [token])
  useEffect(() => {
    document.documentElement.lang = language
    document.title = words.title
  }, [language])

  const isOpen = opened?.status === 'REQUESTED'
  const verify = (code: string) =>
    attempt(async () => {
      const { session: secret } = await send<{ session: string }>('verify', { token, code })
      setSession(secret)
      await load(secret)
    })
  return (
    <WordsContext.Provider value={{ language, words }}>
      <header>
        <h1>
          {shown ? shown.title : opened ? filled(words.asks, { organization: opened.organizationName }) : words.title}
        </h1>
        <label>
          {words.language}
          <select value={language} onChange={(event) => setLanguage(languageOf(event.currentTarget.value))}>
            {Object.entries(LANGUAGES).map(([tag, { name }]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      {fault !== undefined && (
        <p role="alert" class="fault">
          {sentenceOf(fault, words)}
        </p>
      )}
      {!opened && fault === undefined && <p role="status">{words.waiting}</p>}
      {done && (
        <p role="status" class="done">
          {words[done]}
        </p>
      )}
      {opened && !isOpen && <p role="status">{endOf(opened.status, words) ?? words.unknown}</p>}
      {isOpen && !session && !done && (
        <CodeForm email={opened.email} request={() => attempt(() => send('code', { token }))} verify={verify} />
      )}
      {shown && !done && (
        <>
          <Material
            shown={shown}
            secrets={{ token, session }}
            comment={(given) =>
              attempt(async () => {
                await send('comment', { token, session, ...given })
                await load(session)
              })
            }
          />
          <Decision
            agreement={shown.agreements[language] ?? ''}
            mayHandOver={shown.mayHandOver}
            decide={(given) =>
              attempt(async () => {
                await send('decide', { token, session, language, contentHash: shown.contentHash, ...given })
                setDone(given.decision === 'APPROVE' ? 'approved' : 'changesRequested')
              })
            }
            handOver={(given) =>
              attempt(async () => {
                await send('hand-over', { token, session, ...given })
                setDone('handedOver')
              })
            }
          />
        </>
      )}
    </WordsContext.Provider>
  )
}
