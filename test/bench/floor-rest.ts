import type { Query, Row } from './floor-database.ts'

/* Answers of the legacy API, from columns. */

const paged = (url: URL) => {
  const [page, limit] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('limit'))]
  // As parameters, PostgreSQL would plan the statement again each time.
  return { page, limit, span: `limit ${limit} offset ${(page - 1) * limit}` }
}

const metaOf = (total: number, { page, limit }: { page: number; limit: number }) => ({
  total,
  page,
  limit,
  pages: Math.ceil(total / limit),
})

const PAGE = `select "id", "name", "type", "sector",
  coalesce(security_clearance, compliance->>'securityClearance') as "securityClearance"
  from "client" where organization_id = $1 order by "created_at" desc, "id" desc`
const counts = (table: string) =>
  `jsonb_each_text(coalesce(h.counts, count_rows(h.organization_id))->'${table}') as counted where h.organization_id = $1`
const SECTORS = `select key as sector, value::bigint as count from organization_head h, ${counts('client')}`

export async function listClients(query: Query, organization: string, url: URL) {
  const asked = paged(url)
  const [data, sectors] = await Promise.all([
    query(`${PAGE} ${asked.span}`, [organization]),
    query(SECTORS, [organization]),
  ])
  const of = (name: string) => Number(sectors.find(({ sector }) => sector === name)?.count ?? 0)
  const [government, business] = [of('GOVERNMENT'), of('BUSINESS')]
  return { success: true, data, meta: { ...metaOf(government + business, asked), government, business } }
}

const COLUMNS = `id, created_at as "createdAt", updated_at as "updatedAt", name, type, industry, sector, contact,
  government_level as "governmentLevel", security_clearance as "securityClearance", status, onboarded_at as "onboardedAt",
  created_by as "createdBy", compliance, organization_id as "serviceProviderId"`

const shown = (row: Row | undefined) =>
  row && {
    ...row,
    compliance: { ...(row.compliance as Row), note: null, assessedBy: null, assessedAt: null },
  }

export async function oneClient(query: Query, organization: string, id: string) {
  const [row] = await query(`select ${COLUMNS} from client where organization_id = $1 and id = $2`, [organization, id])
  return { success: true, data: shown(row) }
}

const CAMPAIGNS = `select m.id, m.name, m.client_id as "clientId", c.name as "clientName", case when c.type in
  ('MUNICIPALITY', 'PROVINCIAL_GOVT', 'NATIONAL_GOVT', 'STATE_OWNED_ENTITY') then 'GOVERNMENT' else 'BUSINESS' end as "clientSector",
  m.type, m.status, (select count(*) from content_item i where i.organization_id = $1 and i.campaign_id = m.id) as "contentCount",
  coalesce((select records from campaign_total t where t.organization_id = $1 and t.campaign_id = m.id), 0) as "analyticsCount",
  m.created_at as "createdAt" from campaign m left join client c on c.organization_id = $1 and c.id = m.client_id
  where m.organization_id = $1 order by m.created_at desc, m.id desc`

export async function listCampaigns(query: Query, organization: string, url: URL) {
  const asked = paged(url)
  const [data, total] = await Promise.all([
    query(`${CAMPAIGNS} ${asked.span}`, [organization]),
    query('select count(*) as count from campaign where organization_id = $1', [organization]),
  ])
  return { success: true, data, meta: metaOf(Number(total[0]?.count), asked) }
}

const INSERT = `insert into client (id, organization_id, created_at, updated_at, name, type, industry, sector, contact,
  status, onboarded_at, created_by, compliance, attributes)
  values ($1, $2, $3, $3, $4, $5, $6, $7, $8, 'PENDING', $3, $9, $10, '{}') returning ${COLUMNS}`

const COMPLIANCE = { popiaCompliant: true, securityClearance: 'STANDARD', dataClassification: 'COMMERCIAL' }

/** Sends a new client; what it is comes with the commit. */
export async function createClient(query: Query, organization: string, user: string, id: string, input: Row) {
  const { name, type, industry, sector, contact } = input
  const values = [id, organization, new Date(), name, type, industry, sector, contact, user, COMPLIANCE]
  const [row] = await query(INSERT, values)
  return shown(row) as Row
}

const MEASURES = ['records', 'impressions', 'clicks', 'conversions', 'spendCents', 'revenueCents'] as const
type Sums = Record<(typeof MEASURES)[number], number>

const stored = (name: string) => name.replace('Cents', '_cents')
const SUMS = MEASURES.map((name) => `coalesce(sum(${stored(name)}), 0)::bigint as "${name}"`).join(', ')

const TOTALS = `select ${SUMS} from organization_day where organization_id = $1`
const STATUSES = `select key as status, value::bigint as campaigns, ${MEASURES.map((name) => `coalesce(${stored(name)}, 0) as "${name}"`).join(', ')}
  from organization_head h cross join lateral (select * from ${counts('campaign')}) as counted
  left join results_by_status($1) r on r.status = key where h.organization_id = $1`
const PERIOD = `${TOTALS} and day >= $2 and day <= $3`
const CLIENTS = `select coalesce(sum(count), 0)::bigint as count from (${SECTORS}) as sectors`

const NAMES = 'DRAFT PENDING_APPROVAL SCHEDULED ACTIVE PAUSED COMPLETED CANCELLED FAILED ARCHIVED'.split(' ')
const ZONE = 'Africa/Johannesburg'
const DAY_MS = 86_400_000

const ratio = (value: number, of: number) => (of === 0 ? null : value / of)

const withRates = (sums: Sums) => ({
  ...sums,
  ctr: ratio(sums.clicks, sums.impressions),
  conversionRate: ratio(sums.conversions, sums.clicks),
  cpcCents: ratio(sums.spendCents, sums.clicks),
  cpaCents: ratio(sums.spendCents, sums.conversions),
  roi: ratio(sums.revenueCents - sums.spendCents, sums.spendCents),
})

/** Where the organization stands, by the roll-ups that the service keeps. */
export async function dashboard(query: Query, organization: string) {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: ZONE })
  const ago = (days: number) => new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10)
  const recent = { from: ago(29), to: today }
  const before = { from: ago(59), to: ago(30) }
  const [totals, statuses, now, past, clients] = await Promise.all([
    query(TOTALS, [organization]),
    query(STATUSES, [organization]),
    query(PERIOD, [organization, recent.from, recent.to]),
    query(PERIOD, [organization, before.from, before.to]),
    query(CLIENTS, [organization]),
  ])
  const none = Object.fromEntries(MEASURES.map((name) => [name, 0]))
  const sums = ([row]: Row[]) => row as Sums
  const change = (name: keyof Sums) => (sums(past)[name] === 0 ? null : sums(now)[name] / sums(past)[name] - 1)
  const byStatus = NAMES.map((status) => {
    const row = statuses.find((each) => each.status === status) ?? { ...none, status, campaigns: 0 }
    return withRates(row as Sums)
  })
  const data = {
    timeZone: ZONE,
    today,
    clients: clients[0]?.count,
    campaigns: statuses.reduce((sum, { campaigns }) => sum + Number(campaigns), 0),
    totals: withRates(sums(totals)),
    byStatus,
    last30Days: { ...withRates(sums(now)), ...recent },
    previous30Days: { ...withRates(sums(past)), ...before },
    change: Object.fromEntries(MEASURES.slice(1).map((name) => [name, change(name)])),
  }
  return { success: true, data }
}
