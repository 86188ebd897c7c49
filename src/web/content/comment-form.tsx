import { useRef } from 'preact/hooks'
import { CommentOnContentDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { textOf } from '../components/entered.ts'
import { LongTextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import type { Named } from '../components/held-record.ts'
import { PeopleField, peopleIn } from '../components/people-field.tsx'
import { t } from '../i18n/language.ts'

/** An @ that begins a word. The @ of an e-mail address does not. */
const BEGINS_MENTION = /(^|\s)@$/

/** A comment on a version. An @ in the text leads to the people, and back with the chosen name. */
export function CommentForm({ id, version }: { id: string; version: number }) {
  const fields = useRef<HTMLDivElement>(null)
  const isTyping = useRef(false)
  const save = async (entered: FormData) => {
    const input = { text: textOf(entered, 'text') ?? '', mentions: peopleIn(entered, 'mentions') }
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
