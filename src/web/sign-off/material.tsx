import { useState } from 'preact/hooks'
import { Message } from './message.tsx'
import type { Shown } from './requests.ts'
import type { PageLanguage, Words } from './words.ts'

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

/** The material to sign: the campaign and each text, next to the text that was approved before. */
export function Material({
  words,
  shown,
  language,
  secrets,
  comment,
}: {
  words: Words
  shown: Shown
  language: PageLanguage
  secrets: { token: string; session: string }
  comment: (given: Comment) => Promise<boolean>
}) {
  const [passage, setPassage] = useState('')
  const [contentId, setContentId] = useState<string | null>(null)
  const pick = (id: string) => {
    const selected = String(getSelection() ?? '').trim()
    if (!selected) return
    setPassage(selected)
    setContentId(id)
  }
  const earlier = (id: string) => shown.approvedBefore?.contents.find((each) => each.id === id)
  const textIn = (state: Pick<Shown, 'messages'> | null, id: string) =>
    state?.messages.find(({ contentId }) => contentId === id)?.text
  return (
    <>
      {(shown.message || shown.dueAt) && (
        <section>
          {shown.message && <p class="written">{shown.message}</p>}
          {shown.dueAt && <p>{words.due(day(shown.dueAt, language))}</p>}
        </section>
      )}
      {shown.campaign && <CampaignFacts words={words} campaign={shown.campaign} language={language} />}
      {shown.contents.map(({ id, title, body, version, language: of }) => {
        const before = earlier(id)
        const isChanged = before && before.version !== version
        const text = textIn(shown, id)
        const isMail = text !== undefined
        return (
          <section key={id} aria-label={title}>
            <h2>{title}</h2>
            <div class={isMail ? 'mail' : ''}>
              {isMail && <Message key={version} words={words} mail={{ id, title }} secrets={secrets} />}
              <div class="pair">
                {isChanged && (
                  <div>
                    <h3>{words.before}</h3>
                    <p class="written" lang={before.language}>
                      {textIn(shown.approvedBefore, id) ?? before.body}
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
      <CommentForm
        words={words}
        shown={shown}
        passage={passage}
        setPassage={setPassage}
        comment={async (given) => {
          const isOf = shown.contents.find(({ id, title, body }) =>
            `${title}\n${body}\n${textIn(shown, id) ?? ''}`.includes(given.passage ?? ''),
          )
          const isDone = await comment({ ...given, contentId: given.passage ? (contentId ?? isOf?.id ?? null) : null })
          if (isDone) setContentId(null)
          return isDone
        }}
      />
    </>
  )
}

function CampaignFacts({
  words,
  campaign: { description, channels, budgetCents, startsAt, endsAt },
  language,
}: {
  words: Words
  campaign: NonNullable<Shown['campaign']>
  language: PageLanguage
}) {
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

function CommentForm({
  words,
  shown,
  passage,
  setPassage,
  comment,
}: {
  words: Words
  shown: Shown
  passage: string
  setPassage: (passage: string) => void
  comment: (given: Comment) => Promise<boolean>
}) {
  const [text, setText] = useState('')
  const submit = async () => {
    const isDone = await comment({ text, passage: passage.trim() || null, contentId: null })
    if (!isDone) return
    setText('')
    setPassage('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h2>{words.comments}</h2>
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
        <input
          name="passage"
          value={passage}
          aria-describedby="passage-hint"
          maxLength={2000}
          onInput={(event) => setPassage(event.currentTarget.value)}
        />
      </label>
      <p id="passage-hint" class="quiet">
        {words.passageHint}
      </p>
      <label>
        {words.comment}
        <textarea
          name="comment"
          required
          rows={2}
          maxLength={2000}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="actions">
        <button type="submit">{words.addComment}</button>
      </div>
    </form>
  )
}
