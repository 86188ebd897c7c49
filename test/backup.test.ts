/** @long it makes, damages and restores backups of whole databases. */
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { ormOptions } from '../mikro-orm.config.ts'
import { type OpenDatabase, openDatabase } from '../src/data/open-database.ts'
import type { Progress } from '../src/data/store/ask.ts'
import { backupEmbedded, restoreEmbedded } from '../src/main/backup/embedded.ts'
import { type Manifest, manifestOf } from '../src/main/backup/manifest.ts'
import { backupServer, drillServer, restoreServer } from '../src/main/backup/server.ts'
import { createLog } from '../src/main/log.ts'
import { alterBehind, emptyDatabase, SERVER } from './support/database.ts'
import { fillDataFolder } from './support/images.ts'
import { aBreach, aCampaign, aClient } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { requireTool } from './support/tools.ts'

const silent = createLog('silent')

/** A database for backups and restores: on a server, or embedded. */
interface Place {
  open(): Promise<OpenDatabase>
  backup(file: string): Promise<Manifest>
  restore(file: string, log?: Progress): Promise<Manifest>
  drill(file: string, log?: Progress): Promise<Manifest>
  /** Changes the database directly, without the gateway. */
  tamper(statement: string): Promise<void>
}

/** The database is empty until it is opened. `opened` receives the cleanup. */
async function placeOnServer(server: string, opened: AsyncDisposableStack): Promise<Place> {
  const { url, ownerUrl } = opened.use(await emptyDatabase(server))
  return {
    open: () => openDatabase({ databaseUrl: url, ownerUrl, poolSize: 3 }, ormOptions, { log: silent }),
    backup: (file) => backupServer(ownerUrl, file, silent),
    restore: (file, log = silent) => restoreServer(ownerUrl, file, log),
    drill: (file, log = silent) => drillServer(server, { ownerUrl, file }, log),
    async tamper(statement) {
      const administrator = Object.assign(new URL(server), { pathname: new URL(url).pathname }).href
      await alterBehind(administrator, (ask) => ask(statement, []))
    },
  }
}

async function embeddedPlace(opened: AsyncDisposableStack): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-backup-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  return {
    async open() {
      if ((await readdir(dataDir)).length === 0) await fillDataFolder(dataDir)
      return openDatabase({ dataDir }, ormOptions, { log: silent })
    },
    backup: (file) => backupEmbedded(dataDir, file),
    restore: (file, log = silent) => restoreEmbedded(dataDir, file, log),
    drill: (file, log = silent) => restoreEmbedded(undefined, file, log),
    async tamper(statement) {
      const { pool, close } = await openDatabase({ dataDir }, ormOptions, { log: silent })
      const client = await pool.connect()
      await client.query(statement, [])
      client.release()
      await close()
    },
  }
}

const aPlace = (opened: AsyncDisposableStack): Promise<Place> =>
  SERVER ? placeOnServer(SERVER, opened) : embeddedPlace(opened)

