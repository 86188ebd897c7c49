import { type OpenApi, type Operation, type Parameter, resolve } from './openapi.ts'

/** The request of a sample, and the format of its response. */
export interface Sample {
  method: string
  /** Path and query. The sample replaces `{id}` with the environment variable `ID`. */
  path: string
  body: unknown
  reads: 'json' | 'text' | 'lines' | 'nothing'
}

/** The query parameters that have an example value. */
function queryOf(parameters: readonly Parameter[]): string {
  const given = parameters.filter((each) => each.in === 'query' && each.example !== undefined)
  return new URLSearchParams(given.map(({ name, example }) => [name, String(example)])).toString()
}

function readsOf(responses: Operation['responses']): Sample['reads'] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const types = success && 'content' in success ? Object.keys(success.content ?? {}) : []
  if (types.length === 0) return 'nothing'
  if (types.includes('text/event-stream')) return 'lines'
  return types.length === 1 && types[0] === 'application/json' ? 'json' : 'text'
}

/** A sample request of the operation, with the example values of the document. */
export function sampleOf(document: OpenApi, method: string, path: string, operation: Operation): Sample {
  const parameters = operation.parameters.map((each) => resolve(each, document.components.parameters))
  const query = queryOf(parameters)
  const { example } = operation.requestBody?.content['application/json'] ?? {}
  return {
    method: method.toUpperCase(),
    path: query ? `${path}?${query}` : path,
    body: operation.requestBody && (example ?? {}),
    reads: readsOf(operation.responses),
  }
}

const hasId = (path: string) => path.includes('{id}')
const pretty = (value: unknown) => JSON.stringify(value, null, 2)
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

function curl({ method, path, body, reads }: Sample, base: string): string {
  const lines = [
    `curl${reads === 'lines' ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} "${base}${path.replace('{id}', '$ID')}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(pretty(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

const JAVASCRIPT_READS: Record<Sample['reads'], string> = {
  json: 'console.log(response.status, await response.json())',
  text: 'console.log(response.status, await response.text())',
  lines: `for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
  console.log(text)
}`,
  nothing: 'console.log(response.status)',
}

const indented = (text: string) => text.replaceAll('\n', '\n  ')

function javascript({ method, path, body, reads }: Sample, base: string): string {
  const url = hasId(path) ? `\`${base}${path.replace('{id}', `\${process.env.ID}`)}\`` : `'${base}${path}'`
  const type = body === undefined ? '' : `\n    'Content-Type': 'application/json',`
  return `const response = await fetch(${url}, {${method === 'GET' ? '' : `\n  method: '${method}',`}
  headers: {
    Authorization: \`Bearer \${process.env.TOKEN}\`,${type}
  },${body === undefined ? '' : `\n  body: JSON.stringify(${indented(pretty(body))}),`}
})
${JAVASCRIPT_READS[reads]}`
}

const PYTHON_READS: Record<Sample['reads'], string> = {
  json: '    print(response.status, json.load(response))',
  text: '    print(response.status, response.read().decode())',
  lines: '    for line in response:\n        print(line.decode(), end="", flush=True)',
  nothing: '    print(response.status)',
}

const PYTHON_CONSTANTS = new Map<unknown, string>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
])

/** Formats a JSON value as Python source text. */
function literal(value: unknown, indent = ''): string {
  const inner = `${indent}    `
  const lines = (open: string, items: string[], close: string) =>
    items.length === 0
      ? open + close
      : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`
  if (Array.isArray(value))
    return lines(
      '[',
      value.map((item) => literal(item, inner)),
      ']',
    )
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${literal(item, inner)}`)
    return lines('{', entries, '}')
  }
  return PYTHON_CONSTANTS.get(value) ?? JSON.stringify(value)
}

function python({ method, path, body, reads }: Sample, base: string): string {
  const needsJson = body !== undefined || reads === 'json'
  const url = hasId(path) ? `f"${base}${path.replace('{id}', "{os.environ['ID']}")}"` : `"${base}${path}"`
  const type = body === undefined ? '' : '\n        "Content-Type": "application/json",'
  return `${needsJson ? 'import json\n' : ''}import os
from urllib.request import Request, urlopen

request = Request(
    ${url},${method === 'GET' ? '' : `\n    method="${method}",`}
    headers={
        "Authorization": f"Bearer {os.environ['TOKEN']}",${type}
    },${body === undefined ? '' : `\n    data=json.dumps(${literal(body, '    ')}).encode(),`}
)
with urlopen(request) as response:
${PYTHON_READS[reads]}`
}

/** Languages of the samples, each with its title and a function that writes a sample for the gateway at `base`. */
export const LANGUAGES: Readonly<Record<string, { title: string; write: (sample: Sample, base: string) => string }>> = {
  curl: { title: 'curl', write: curl },
  javascript: { title: 'JavaScript', write: javascript },
  python: { title: 'Python', write: python },
}
