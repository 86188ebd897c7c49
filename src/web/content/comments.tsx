import { useRef } from 'preact/hooks'
import {
  CommentOnContentDocument,
  type ContentQuery,
  ReopenContentCommentDocument,
  ResolveContentCommentDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { textOf } from '../components/entered.ts'
import { LongTextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { idsOf, type Named } from '../components/held-record.ts'
import { Empty, Panel } from '../components/panel.tsx'
import { PeopleField } from '../components/people-field.tsx'
import { moment } from '../format.ts'
import { t } from '../i18n/language.ts'

type Comment = NonNullable<ContentQuery['record']>['comments']['nodes'][number]

interface Props {
  id: string
  version: number
  comments: readonly Comment[]
}

/** Comments on the versions of a content item. */
export const Comments = ({ id, version, comments }: Props) => (
  <Panel title={t('content:comments')}>
    {comments.length === 0 && <Empty>{t('content:noComments')}</Empty>}
    <ul class="comments">
      {comments.map((comment) => (
        <Said key={comment.id} comment={comment} />
      ))}
    </ul>
    {session.may('org:content:write') && (
      // After a comment was accepted, a new key clears the field.
      <CommentForm key={comments.length} id={id} version={version} />
    )}
  </Panel>
)

function Said({ comment }: { comment: Comment }) {
  const { id, text, version, createdAt, createdBy, author, resolvedAt } = comment
  const names = comment.mentions.nodes.map(({ member, userId }) => member?.name ?? userId)
  const toggle = () =>
    resolvedAt
      ? session.save(ReopenContentCommentDocument, { id })
      : session.save(ResolveContentCommentDocument, { id })
  return (
    <li class={resolvedAt ? 'quiet' : ''}>
      <p class="quiet">{t('content:said', { name: author?.name ?? createdBy, version, time: moment(createdAt) })}</p>
      <p class="text">{text}</p>
      {names.length > 0 && <p class="quiet">{t('content:mentioned', { names: names.join(', ') })}</p>}
      {session.may('org:content:write') && (
        <ActionButton run={toggle} label={t(resolvedAt ? 'content:reopen' : 'content:resolve')} />
      )}
    </li>
  )
}

/** An @ that begins a word. The @ of an e-mail address does not. */
const BEGINS_MENTION = /(^|\s)@$/

/** A comment on a version. An @ in the text leads to the people, and back with the chosen name. */
function CommentForm({ id, version }: { id: string; version: number }) {
  const fields = useRef<HTMLDivElement>(null)
  const isTyping = useRef(false)
  const save = async (entered: FormData) => {
    const input = { text: textOf(entered, 'text') ?? '', mentions: idsOf(entered, 'mentions') }
    await session.save(CommentOnContentDocument, { id, version, input })
  }
  const follow = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof HTMLTextAreaElement)) return
    if (!BEGINS_MENTION.test(target.value.slice(0, target.selectionStart))) return
    isTyping.current = true
    const people = fields.current?.querySelector<HTMLInputElement>('[role=combobox]')
    people?.focus()
    people?.click()
  }
  const complete = ({ name }: Named) => {
    const text = fields.current?.querySelector('textarea')
    if (!text || !isTyping.current) return
    isTyping.current = false
    text.focus()
    text.setRangeText(`${name} `, text.selectionStart, text.selectionEnd, 'end')
    text.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <Form draft={`comment ${id}`} save={save}>
      <div ref={fields} class="form" onInput={follow}>
        <LongTextField name="text" label={t('content:comment', { version })} hint={t('content:mentionHint')} required />
        <PeopleField name="mentions" label={t('content:mention')} onAdd={complete} />
      </div>
    </Form>
  )
}
