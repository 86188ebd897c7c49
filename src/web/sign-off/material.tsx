import { useContext, useRef } from 'preact/hooks'
import { Form, textIn } from './form.tsx'
import { Message } from './message.tsx'
import type { Secrets, Shown } from './requests.ts'
import { filled, type PageLanguage, WordsContext } from './words.ts'

const day = (time: string, language: PageLanguage) =>
  new Intl.DateTimeFormat(`${language}-ZA`, { dateStyle: 'long', timeZone: 'Africa/Johannesburg' }).format(
    new Date(time),
  )

const rand = (cents: number, language: PageLanguage) =>
  new Intl.NumberFormat(`${language}-ZA`, { style: 'currency', currency: 'ZAR' }).format(cents / 100)

interface Comment {
  text: string
  passage: string | null
  contentId: string | null
}

interface Props {
  shown: Shown
  secrets: Secrets
  comment: (given: Comment) => Promise<boolean>
}

/** The material to sign: the campaign and each text, next to the text that was approved before. */
export function Material({ shown, secrets, comment }: Props) {
  const { language, words } = useContext(WordsContext)
  const passage = useRef<HTMLInputElement>(null)
  /** The content that the passage was selected in. */
  const picked = useRef<string>(undefined)
  const pick = (id: string) => {
    const selected = String(getSelection() ?? '').trim()
    if (!selected || !passage.current) return
    passage.current.value = selected
    picked.current = id
  }
  const earlier = (id: string) => shown.approvedBefore?.contents.find((each) => each.id === id)
  const textOf = (state: Pick<Shown, 'messages'> | null, id: string) =>
    state?.messages.find(({ contentId }) => contentId === id)?.text
  const submit = async (entered: FormData) => {
    const of = textIn(entered, 'passage')
    const isIn = ({ id, title, body }: Shown['contents'][number]) =>
      `${title}\n${body}\n${textOf(shown, id) ?? ''}`.includes(of ?? '')
    const contentId = of && (picked.current ?? shown.contents.find(isIn)?.id ?? null)
    const isDone = await comment({ text: textIn(entered, 'comment') ?? '', passage: of, contentId })
    if (isDone) picked.current = undefined
    return isDone
  }
  return (
    <>
      {(shown.message || shown.dueAt) && (
        <section>
          {shown.message && <p class="written">{shown.message}</p>}
          {shown.dueAt && <p>{filled(words.due, { day: day(shown.dueAt, language) })}</p>}
        </section>
      )}
      {shown.campaign && <CampaignFacts campaign={shown.campaign} />}
      {shown.contents.map(({ id, title, body, version, language: of }) => {
        const before = earlier(id)
        const isChanged = before && before.version !== version
        const text = textOf(shown, id)
        const isMail = text !== undefined
        return (
          <section key={id} aria-label={title}>
            <h2>{title}</h2>
            <div class={isMail ? 'mail' : ''}>
              {isMail && <Message key={version} mail={{ id, title }} secrets={secrets} />}
              <div class="pair">
                {isChanged && (
                  <div>
                    <h3>{words.before}</h3>
                    <p class="written" lang={before.language}>
                      {textOf(shown.approvedBefore, id) ?? before.body}
                    </p>
                  </div>
                )}
                <div>
                  {isChanged ? <h3>{words.now}</h3> : isMail && <h3>{words.plainText}</h3>}
                  {/* Selecting is a convenience: the passage can be typed too. */}
                  <p class="written" lang={of} onMouseUp={() => pick(id)} onTouchEnd={() => pick(id)}>
                    {text ?? body}
                  </p>
                </div>
              </div>
            </div>
          </section>
        )
      })}
      <Form title={words.comments} action={words.addComment} submit={submit}>
        <ul>
          {shown.comments.map((each) => (
            <li key={each.id}>
              {each.passage && <blockquote>{each.passage}</blockquote>}
              <p class="written">{each.text}</p>
            </li>
          ))}
        </ul>
        <label>
          {words.passage}
          <input ref={passage} name="passage" aria-describedby="passage-hint" maxLength={2000} />
        </label>
        <p id="passage-hint" class="quiet">
          {words.passageHint}
        </p>
        <label>
          {words.comment}
          <textarea name="comment" required rows={2} maxLength={2000} />
        </label>
      </Form>
    </>
  )
}

function CampaignFacts({ campaign }: { campaign: NonNullable<Shown['campaign']> }) {
  const { language, words } = useContext(WordsContext)
  const { description, channels, budgetCents, startsAt, endsAt } = campaign
  const facts: [string, string | null | undefined][] = [
    [words.channels, channels.join(', ')],
    [words.budget, budgetCents == null ? null : rand(budgetCents, language)],
    [words.starts, startsAt && day(startsAt, language)],
    [words.ends, endsAt && day(endsAt, language)],
  ]
  const known = facts.filter(([, value]) => value)
  if (!description && known.length === 0) return null
  return (
    <section>
      {description && <p class="written">{description}</p>}
      <dl>
        {known.map(([name, value]) => (
          <>
            <dt key={`${name} name`}>{name}</dt>
            <dd key={name}>{value}</dd>
          </>
        ))}
      </dl>
    </section>
  )
}
