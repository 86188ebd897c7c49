import { hash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'

/*
 * The floor: what the answers cost at least. Bare node:http and pg, with the SQL that the gateway sends, and nothing
 * of what else it does: no token, no permissions, no validation, no rate limit, no log. Whose data it is, a header says.
 */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const isAudited = process.env.AUDIT === 'true'
const integers = { getTypeParser: (oid: number) => (oid === 20 ? Number : pg.types.getTypeParser(oid)) }

type Query = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>

interface Fact {
  action: string
  resourceId: string | null
}

async function transaction<T>(
  role: string,
  organization: string,
  mode: string,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(
      `begin ${mode}; set local role ${role}; set local statement_timeout = '30s'; ` +
        `select set_config('app.organization_id', '${organization}', true)`,
    )
    const result = await work(
      async (text, values) => (await client.query({ text, values, types: integers as never })).rows,
    )
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

async function record(query: Query, organization: string, { action, resourceId }: Fact): Promise<void> {
  const facts = {
    action,
    id: randomUUID(),
    metadata: { ipAddress: 'unknown', userAgent: 'floor' },
    organizationId: organization,
    resourceId,
    resourceType: action.split('_')[0],
    userId: 'user_floor',
  }
  await query('select append($1, $2::jsonb, true)', [organization, JSON.stringify([facts])])
}

/** A read, and then its record, durable before the answer leaves. */
async function read<T>(organization: string, fact: Fact, work: (query: Query) => Promise<T>): Promise<T> {
  const result = await transaction('gateway_tenant', organization, 'read only', work)
  if (isAudited) await transaction('gateway_system', '', '', (query) => record(query, organization, fact))
  return result
}

const paged = (url: URL) => {
  const [page, limit] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('limit'))]
  return { page, limit, offset: (page - 1) * limit }
}

const metaOf = (total: number, { page, limit }: { page: number; limit: number }) => ({
  total,
  page,
  limit,
  pages: Math.ceil(total / limit),
})

const countOf = ([row]: Record<string, unknown>[]) => Number(row?.count)

function listClients(organization: string, url: URL) {
  const asked = paged(url)
  return read(organization, { action: 'CLIENT_LISTED', resourceId: null }, async (query) => {
    const rows = await query(
      `select "id", "name", "type", "sector", coalesce(security_clearance, compliance->>'securityClearance') as "security_clearance"
       from "client" where "client"."organization_id" = $1 order by "created_at" desc, "id" desc limit $2 offset $3`,
      [organization, asked.limit, asked.offset],
    )
    const sectors = await query(
      'select "sector", count(*) as "count" from "client" where "client"."organization_id" = $1 group by "sector"',
      [organization],
    )
    const sector = (name: string) => countOf(sectors.filter((row) => row.sector === name)) || 0
    const data = rows.map(({ id, name, type, sector, security_clearance }) => ({
      id,
      name,
      type,
      sector,
      securityClearance: security_clearance,
    }))
    const [government, business] = [sector('GOVERNMENT'), sector('BUSINESS')]
    const meta = { ...metaOf(government + business, asked), government, business }
    return { success: true, data, meta }
  })
}

const clientOf = (row: Record<string, unknown>) => ({
  id: row.id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  name: row.name,
  type: row.type,
  industry: row.industry,
  sector: row.sector,
  contact: row.contact,
  governmentLevel: row.government_level,
  securityClearance: row.security_clearance,
  status: row.status,
  onboardedAt: row.onboarded_at,
  createdBy: row.created_by,
  compliance: row.compliance,
  serviceProviderId: row.organization_id,
})

function oneClient(organization: string, id: string) {
  return read(organization, { action: 'CLIENT_VIEWED', resourceId: id }, async (query) => {
    const [row = {}] = await query('select * from "client" where "id" = $1 and "client"."organization_id" = $2', [
      id,
      organization,
    ])
    return { success: true, data: clientOf(row) }
  })
}

const GOVERNMENT = ['MUNICIPALITY', 'PROVINCIAL_GOVT', 'NATIONAL_GOVT', 'STATE_OWNED_ENTITY']

