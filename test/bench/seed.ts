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

/** The organization that has many clients. */
export const MANY = 'org_many'

/** The organizations that requests are made for. */
export const organizationsOf = ({ organizations }: Size): string[] =>
  Array.from({ length: organizations }, (_, index) => `org_${index}`)

const TABLES = ['organization', 'client', 'campaign', 'content_item', 'analytics_record', 'audit_head', 'audit_record']

/** Ids as the gateway makes them: time ordered (version 7), `n` being the milliseconds. */
const HELPERS = `
create function pg_temp.id(n bigint) returns uuid language sql volatile as $$
  select (lpad(to_hex(1760000000000 + n), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid
$$;
create function pg_temp.moment(n bigint) returns timestamptz language sql immutable as $$
  select '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'
$$;`

const ORGANIZATIONS = `insert into organization (id, name) select 'org_' || n, 'Organization ' || n from generate_series($1::int, $2::int) n`

const clients = (organization: string, series: string) => `
insert into client
select pg_temp.id(n), ${organization}, 'Client ' || n, (array['MUNICIPALITY','LARGE_CORPORATION','MEDIUM_BUSINESS'])[1 + n % 3],
  'Retail', case n % 3 when 0 then 'GOVERNMENT' else 'BUSINESS' end,
  jsonb_build_object('name', 'Office ' || n, 'email', 'office' || n || '@client.example'), null, null, 'ACTIVE',
  pg_temp.moment(n), 'user_seed',
  '{"popiaCompliant": true, "securityClearance": "STANDARD", "dataClassification": "COMMERCIAL"}', '{}',
  pg_temp.moment(n), pg_temp.moment(n)
from ${series}`

const CAMPAIGNS = `
insert into campaign
select pg_temp.id(n), c.organization_id, c.name || ' campaign ' || n, c.id, 'EMAIL', 'ACTIVE', 'A campaign', '{EMAIL,SMS}',
  1000000, null, null, 'user_seed', c.created_at + n * interval '1 minute', c.created_at
from client c, generate_series(1, $3::int) n where c.organization_id = any($1) and c.created_by = $2`

const CONTENT = `
insert into content_item (id, organization_id, campaign_id, title, type, body, status, created_by, edited_by, created_at, updated_at)
select pg_temp.id(n), organization_id, id, 'Content ' || n, 'EMAIL', 'Text', 'DRAFT', 'user_seed', 'user_seed', created_at, created_at
from campaign, generate_series(1, 2) n where organization_id = any($1)`

const ANALYTICS = `
insert into analytics_record
select pg_temp.id(n), organization_id, id, null, 'EMAIL', '2026-01-01'::date + n, 1000, 100, 10, 5000, 9000, created_at, created_at
from campaign, generate_series(1, 3) n where organization_id = any($1)`

/** Real chains, in the canonical JSON that `audit_append` is given, so that `GET /api/audit/verify` holds for them. */
const AUDIT = `
do $do$
declare
  organization text; link text; place bigint; identifier uuid; moment timestamptz; canonical text;
begin
  for organization in select id from organization where id like 'org!_%' escape '!' and id not in (select organization_id from audit_head) loop
    link := repeat('0', 64);
    for place in 1..:count loop
      identifier := pg_temp.id(place);
      moment := pg_temp.moment(place);
      canonical := format('{"action":"CLIENT_LISTED","id":"%s","metadata":{"ipAddress":"unknown","userAgent":"seed"},'
        '"organizationId":"%s","resourceId":null,"resourceType":"CLIENT","timestamp":"%s","userId":"user_%s"}',
        identifier, organization, to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), place % 50);
      link := encode(sha256(convert_to(link || E'\\n' || place || E'\\n' || canonical, 'UTF8')), 'hex');
      insert into audit_record values (organization, place, identifier, 'CLIENT_LISTED', 'user_' || place % 50, 'CLIENT',
        null, moment, 'unknown', 'seed', link);
    end loop;
    insert into audit_head values (organization, :count, link);
  end loop;
end $do$`

type Progress = (text: string) => void

/**
 * Fills a migrated, empty database in one transaction. Forced row-level security also binds the owner, so it is lifted
 * for that long.
 */
export async function seed(url: string, size: Size, progress: Progress): Promise<void> {
  await asOwner(url, async (client) => {
    const { rowCount } = await client.query('select from organization limit 1')
    if (rowCount) throw new Error('The database of --database-url is not empty')
    await addOrganizations(client, 0, size.organizations, size, progress)
    progress(`one organization with ${size.manyClients} clients`)
    await client.query(`insert into organization (id, name) values ($1, 'Many')`, [MANY])
    await client.query(clients('$1', 'generate_series(1, $2::int) n'), [MANY, size.manyClients])
    await addAudit(client, size, progress)
  })
}

/** Adds organizations until others than those that are measured have `factor` times the data. */
export async function grow(url: string, size: Size, factor: number, progress: Progress): Promise<void> {
  await asOwner(url, async (client) => {
    await addOrganizations(client, size.organizations, size.organizations * factor, size, progress)
    await addAudit(client, size, progress)
  })
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    for (const table of TABLES) await client.query(`alter table ${table} no force row level security`)
    await client.query(HELPERS)
    await work(client)
    for (const table of TABLES) await client.query(`alter table ${table} force row level security`)
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
}

async function addAudit(client: pg.Client, size: Size, progress: Progress) {
  progress(`audit chains of ${size.auditPerOrganization} records each`)
  await client.query(AUDIT.replaceAll(':count', String(size.auditPerOrganization)))
}
