/** @long it erases data and lets retention delete data, on an embedded database and on a server of its own, and reads all files. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { ormOptions } from '../../mikro-orm.config.ts'
import { clearDeadRows } from '../../src/background/dead-rows.ts'
import { openDatabase } from '../../src/data/open-database.ts'
import { enforceRetention } from '../../src/features/privacy/retention/retention.jobs.ts'
import { createLog } from '../../src/main/log.ts'
import { type Cluster, hasPostgres, startCluster } from '../support/cluster.ts'
import { openOn } from '../support/database.ts'
import { fillDataFolder } from '../support/images.ts'
import { holdWork, performDue, performFor, releaseWork, toolsOf } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import { tuplesHave } from '../support/pages.ts'
import { aClient, aConsent, aGrantedRequest, aMember, anInvitation, aSubject, completeNow } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/*
 * The old version of a changed or deleted row stays in the files of the database until it is removed.
 */

/** Erases a data subject with rows in several tables. */
async function eraseOne(server: TestServer, actor: Actor): Promise<string> {
  const subject = aSubject()
  await aClient(actor, { contact: { email: subject.email }, name: subject.name })
  await aConsent(actor, { subject })
  await aMember(actor, { name: subject.name, email: subject.email })
  await anInvitation(actor, { email: subject.email })
  const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
  const executor = server.actor({ organizationId: actor.organizationId })
  const { body } = await completeNow(executor, id)
  expect(body.data.status).toBe('COMPLETED')
  return subject.email
}

/** Makes retention delete an old invitation. */
async function forgetOne(server: TestServer, actor: Actor): Promise<string> {
  const { email } = await anInvitation(actor)
  await inOrganization(
    server,
    actor,
    sql`update invitation set expires_at = now() - interval '9 years' where organization_id = ${actor.organizationId}`,
  )
  await performFor(actor, enforceRetention, toolsOf(server))
  const { body } = await actor.rest('GET', '/api/invitations')
  expect(body.data).toEqual([])
  return email
}

const WAYS = [
  ['an erasure', eraseOne],
  ['retention', forgetOne],
] as const

test.each(WAYS)('in an embedded database, no file contains data that %s removed', async (_, takeAway) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-dead-'))
  await fillDataFolder(folder)
  const opened = await startServer({}, () =>
    openDatabase({ dataDir: folder }, ormOptions, { log: createLog('silent') }),
  )
  try {
    // Otherwise the gateway could clear the files before the test has read them, on a slow machine.
    const actor = opened.actor()
    await holdWork(opened, actor, 'dead_rows')
    const email = await takeAway(opened, actor)
    const filesWith = async () => {
      const names = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = names.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name))
      const texts = await Promise.all(files.map(async (file) => [file, await readFile(file)] as const))
      return texts.filter(([, bytes]) => bytes.includes(email)).map(([file]) => file)
    }
    expect(await filesWith()).not.toEqual([])
    await releaseWork(opened, actor, 'dead_rows')
    await performDue(clearDeadRows, toolsOf(opened))
    expect(await filesWith()).toEqual([])
  } finally {
    await opened.close()
    await rm(folder, { recursive: true, force: true })
  }
})

/** Tables, their indexes and their TOAST tables in which a tuple contains a text. */
async function relationsWith(cluster: Cluster, text: string): Promise<string[]> {
  const files = await cluster.admin<{ name: string; file: Buffer }>(
    'checkpoint',
    `select oid::regclass::text as name, pg_read_binary_file(pg_relation_filepath(oid)) as file from pg_class
      where relkind in ('r', 'i', 't') and oid >= 16384`,
  )
  return files.filter(({ file }) => tuplesHave(file, text)).map(({ name }) => name)
}

const configured = (cluster: Cluster, ...settings: string[]) =>
  cluster.admin(...settings.map((setting) => `alter system ${setting}`), 'select pg_reload_conf()')

if (hasPostgres())
  test.each(WAYS)(
    'on a server, autovacuum soon removes data that %s deleted from tables and indexes',
    async (_, takeAway) => {
      await using cluster = await startCluster()
      await configured(cluster, 'set autovacuum = off', 'set autovacuum_naptime = 1')
      await using server = await startServer({ DATABASE_URL: cluster.url }, () => openOn(cluster.url))
      const email = await takeAway(server, server.actor())
      expect(await relationsWith(cluster, email)).toEqual(expect.arrayContaining(['invitation', 'invitation_pending']))
      await configured(cluster, 'reset autovacuum')
      await until('no tuple to have it', async () => (await relationsWith(cluster, email)).length === 0)
    },
  )
