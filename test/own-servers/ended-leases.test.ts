/** More than 20 s on a busy machine: it opens the embedded database in a folder twice. */
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ormOptions } from '../../mikro-orm.config.ts'
import { openDatabase } from '../../src/data/open-database.ts'
import { createLog } from '../../src/main/log.ts'
import { fillDataFolder } from '../support/images.ts'

/**
 * Leases that cannot expire during the test. The kinds `webhooks` and `requests` have no lease, and are due later. The
 * mail needs no invitation: foreign keys are off.
 */
const LEFT_BY_A_CRASH = `
  set session_replication_role = replica;
  insert into organization (organization_id) values ('leases-a'), ('leases-b');
  insert into mail (organization_id, id, invitation_id, sealed_mail, give_up_at, lease, leased_until) values
    ('leases-a', gen_random_uuid(), gen_random_uuid(), '', now() + interval '3 days', gen_random_uuid(), now() + interval '1 day');
  insert into due_work (organization_id, kind, due_at, lease, leased_until) values
    ('leases-a', 'mail', now() + interval '23 hours', null, null),
    ('leases-a', 'webhooks', now() + interval '2 days', null, null),
    ('leases-b', 'campaigns', now() + interval '1 day', gen_random_uuid(), now() + interval '1 day'),
    ('leases-b', 'requests', now() + interval '2 days', null, null);`

test('a start on the embedded database ends the leases of the earlier process', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gateway-leases-'))
  await fillDataFolder(folder.path)
  const ask = async (...statements: string[]) => {
    const { pool, close } = await openDatabase({ dataDir: folder.path }, ormOptions, { log: createLog('silent') })
    const client = await pool.connect()
    try {
      const answers = []
      for (const statement of statements) answers.push((await client.query(statement, [])).rows)
      return answers
    } finally {
      client.release()
      await close()
    }
  }
  await ask(...LEFT_BY_A_CRASH.split(';').filter((statement) => statement.trim()))
  const due = `select kind from due_work where organization_id like 'leases-%' and due_at <= now()
    and (leased_until is null or leased_until <= now()) order by kind`
  const leased = `select 1 from mail where organization_id like 'leases-%' and leased_until > now()`
  expect(await ask(due, leased)).toEqual([[{ kind: 'campaigns' }, { kind: 'mail' }], []])
})
