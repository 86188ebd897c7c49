import pg from 'pg'

/** How much data there is. Every organization has the same. */
export interface Size {
  organizations: number
  clientsPerOrganization: number
  campaignsPerClient: number
  auditPerOrganization: number
  /** Clients of the one organization that has many. */
  manyClients: number
}

/** What the claims are made for. */
export const FULL: Size = {
  organizations: 100,
  clientsPerOrganization: 100,
  campaignsPerClient: 10,
  auditPerOrganization: 10_000,
  manyClients: 10_000,
}

/** A tenth, for a quick look. */
export const QUICK: Size = { ...FULL, auditPerOrganization: 500, clientsPerOrganization: 50 }

/** As little as shows whether all answer alike. */
export const FEW: Size = {
  organizations: 2,
  clientsPerOrganization: 25,
  campaignsPerClient: 10,
  auditPerOrganization: 10,
  manyClients: 30,
}

/** The organization that has many clients. */
export const MANY = 'org_many'

/** The organizations that requests are made for. */
export const organizationsOf = ({ organizations }: Size): string[] =>
  Array.from({ length: organizations }, (_, index) => `org_${index}`)

/** Ids as the gateway makes them: time ordered (version 7), `n` being the milliseconds. */
const HELPERS = `
create function pg_temp.id(n bigint) returns uuid language sql volatile as $$
  select (lpad(to_hex(1760000000000 + n), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid
$$;
create function pg_temp.moment(n bigint) returns timestamptz language sql immutable as $$
  select '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'
$$;`

const ORGANIZATIONS = `insert into organization (organization_id, name) select 'org_' || n, 'Organization ' || n from generate_series($1::int, $2::int) n`

const clients = (organization: string, series: string) => `
insert into client (organization_id, id, name, type, industry, sector, contact, status, onboarded_at, created_by, compliance,
  attributes, created_at, updated_at)
select ${organization}, pg_temp.id(n), 'Client ' || n, (array['MUNICIPALITY','LARGE_CORPORATION','MEDIUM_BUSINESS'])[1 + n % 3],
  'Retail', case n % 3 when 0 then 'GOVERNMENT' else 'BUSINESS' end,
  jsonb_build_object('name', 'Office ' || n, 'email', 'office' || n || '@client.example'), 'ACTIVE',
  pg_temp.moment(n), 'user_seed',
  '{"popiaCompliant": true, "securityClearance": "STANDARD", "dataClassification": "COMMERCIAL"}', '{}',
  pg_temp.moment(n), pg_temp.moment(n)
from ${series}`

const CAMPAIGNS = `
insert into campaign (organization_id, id, name, client_id, type, status, description, channels, budget_cents, created_by, created_at, updated_at)
select c.organization_id, pg_temp.id(n), c.name || ' campaign ' || n, c.id, 'EMAIL', 'ACTIVE', 'A campaign', '{EMAIL,SMS}',
  1000000, 'user_seed', c.created_at + n * interval '1 minute', c.created_at
from client c, generate_series(1, $3::int) n where c.organization_id = any($1) and c.created_by = $2`

const CONTENT = `
insert into content_item (id, organization_id, campaign_id, title, type, body, status, created_by, edited_by, created_at, updated_at)
select pg_temp.id(n), organization_id, id, 'Content ' || n, 'EMAIL', 'Text', 'DRAFT', 'user_seed', 'user_seed', created_at, created_at
from campaign, generate_series(1, 2) n where organization_id = any($1)`

const ANALYTICS = `
insert into analytics_record
select organization_id, pg_temp.id(n), id, null, 'EMAIL', '2026-01-01'::date + n, 1000, 100, 10, 5000, 9000, null, created_at, created_at
from campaign, generate_series(1, 3) n where organization_id = any($1)`

const FIGURES = 'records, impressions, clicks, conversions, spend_cents, revenue_cents'
const SUMS = FIGURES.replace('records', 'count(*)').replace(/, (\w+)/g, ', sum($1)')
const KEYS = { campaign_day: 'campaign_id, day', campaign_total: 'campaign_id', organization_day: 'day' }

/** What the records add up to, as the gateway keeps it. */
export const ROLL_UPS = Object.entries(KEYS).map(
  ([table, keys]) => `insert into ${table} (organization_id, ${keys}, ${FIGURES})
    select organization_id, ${keys}, ${SUMS} from analytics_record where organization_id = any($1)
    group by organization_id, ${keys}`,
)

/** Real chains, so that `GET /api/audit/verify` holds for them: the database links what it is given. */
const AUDIT = `
select append(organization_id, (
  select jsonb_agg(jsonb_build_object('id', pg_temp.id(place), 'action', 'CLIENT_LISTED', 'userId', 'user_' || place % 50,
    'resourceType', 'CLIENT', 'metadata', jsonb_build_object('ipAddress', 'unknown', 'userAgent', 'seed')))
  from generate_series(1, $1::int) place
), true)
from organization where organization_id like 'org!_%' escape '!'
  and organization_id not in (select organization_id from organization_head)`

type Progress = (text: string) => void

/** Fills a migrated, empty database in one transaction, as its administrator. */
export async function seed(administratorUrl: string, size: Size, progress: Progress): Promise<void> {
  await filling(administratorUrl, async (client) => {
    await addOrganizations(client, 0, size.organizations, size, progress)
    progress(`one organization with ${size.manyClients} clients`)
    await client.query(`insert into organization (organization_id, name) values ($1, 'Many')`, [MANY])
    await client.query(clients('$1', 'generate_series(1, $2::int) n'), [MANY, size.manyClients])
    await addAudit(client, size, progress)
  })
}

/** Adds organizations until others than those that are measured have `factor` times the data. */
export async function grow(administratorUrl: string, size: Size, factor: number, progress: Progress): Promise<void> {
  await filling(administratorUrl, async (client) => {
    await addOrganizations(client, size.organizations, size.organizations * factor, size, progress)
    await addAudit(client, size, progress)
  })
}

async function filling(administratorUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: administratorUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(HELPERS)
    await work(client)
    await client.query('commit')
    // As after the autovacuum that any living database has had: figures must not depend on when it comes.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function addOrganizations(client: pg.Client, from: number, to: number, size: Size, progress: Progress) {
  const ids = Array.from({ length: to - from }, (_, index) => `org_${from + index}`)
  const perOrganization = size.clientsPerOrganization
  progress(`${ids.length} organizations, ${ids.length * perOrganization} clients`)
  await client.query(ORGANIZATIONS, [from, to - 1])
  const series = `unnest($1::text[]) organization(id), generate_series(1, $2::int) n`
  await client.query(clients('organization.id', series), [ids, perOrganization])
  progress(`${ids.length * perOrganization * size.campaignsPerClient} campaigns, their content and analytics`)
  await client.query(CAMPAIGNS, [ids, 'user_seed', size.campaignsPerClient])
  await client.query(CONTENT, [ids])
  await client.query(ANALYTICS, [ids])
  for (const rollUp of ROLL_UPS) await client.query(rollUp, [ids])
}

async function addAudit(client: pg.Client, size: Size, progress: Progress) {
  progress(`audit chains of ${size.auditPerOrganization} records each`)
  await client.query(AUDIT, [size.auditPerOrganization])
}
