import { hash } from 'node:crypto'
import type { RequestHandler } from 'express'

const QUERY = `# It needs a token: paste one into the Headers
# below. The start banner has one; so has the
# command: npm run token -- --help
# Then press the button, or Ctrl-Enter.

query Overview {
  clients(first: 5) {
    totalCount
    nodes {
      name
      sector
      status
      campaigns(first: 3) {
        nodes {
        name
        status
        contentCount
      } }
    }
  }
}
`

const HEADERS = `{
  "Authorization": "Bearer <paste the token>"
}`

interface Explorer {
  page: string
  policy: string
}

/** The package is one text of ten million characters: only who asks for the page has it in memory. */
async function render(): Promise<Explorer> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const options = {
    title: 'Campaign management gateway',
    endpoint: '/graphql',
    subscriptionsProtocol: 'SSE' as const,
    subscriptionsEndpoint: '/graphql/stream',
    query: QUERY,
    headers: HEADERS,
    defaultEditorToolsVisibility: 'headers' as const,
    // A token must not outlive the page.
    shouldPersistHeaders: false,
  }
  // The browser normalizes line ends before it takes the digest of the script.
  const page = renderGraphiQL(options).trim().replace(/\r\n?/g, '\n')
  const script = page.slice(page.indexOf('<script>') + '<script>'.length, page.lastIndexOf('</script>'))
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash('sha256', script, 'base64')}'`,
    // The editor makes style elements as it goes, and starts its workers from blobs.
    "style-src 'unsafe-inline'",
    'worker-src blob:',
    "connect-src 'self'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return { page, policy: policy.join('; ') }
}

/** The explorer, for whoever would rather read HTML; it holds all it needs, and asks nobody but this gateway. */
export function explorer(): RequestHandler {
  let rendered: Promise<Explorer> | undefined
  return async (request, response, next) => {
    if (request.accepts(['application/json', 'application/graphql-response+json', 'html']) !== 'html') return next()
    rendered ??= render()
    const { page, policy } = await rendered
    response.set('Content-Security-Policy', policy).vary('Accept').type('html').send(page)
  }
}
