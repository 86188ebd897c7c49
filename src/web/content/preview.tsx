import { useState } from 'preact/hooks'
import { type ContentWholeFragment, RenderTemplateDocument, type RenderTemplateQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { textOf } from '../components/entered.ts'
import { TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { Panel } from '../components/panel.tsx'
import { t } from '../i18n/language.ts'

type Rendered = NonNullable<RenderTemplateQuery['renderTemplate']>

/** A template with its variables filled in. */
export function Preview({ content: { id, variables } }: { content: ContentWholeFragment }) {
  const [rendered, setRendered] = useState<Rendered>()
  const render = async (entered: FormData) => {
    const values = Object.fromEntries(variables.map((name) => [name, textOf(entered, name) ?? '']))
    setRendered((await session.request(RenderTemplateDocument, { id, values })).renderTemplate)
  }
  return (
    <Panel title={t('content:preview')}>
      <Form save={render} action={t('content:fill')}>
        <div class="pair">
          {variables.map((name) => (
            <TextField key={name} name={name} label={name} required />
          ))}
        </div>
      </Form>
      {rendered && (
        <div role="status">
          <h3>{rendered.title}</h3>
          <div class="text">{rendered.body}</div>
        </div>
      )}
    </Panel>
  )
}
