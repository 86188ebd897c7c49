import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { grafserv } from 'grafserv/node'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { jsonPgSmartTags } from 'postgraphile/utils'
import { openPool } from './floor-database.ts'

/*
 * PostGraphile 5 as its documentation sets it up for production, on the gateway's tables: row-level security, with the
 * role and the tenant set per request. Whose data it is, a header says; it checks no token. With `AUDIT=true` no answer
 * leaves before a record of it is durable, by the group commit of the floor.
 */

const organizationOf = ({ headers }: IncomingMessage) => String(headers['x-organization'])

/** Tables with a column `id` and a column `row_id`: PostGraphile calls both `rowId`, and then leaves out every table that refers to them. */
const AMBIGUOUS = ['legal_hold', 'subject_link']
const hidden = jsonPgSmartTags({
  version: 1,
  config: { class: Object.fromEntries(AMBIGUOUS.map((table) => [table, { tags: { behavior: '-*' } }])) },
})

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [hidden],
  // Orders by what a composite index holds, as the gateway does.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL ?? '',
      schemas: ['public'],
      pubsub: false,
      poolConfig: { max: 10 },
    }),
  ],
  grafast: {
    explain: false,
    context: ({ node }) => ({
      pgSettings: {
        role: 'gateway_tenant',
        'app.organization_id': node ? organizationOf(node.req) : '',
      },
    }),
  },
  grafserv: { graphqlPath: '/graphql', graphiql: false, websockets: false },
})

const factOf = (request: IncomingMessage) => ({
  organization: organizationOf(request),
  user: 'user_peer',
  action: 'CLIENT_LISTED',
})

/** Lets the end of an answer wait for what is to be done first. */
function holdUntil(response: ServerResponse, first: () => Promise<void>): void {
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse
  response.end = (...given: unknown[]) => {
    first().then(
      () => end(...given),
      (error: Error) => response.destroy(error),
    )
    return response
  }
}

const server = createServer()
server.on('error', (error) => process.stderr.write(`${error.message}\n`))
await instance.createServ(grafserv).addTo(server)
if (process.env.AUDIT === 'true') {
  const { record } = openPool(process.env.DATABASE_URL, 2)
  server.prependListener('request', (request, response) => holdUntil(response, () => record(factOf(request))))
}
server.listen(Number(process.env.PORT), '127.0.0.1')
