import { Migration } from '@mikro-orm/migrations'
import { tenantTable } from '../../src/kernel/rls.ts'

/*
 * Roll-ups: what was achieved per campaign and day, per campaign, and per organization and day. Triggers keep them in
 * the transaction of the records, whoever adds or deletes these: an ingest, the cascade of a campaign, a job. So a
 * dashboard reads as many rows as it shows days, however many records stand behind them.
 */

const MEASURES = ['impressions', 'clicks', 'conversions', 'spend_cents', 'revenue_cents']
const FIGURES = ['records', ...MEASURES]
const READ_WRITE = ['select', 'insert', 'update', 'delete'] as const

/** The tables and their keys. Triggers take the rows in this order, and each table's in the order of its key. */
const ROLL_UPS: [table: string, key: string[]][] = [
  ['campaign_day', ['campaign_id', 'day']],
  ['campaign_total', ['campaign_id']],
  ['organization_day', ['organization_id', 'day']],
]

const INDEXES = [
  'create index campaign_day_by_organization on campaign_day (organization_id, day)',
  'create index campaign_total_by_organization on campaign_total (organization_id)',
]

const COLUMNS: Record<string, string> = {
  campaign_id: 'uuid not null references campaign on delete cascade',
  organization_id: 'text not null references organization',
  day: 'date not null',
}

/** Keys for analytics records, the indexes of their lists, and the roll-ups. */
export class Migration20261121000200_analytics extends Migration {
  override up(): void {
    for (const statement of [...RECORDS, ...ROLL_UPS.map(table), ...FILL, ...INDEXES, ...access(), ...triggers()]) {
      this.addSql(statement)
    }
  }
}

const RECORDS = [
  'alter table analytics_record add column key text',
  'create unique index analytics_record_key on analytics_record (organization_id, key) where key is not null',
  'create index analytics_record_by_day on analytics_record (organization_id, day, id)',
  'create index analytics_record_by_creation on analytics_record (organization_id, created_at, id)',
  'create index analytics_record_by_content on analytics_record (content_id) where content_id is not null',
  'drop index analytics_record_by_campaign',
  'create index analytics_record_by_campaign on analytics_record (campaign_id, day, id)',
  // The triggers add and subtract whole records: one that could change would make the roll-ups wrong.
  'revoke update on analytics_record from gateway_tenant',
]

function table([name, key]: [string, string[]]): string {
  const columns = [...new Set(['organization_id', ...key])].map((column) => `${column} ${COLUMNS[column]}`)
  const figures = FIGURES.map((figure) => `${figure} bigint not null`)
  const primaryKey = `primary key (${key.join(', ')})`
  return `create table ${name} (${[...columns, ...figures, primaryKey].join(', ')}) with (fillfactor = 80)`
}

const sums = ['count(*)', ...MEASURES.map((measure) => `sum(${measure})`)].join(', ')

/** Fills a roll-up from `source`: records, or those that a statement added. */
function sumUp([name, key]: [string, string[]], source: string): string {
  const columns = [...new Set(['organization_id', ...key])].join(', ')
  return `insert into ${name} as kept (${columns}, ${FIGURES.join(', ')})
    select ${columns}, ${sums} from ${source} group by ${columns} order by ${key.join(', ')}`
}

/** Records from before: row-level security that is forced hides them from whoever owns the table, too. */
const FILL = [
  'alter table analytics_record no force row level security',
  ...ROLL_UPS.map((rollUp) => sumUp(rollUp, 'analytics_record')),
  'alter table analytics_record force row level security',
]

const access = () =>
  ROLL_UPS.flatMap(([name]) => tenantTable(name, { tenant: [...READ_WRITE], system: [...READ_WRITE] }))

function add([name, key]: [string, string[]]): string {
  const sets = FIGURES.map((figure) => `${figure} = kept.${figure} + excluded.${figure}`)
  return `${sumUp([name, key], 'added')} on conflict (${key.join(', ')}) do update set ${sets.join(', ')};`
}

/** An update takes its locks in no certain order, so the rows are locked first. Those of a deleted campaign are gone. */
function subtract([name, key]: [string, string[]]): string {
  const keys = key.join(', ')
  const same = key.map((column) => `kept.${column} = gone.${column}`).join(' and ')
  const sets = FIGURES.map((figure) => `${figure} = kept.${figure} - gone.${figure}`)
  return `perform 1 from ${name} where (${keys}) in (select ${keys} from removed) order by ${keys} for update;
    update ${name} as kept set ${sets.join(', ')}
    from (select ${keys}, ${sums} from removed group by ${keys}) as gone (${keys}, ${FIGURES.join(', ')})
    where ${same};`
}

const trigger = (name: string, event: string, rows: string, body: string[]) => [
  `create function ${name}() returns trigger language plpgsql as $$
  begin
    ${body.join('\n    ')}
    return null;
  end $$`,
  `create trigger ${name} after ${event} on analytics_record referencing ${rows}
  for each statement execute function ${name}()`,
]

const triggers = () => [
  ...trigger('analytics_record_added', 'insert', 'new table as added', ROLL_UPS.map(add)),
  ...trigger('analytics_record_removed', 'delete', 'old table as removed', ROLL_UPS.map(subtract)),
]
