import { createServer } from 'node:http'
import { grafserv } from 'grafserv/node'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

/*
 * PostGraphile 5 as its documentation sets it up for production, on the gateway's tables: row-level security, with the
 * role and the tenant set per request. It checks no token and writes no audit. Whose data it is, a header says.
 */

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
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
        'app.organization_id': String(node?.req.headers['x-organization'] ?? ''),
      },
    }),
  },
  grafserv: { graphqlPath: '/graphql', graphiql: false, websockets: false },
})

const server = createServer()
server.on('error', (error) => process.stderr.write(`${error.message}\n`))
await instance.createServ(grafserv).addTo(server)
server.listen(Number(process.env.PORT), '127.0.0.1')