function listCampaigns(organization: string, url: URL) {
  const asked = paged(url)
  return read(organization, { action: 'CAMPAIGN_LISTED', resourceId: null }, async (query) => {
    const rows = await query(
      'select * from "campaign" where "campaign"."organization_id" = $1 order by "created_at" desc, "id" desc limit $2 offset $3',
      [organization, asked.limit, asked.offset],
    )
    const total = await query('select count(*) as "count" from "campaign" where "campaign"."organization_id" = $1', [
      organization,
    ])
    const ids = rows.map((row) => row.id)
    const owners = [...new Set(rows.map((row) => row.client_id))]
    const clients = await query(
      'select * from "client" where "id" = any($1::uuid[]) and "client"."organization_id" = $2',
      [owners, organization],
    )
    const counted = async (table: string) => {
      const counts = await query(
        `select "campaign_id", count(*) as "count" from "${table}" where "campaign_id" = any($1::uuid[])
         and "${table}"."organization_id" = $2 group by "campaign_id"`,
        [ids, organization],
      )
      return new Map(counts.map((row) => [row.campaign_id, row.count]))
    }
    const [contents, records] = [await counted('content_item'), await counted('analytics_record')]
    const byId = new Map(clients.map((client) => [client.id, client]))
    const data = rows.map((row) => ({
      id: row.id,
      name: row.name,
      clientId: row.client_id,
      clientName: byId.get(row.client_id)?.name,
      clientSector: GOVERNMENT.includes(String(byId.get(row.client_id)?.type)) ? 'GOVERNMENT' : 'BUSINESS',
      type: row.type,
      status: row.status,
      contentCount: contents.get(row.id) ?? 0,
      analyticsCount: records.get(row.id) ?? 0,
      createdAt: row.created_at,
    }))
    return { success: true, data, meta: metaOf(countOf(total), asked) }
  })
}

const MOMENT = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const CAMPAIGNS = `select "campaign"."id" as "id", "campaign"."name" as "name", "campaign"."type" as "type",
  "campaign"."status" as "status", ${MOMENT('"campaign"."created_at"')} as "createdAt" from "campaign"
  where "campaign"."client_id" = "client"."id" and "campaign"."organization_id" = $1
  order by "campaign"."created_at" desc, "campaign"."id" desc limit 10`

const CLIENTS = `select (select to_json(one)::text from (select "client"."id" as "id", "client"."name" as "name",
  "client"."type" as "type", "client"."sector" as "sector", "client"."status" as "status",
  ${MOMENT('"client"."created_at"')} as "createdAt",
  to_json(array(select one from (${CAMPAIGNS}) as one)) as "campaigns") as one) as "text"
  from "client" where "client"."organization_id" = $1
  order by "client"."created_at" desc, "client"."id" desc limit 20`

/** The answer to the one document that it is asked for; the rows are JSON already. */
function clientsWithCampaigns(organization: string) {
  return read(organization, { action: 'CLIENT_LISTED', resourceId: null }, async (query) => {
    const clients = await query(CLIENTS, [organization])
    return `{"data":{"clients":{"nodes":[${clients.map(({ text }) => text)}]}}}`
  })
}

const INSERT = `insert into "client" ("id", "organization_id", "created_at", "updated_at", "name", "type", "industry",
  "sector", "contact", "government_level", "security_clearance", "status", "onboarded_at", "created_by", "compliance",
  "attributes") values ($1, $2, $3, $3, $4, $5, $6, $7, $8, null, null, 'PENDING', $3, 'user_floor', $9, '{}') returning *`

const COMPLIANCE = { popiaCompliant: true, securityClearance: 'STANDARD', dataClassification: 'COMMERCIAL' }

async function createClient(organization: string, request: IncomingMessage) {
  const { name, type, industry, sector, contact } = JSON.parse(await text(request))
  const id = randomUUID()
  return transaction('gateway_tenant', organization, '', async (query) => {
    const values = [id, organization, new Date(), name, type, industry, sector, contact, COMPLIANCE]
    const [row = {}] = await query(INSERT, values)
    if (isAudited) await record(query, organization, { action: 'CLIENT_CREATED', resourceId: id })
    return { success: true, data: clientOf(row) }
  })
}

function answer(request: IncomingMessage): Promise<unknown> {
  const organization = String(request.headers['x-organization'])
  const url = new URL(request.url ?? '/', 'http://floor')
  if (url.pathname === '/graphql') return clientsWithCampaigns(organization)
  if (request.method === 'POST') return createClient(organization, request)
  if (url.pathname === '/api/clients') return listClients(organization, url)
  if (url.pathname === '/api/campaigns') return listCampaigns(organization, url)
  return oneClient(organization, url.pathname.slice('/api/clients/'.length))
}

createServer((request, response) => {
  answer(request).then(
    (value) => {
      const body = typeof value === 'string' ? value : JSON.stringify(value)
      const headers: Record<string, string | number> = {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      }
      // The entity tag is part of the answer of a single resource.
      if (request.method === 'GET' && request.url?.startsWith('/api/clients/'))
        headers.etag = `"${hash('sha256', body, 'base64url')}"`
      response.writeHead(request.method === 'POST' && request.url !== '/graphql' ? 201 : 200, headers).end(body)
    },
    (error: Error) => response.writeHead(500).end(error.message),
  )
}).listen(Number(process.env.PORT), '127.0.0.1')
