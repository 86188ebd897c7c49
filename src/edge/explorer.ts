import { hash } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { readPage } from './dashboard.ts'
import { metaOf, originsOf, type SignInSettings } from './sign-in-settings.ts'

const SCRIPT = '<script type="module">'

const QUERY = `# Sign in above, then press the button, or
# Ctrl-Enter. Or send a token of your own
# with the Headers below:
# { "Authorization": "Bearer ..." }
# The command npm run token -- --help has some.

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

/** The page in two parts, with its head's end between them, and the digest of its own script. */
interface Explorer {
  before: string
  after: string
  digest: string
}

/** What the page loads to sign people in, as it was built. */
const headIn = (page: string) => page.slice(page.indexOf('<head>') + '<head>'.length, page.indexOf('</head>'))

/** The package is one text of ten million characters: only who asks for the page has it in memory. */
async function render(): Promise<Explorer> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const options = {
    title: 'Campaign management gateway',
    endpoint: '/graphql',
    subscriptionsProtocol: 'SSE' as const,
    subscriptionsEndpoint: '/graphql/stream',
    query: QUERY,
    headers: '{}',
    defaultEditorToolsVisibility: 'headers' as const,
    // A token must not outlive the page.
    shouldPersistHeaders: false,
  }
  // The browser normalizes line ends before it takes the digest of the script. As a module the script runs behind the one
  // that signs people in, whose token each of its requests is to carry.
  const page = renderGraphiQL(options).trim().replace(/\r\n?/g, '\n').replace('<script>', SCRIPT)
  const script = page.slice(page.indexOf(SCRIPT) + SCRIPT.length, page.lastIndexOf('</script>'))
  const end = page.indexOf('</head>')
  return {
    before: page.slice(0, end) + headIn(await readPage('explorer.html')),
    after: page.slice(end),
    digest: hash('sha256', script, 'base64'),
  }
}

const policyOf = (digest: string, settings: SignInSettings | undefined) => {
  const origins = ["'self'", ...originsOf(settings)].join(' ')
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${digest}'`,
    // The editor makes style elements as it goes, and starts its workers from blobs.
    "style-src 'self' 'unsafe-inline'",
    'worker-src blob:',
    `connect-src ${origins}`,
    `frame-src ${origins}`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The explorer, for whoever would rather read HTML; it holds all it needs, and asks nobody but this gateway
 * and, where people sign in there, the identity provider. */
export function explorer(settingsFor: (request: Request) => SignInSettings | undefined): RequestHandler {
  let rendered: Promise<Explorer> | undefined
  return async (request, response, next) => {
    if (request.accepts(['application/json', 'application/graphql-response+json', 'html']) !== 'html') return next()
    rendered ??= render().catch((error: unknown) => {
      rendered = undefined
      throw error
    })
    const { before, after, digest } = await rendered
    const settings = settingsFor(request)
    response
      .set('Content-Security-Policy', policyOf(digest, settings))
      .vary('Accept')
      .type('html')
      .send(before + metaOf(settings) + after)
  }
}
