import { type Answer, type Content, type OpenApi, type Operation, type Parameter, resolve } from './openapi.ts'
import { LANGUAGES, type Sample, sampleOf } from './samples.ts'
import { kindOf, schemaOf } from './schema.ts'
import { escaped, inline, prose } from './text.ts'

const parameter = ({
  name,
  in: place,
  required,
  description = '',
  schema,
}: Parameter) => `<dt><code>${escaped(name)}</code>
<span>${place}, ${kindOf(schema)}${required ? ', <strong>required</strong>' : ''}</span></dt>
<dd><p>${inline(description)}</p></dd>`

const parametersOf = (parameters: readonly Parameter[]) =>
  parameters.length === 0 ? '' : `<h4>Parameters</h4>\n<dl>\n${parameters.map(parameter).join('\n')}\n</dl>`

const exampleOf = (example: unknown) => {
  if (example === undefined) return ''
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return `<pre class="example"><code>${escaped(text)}</code></pre>`
}

const contentOf = (content: Content = {}, withExample = true) =>
  Object.entries(content)
    .map(([type, { schema, example }]) => {
      return `<p><code>${escaped(type)}</code></p>\n${schemaOf(schema)}${withExample ? exampleOf(example) : ''}`
    })
    .join('\n')

function responsesOf({ responses }: Operation, shared: Readonly<Record<string, Answer>>): string {
  const all = Object.entries(responses).map(([status, each]) => ({ status, ...resolve(each, shared) }))
  const isError = ({ status }: { status: string }) => Number(status) >= 400
  const done = all
    .filter((each) => !isError(each))
    .map(({ status, description, content }) => {
      return `<h4>Answer ${status}</h4>\n<p>${inline(description)}</p>\n${contentOf(content)}`
    })
  const errors = all
    .filter(isError)
    .map(({ status, description }) => `<dt><code>${status}</code></dt>\n<dd><p>${inline(description)}</p></dd>`)
  return `${done.join('\n')}\n<h4>Errors</h4>\n<dl>\n${errors.join('\n')}\n</dl>`
}

const samplesOf = (sample: Sample, base: string) =>
  Object.entries(LANGUAGES)
    .map(([language, { title, write }]) => {
      return `<div class="sample ${language}"><h4>${title}</h4>\n<pre><code>${escaped(write(sample, base))}</code></pre></div>`
    })
    .join('\n')

/** An operation of the page. It is collapsed until the reader opens it, finds text in it, or follows a link to it. */
export function operationSection(
  document: OpenApi,
  { method, path, base }: { method: string; path: string; base: string },
  operation: Operation,
): string {
  const { operationId, summary, description, requestBody } = operation
  const parameters = operation.parameters.map((each) => resolve(each, document.components.parameters))
  const body = requestBody
    ? `<h4>Body</h4>\n${prose(requestBody.description ?? '', 5)}\n${contentOf(requestBody.content, false)}`
    : ''
  return `<details class="operation">
<summary><h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${escaped(path)}</code></h3> <span>${inline(summary)}</span></summary>
<div id="${escaped(operationId)}">
${prose(description, 4)}
${samplesOf(sampleOf(document, method, path, operation), base)}
${parametersOf(parameters)}
${body}
${responsesOf(operation, document.components.responses)}
</div>
</details>`
}