if (!SERVER || requireTool('pg_dump', 'apt-get install postgresql-client')) {
  const folder = () => mkdtemp(join(tmpdir(), 'gateway-backups-'))
  let source: Place
  let file: string
  let made: Manifest
  let shown: unknown[]
  let claims: Pick<Actor, 'organizationId' | 'userId'>

  const look = async (server: TestServer): Promise<unknown[]> => {
    const actor = server.actor(claims)
    const paths = ['/api/clients', '/api/campaigns', '/api/breaches', '/api/analytics/dashboard']
    const answers = await Promise.all(paths.map((path) => actor.rest('GET', path)))
    return answers.map(({ status, body }) => ({ status, data: body.data }))
  }

  setUp(async (opened) => {
    const directory = await folder()
    opened.defer(() => rm(directory, { recursive: true, force: true }))
    source = await aPlace(opened)
    file = join(directory, 'backup')
    const server = await startServer({}, source.open)
    const actor = server.actor()
    claims = actor
    const client = await aClient(actor, { name: 'Ünïcödé "quoted"\ttab\nline \\.' })
    const campaign = await aCampaign(actor, { clientId: client.id })
    await actor.rest('POST', '/api/analytics/records', { campaignId: campaign.id, day: '2026-01-01', clicks: 7 })
    await aBreach(actor)
    await aClient(server.actor())
    shown = await look(server)
    await server.close()
    made = await source.backup(file)
  })

  /** Runs a test with its own database. */
  async function inPlace(work: (place: Place) => Promise<void>): Promise<void> {
    await using opened = new AsyncDisposableStack()
    await work(await aPlace(opened))
  }

  describe('a backup', () => {
    test('contains every row of every table, with their number', async () => {
      expect(made.rows).toMatchObject({ client: 2, campaign: 1, analytics_record: 1, campaign_total: 1, breach: 1 })
      expect(made.rows.audit_record).toBeGreaterThan(5)
      expect(JSON.parse(await readFile(manifestOf(file), 'utf8'))).toEqual(made)
    })

    test('is readable by its owner only, and overwrites no file', async () => {
      for (const each of [file, manifestOf(file)]) expect((await stat(each)).mode & 0o777).toBe(0o600)
      await expect(source.backup(file)).rejects.toThrow(/exists already/)
    })

    test('can be restored: the API returns the same, and the audit chains are complete', () =>
      inPlace(async (place) => {
        expect(await place.restore(file)).toEqual(made)
        await using server = await startServer({}, place.open)
        expect(await look(server)).toEqual(shown)
        const { body } = await server.actor(claims).rest('GET', '/api/audit/verify')
        expect(body.data.valid).toBe(true)
        expect((await aClient(server.actor(claims), { name: 'After' })).id).toBeDefined()
      }))
  })

  describe('nothing is restored', () => {
    /** A copy of the backup that a test may damage. */
    async function copied(): Promise<string> {
      const path = join(await folder(), 'backup')
      for (const [from, to] of [
        [file, path],
        [manifestOf(file), manifestOf(path)],
      ] as const)
        await writeFile(to, await readFile(from))
      return path
    }

    test('from an incomplete file, or without its description', () =>
      inPlace(async (place) => {
        const short = await copied()
        await truncate(short, (await stat(short)).size - 100)
        await expect(place.restore(short)).rejects.toThrow(/cut short or changed/)
        const alone = await copied()
        await rm(manifestOf(alone))
        await expect(place.restore(alone)).rejects.toThrow(/a backup is the two files/)
      }))

    test('over an existing database', () => expect(source.restore(file)).rejects.toThrow(/already/))

    test('from the other kind of database', () =>
      inPlace(async (place) => {
        const other = await copied()
        const kind = made.kind === 'pglite' ? 'postgresql' : 'pglite'
        await writeFile(manifestOf(other), JSON.stringify({ ...made, kind }))
        await expect(place.restore(other)).rejects.toThrow(/is a backup of/)
      }))

    test('with other rows than described, and no gateway serves it', () =>
      inPlace(async (place) => {
        const other = await copied()
        await writeFile(manifestOf(other), JSON.stringify({ ...made, rows: { ...made.rows, client: 3 } }))
        await expect(place.restore(other)).rejects.toThrow(/client: 2 instead of 3/)
        if (SERVER) await expect(place.open()).rejects.toThrow(/not the gateway/)
      }))
  })

  test('an audit record that was changed before the backup is found by the restore', () =>
    inPlace(async (place) => {
      const server = await startServer({}, place.open)
      const actor = server.actor()
      await aClient(actor)
      await server.close()
      await place.tamper(
        `alter table audit_record disable trigger user; alter table audit_record no force row level security;
         update audit_record set user_id = 'someone else' where organization_id = '${actor.organizationId}';
         alter table audit_record enable trigger user; alter table audit_record force row level security`,
      )
      const spoilt = join(await folder(), 'backup')
      await place.backup(spoilt)
      await inPlace((other) =>
        expect(other.restore(spoilt)).rejects.toThrow(new RegExp(`${actor.organizationId}: record 1: hash`)),
      )
    }))

  test('counts that differ from the rows are reported, and the backup is restored', () =>
    inPlace(async (place) => {
      const warnings: string[] = []
      const log = { info: () => {}, warn: (message: string) => void warnings.push(message) }
      const server = await startServer({}, place.open)
      const [right, miscounted, misadded] = [server.actor(), server.actor(), server.actor()]
      for (const actor of [right, miscounted, misadded]) {
        const { id: clientId } = await aClient(actor)
        const { id: campaignId } = await aCampaign(actor, { clientId })
        await actor.rest('POST', '/api/analytics/records', { campaignId, day: '2026-01-01', clicks: 7 })
      }
      await server.close()
      await place.tamper(
        `update client set sector = 'GOVERNMENT' where organization_id = '${miscounted.organizationId}';
         update campaign_total set clicks = 8 where organization_id = '${misadded.organizationId}'`,
      )
      const miscount = join(await folder(), 'backup')
      await place.backup(miscount)
      await place.drill(miscount, log)
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).toContain(`${miscounted.organizationId}: client`)
      expect(warnings[0]).toContain(`${misadded.organizationId}: results by status`)
      expect(warnings[0]).not.toContain(right.organizationId)
    }))

  if (SERVER) {
    test('a dump that lacks rows is refused', () =>
      inPlace(async (place) => {
        await (await place.open()).close()
        await place.tamper('alter policy backup on client using (false)')
        const missing = join(await folder(), 'backup')
        await expect(place.backup(missing)).rejects.toThrow(/policy client.backup/)
        await expect(stat(missing)).rejects.toThrow(/ENOENT/)
      }))

    test('a drill leaves no database', async () => {
      const databases = async () => {
        const client = new pg.Client({ connectionString: SERVER })
        await client.connect()
        const { rows } = await client.query(`select datname from pg_database where datname like 'gateway_drill%'
          union all select rolname from pg_roles where rolname like 'gateway_drill%'`)
        await client.end()
        return rows
      }
      expect((await source.drill(file)).rows).toEqual(made.rows)
      expect(await databases()).toEqual([])
    })
  }
}
