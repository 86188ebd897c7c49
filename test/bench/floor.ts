import { hash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import jwt from 'jsonwebtoken'
import { JwksClient } from 'jwks-rsa'
import { LRUCache } from 'lru-cache'
import { CREATE } from './documents.ts'
import { append, type Fact, openPool, type Query } from './floor-database.ts'
import { QUERIES } from './floor-graphql.ts'
import { createClient, dashboard, listCampaigns, listClients, oneClient } from './floor-rest.ts'

/*
 * The floor: what the answers cost at least. Bare node:http and pg that do what the gateway promises and no more: a
 * verified token, a transaction of the tenant behind row-level security, a record of every read in the chain of the
 * organization, durable before the answer leaves. No permissions, no limits, no log, no metrics, no validation, no GraphQL.
 */

const { AUTH_ISSUER: issuer = '', DATABASE_URL, PORT } = process.env
const { transaction, record } = openPool(DATABASE_URL, 10)
const keys = new JwksClient({ jwksUri: issuer })

interface Caller {
  organization: string
  user: string
}

/** Tokens that were verified, by their hash. */
const callers = new LRUCache<string, Caller>({ max: 10_000 })

async function verified(token: string): Promise<Caller> {
  const { kid } = jwt.decode(token, { complete: true })?.header ?? {}
  const key = (await keys.getSigningKey(kid)).getPublicKey()
  const claims = jwt.verify(token, key, { algorithms: ['RS256'], issuer }) as jwt.JwtPayload
  return { organization: String(claims.org_id), user: String(claims.sub) }
}

async function callerOf({ headers: { authorization = '' } }: IncomingMessage): Promise<Caller> {
  const token = authorization.slice('Bearer '.length)
  const key = hash('sha256', token, 'base64url')
  const caller = callers.get(key) ?? (await verified(token))
  callers.set(key, caller)
  return caller
}

/** A read, and then its record. */
async function read<T>(
  { organization, user }: Caller,
  fact: Omit<Fact, keyof Caller>,
  work: (query: Query) => Promise<T>,
) {
  const result = await transaction('read only', 'gateway_tenant', organization, work)
  await record({ organization, user, ...fact })
  return result
}

/** A new client, and its record and event in the same transaction. */
function create({ organization, user }: Caller, input: Record<string, unknown>) {
  return transaction('', 'gateway_tenant', organization, async (query) => {
    const id = randomUUID()
    const created = createClient(query, organization, user, id, input)
    void append(query, { organization, user, action: 'CLIENT_CREATED', resourceId: id, sector: input.sector })
    return { created }
  }).then(({ created }) => created)
}

async function graphql(caller: Caller, request: IncomingMessage): Promise<string> {
  const { query: document, variables = {} } = JSON.parse(await text(request))
  if (document === CREATE.gateway) {
    const { id, name, type, sector, status, createdAt } = await create(caller, variables.input)
    return JSON.stringify({ data: { createClient: { id, name, type, sector, status, createdAt } } })
  }
  const known = QUERIES.get(document)
  if (!known) throw new Error('The floor does not know this document')
  const data = await read(caller, known.fact, (query) => known.data(query, caller.organization, variables))
  return `{"data":${data}}`
}

interface Answer {
  status?: number
  body: string
  headers?: OutgoingHttpHeaders
}

const written = (value: unknown) => ({ body: JSON.stringify(value) })

async function answer(request: IncomingMessage): Promise<Answer> {
  const caller = await callerOf(request)
  const { organization } = caller
  const url = new URL(request.url ?? '/', 'http://floor')
  if (url.pathname === '/graphql') return { body: await graphql(caller, request) }
  if (request.method === 'POST') {
    const data = await create(caller, JSON.parse(await text(request)))
    return { status: 201, ...written({ success: true, data }) }
  }
  if (url.pathname === '/api/clients')
    return written(await read(caller, { action: 'CLIENT_LISTED' }, (query) => listClients(query, organization, url)))
  if (url.pathname === '/api/campaigns')
    return written(
      await read(caller, { action: 'CAMPAIGN_LISTED' }, (query) => listCampaigns(query, organization, url)),
    )
  if (url.pathname === '/api/analytics/dashboard')
    return written(await read(caller, { action: 'DASHBOARD_VIEWED' }, (query) => dashboard(query, organization)))
  const resourceId = url.pathname.slice('/api/clients/'.length)
  const fact = { action: 'CLIENT_VIEWED', resourceId }
  const { body } = written(await read(caller, fact, (query) => oneClient(query, organization, resourceId)))
  // The entity tag is part of the answer of a single resource.
  return { body, headers: { etag: `"${hash('sha256', body, 'base64url')}"` } }
}

createServer((request, response) => {
  answer(request).then(
    ({ status = 200, body, headers }) => {
      const own = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }
      response.writeHead(status, { ...own, ...headers }).end(body)
    },
    (error: Error) => response.writeHead(500).end(error.message),
  )
}).listen(Number(PORT), '127.0.0.1')
