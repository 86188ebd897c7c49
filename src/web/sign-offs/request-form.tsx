import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks'
import {
  Language,
  RequestSignOffDocument,
  ReviewerStatus,
  type SignOffInput,
  type SignOffReviewerInput,
  type SignOffWholeFragment,
} from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { Dialog } from '../components/dialog.tsx'
import { Form, FormContext } from '../components/form.tsx'
import {
  Controls,
  choice,
  type FieldRows,
  inputIn,
  longText,
  number,
  text,
  time,
  yes,
} from '../components/record-fields.tsx'
import { notify } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'
import type { Subject } from './panel.tsx'

/** The languages of the mails and the page for reviewers. */
const LANGUAGES = { en: Language.en, af: Language.af, zu: Language.zu }
const MOST_REVIEWERS = 20

type Rows = FieldRows<Omit<SignOffInput, 'campaignId' | 'contentId' | 'reviewers'>, object>

const ROWS: Rows = {
  quorum: number({ isHalf: true }),
  dueAt: time({ isHalf: true }),
  message: longText(),
  mayHandOver: yes(),
  sharesBudget: yes(),
}

const REVIEWER = {
  name: text({ required: true }),
  email: text({ type: 'email', required: true, isHalf: true }),
  language: choice(LANGUAGES, { required: true, initial: Language.en, isHalf: true }),
}
const prefixOf = (index: number) => `reviewers.${index}.`

interface Props {
  subject: Subject
  /** The former sign-off, whose reviewers are suggested. */
  earlier: SignOffWholeFragment | undefined
  onClose: () => void
}

export function RequestForm({ subject, earlier, onClose }: Props) {
  const reviewers = useReviewers(earlier)
  // Content has neither a budget nor dates.
  const { sharesBudget, ...others } = ROWS
  const rows = 'campaignId' in subject ? { ...others, sharesBudget } : others
  const save = async (entered: FormData) => {
    const input = inputIn<Omit<SignOffInput, 'reviewers'>>(rows, entered, undefined)
    const reviewerIn = (_: Person, index: number) =>
      inputIn<SignOffReviewerInput>(REVIEWER, entered, undefined, prefixOf(index))
    const asked = { ...input, ...subject, reviewers: reviewers.rows.map(reviewerIn) }
    await session.save(RequestSignOffDocument, { input: asked }).catch((error: unknown) => {
      throw atFirst(error)
    })
    notify(t('sign-offs:requested', { count: asked.reviewers.length }))
    onClose()
  }
  return (
    <Dialog title={t('sign-offs:request')} onClose={onClose}>
      <p>{t('campaignId' in subject ? 'sign-offs:shownOfCampaign' : 'sign-offs:shownOfContent')}</p>
      <Form save={save} action={t('sign-offs:send')} onCancel={onClose}>
        {reviewers.rows.map(({ key, isAdded, ...person }, index) => (
          <ReviewerFields
            key={key}
            index={index}
            person={person}
            isAdded={isAdded}
            onRemove={reviewers.rows.length > 1 ? () => reviewers.remove(key) : undefined}
          />
        ))}
        <div class="actions">
          <button
            ref={reviewers.adder}
            type="button"
            disabled={reviewers.rows.length >= MOST_REVIEWERS}
            onClick={reviewers.add}
          >
            {t('sign-offs:reviewer.add')}
          </button>
        </div>
        <Controls rows={rows} record={undefined} />
      </Form>
    </Dialog>
  )
}

type Person = Partial<Record<'name' | 'email' | 'language', string>>

/** The rows of the reviewers. The controls have the values, so a row only needs the initial ones. */
function useReviewers(earlier: SignOffWholeFragment | undefined) {
  const next = useRef(0)
  const rowOf = (person: Person, isAdded: boolean) => ({ key: next.current++, isAdded, ...person })
  const adder = useRef<HTMLButtonElement>(null)
  const [rows, setRows] = useState(() => suggested(earlier).map((person) => rowOf(person, false)))
  const remove = (key: number) => {
    setRows((before) => before.filter((row) => row.key !== key))
    adder.current?.focus()
  }
  return { rows, adder, remove, add: () => setRows((before) => [...before, rowOf({}, true)]) }
}

/** The reviewers of the former sign-off, without erased reviewers and reviewers who handed over. */
function suggested(earlier: SignOffWholeFragment | undefined): Person[] {
  const known = (earlier?.reviewers.nodes ?? []).filter(
    ({ status, email }) => status !== ReviewerStatus.HANDED_OVER && !email.endsWith('@erased.invalid'),
  )
  return known.length > 0 ? known.map(({ name, email, language }) => ({ name, email, language })) : [{}]
}

interface ReviewerProps {
  index: number
  person: Person
  /** Whether the user has just added the reviewer. */
  isAdded: boolean
  onRemove: (() => void) | undefined
}

function ReviewerFields({ index, person, isAdded, onRemove }: ReviewerProps) {
  const { id } = useContext(FormContext)
  useLayoutEffect(() => {
    if (isAdded) document.getElementById(`${id}-${prefixOf(index)}name`)?.focus()
  }, [])
  const title = t('sign-offs:reviewer.title', { number: index + 1 })
  return (
    <fieldset>
      <legend>{title}</legend>
      <Controls rows={REVIEWER} record={person} prefix={prefixOf(index)} />
      {onRemove && (
        <div class="actions">
          <button type="button" aria-label={t('removeNamed', { name: title })} onClick={onRemove}>
            {t('remove')}
          </button>
        </div>
      )}
    </fieldset>
  )
}

/** Shows a fault of all reviewers, such as an address that is named twice, at the first address. */
function atFirst(error: unknown): unknown {
  if (!(error instanceof RequestError) || !error.fields.reviewers) return error
  const { reviewers: _, ...others } = error.fields
  const faults = { ...others, 'reviewers.0.email': t('sign-offs:reviewer.twice') }
  return Object.assign(new RequestError(error.code, error.message, faults), { reasons: error.reasons })
}
