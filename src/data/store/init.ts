import pg from 'pg'
import { sql as REVOKE_LARGE_OBJECTS } from '../../../schema/migrations/0021_large_objects.ts'
import { dropSpread, type Spread, spreadOf } from './citus.nodes.ts'
import { isCitus, settingsOfCitus } from './citus.ts'
import { urlOf } from './database-url.ts'
import { type Installation, type Login, makeLogins } from './init.logins.ts'
import { waysRound } from './login.ts'
import { type Ask, demandVersion, layoutOf, type Progress } from './migrations.ts'
import { overOneConnection } from './one-connection.ts'

const id = pg.escapeIdentifier

/** How long an administrator waits for a server that is away. */
const SECONDS = 10

/** Roles are made and dropped on every node, one by one. Without Citus these are settings that nobody reads. */
const NODE_ALONE = 'set citus.enable_ddl_propagation = off; set citus.enable_create_role_propagation = off'

/**
 * Makes roles, logins and database as an administrator, or what of them is missing.
 * @returns the environment of the gateway, as far as it is known: a password that was there before is not
 * @throws Error that says what to do
 */
export async function initialize(
  url: string,
  installation: Installation,
  { log, renew }: { log: Progress; renew: boolean },
): Promise<Record<string, string>> {
  const { database, owner, runtime } = installation
  const known = new Set<Login>()
  const over = (address: string, work: (ask: Ask) => Promise<void>) =>
    overOneConnection({ url: address, variable: '--url' }, { log, seconds: SECONDS }, async (ask) => {
      await ask(NODE_ALONE, [])
      await work(ask)
    })
  const prepare = async (ask: Ask) => {
    for (const login of await makeLogins(ask, installation, { log, renew })) known.add(login)
  }
  await over(url, async (ask) => {
    await demandAdministrator(ask)
    await prepare(ask)
    await asMember(ask, owner.name, async () => {
      await makeDatabase(ask, installation, { log })
      await over(urlOf(url, { database }), async (inside) => {
        await handOver(inside, installation)
        if (await isCitus(inside)) await setForCitus(inside, installation)
        for (const node of (await spreadOf(inside, url))?.workers ?? [])
          await over(urlOf(url, { database, node }), async (there) => {
            await prepare(there)
            await handOver(there, installation)
            await setForCitus(there, installation)
          })
        await refuseWaysOf(inside, runtime)
      })
    })
  })
  const names = [['DATABASE_URL', runtime] as const, ['DATABASE_OWNER_URL', owner] as const]
  return Object.fromEntries(
    names.flatMap(([name, login]) => (known.has(login) ? [[name, urlOf(url, { database, login })]] : [])),
  )
}

/** Drops what `initialize` has made, on every node that the database is spread over. */
export async function dropInstallation(
  url: string,
  { database, owner, runtime }: Installation,
  { log, spread }: { log: Progress; spread?: Spread | undefined },
): Promise<void> {
  if (spread) await dropSpread(url, database, spread, log)
  const others = spread?.workers.map((node) => urlOf(url, { database: 'postgres', node })) ?? []
  for (const address of [url, ...others])
    await overOneConnection({ url: address, variable: '--url' }, { log, seconds: SECONDS }, async (ask) => {
      await ask(NODE_ALONE, [])
      await asMember(ask, owner.name, async () => void (await ask(`drop database if exists ${id(database)}`, [])))
      for (const { name } of [owner, runtime]) await ask(`drop role if exists ${id(name)}`, [])
    })
}

/** Whoever makes roles and databases need not be a superuser. @throws Error that says so */
async function demandAdministrator(ask: Ask): Promise<void> {
  demandVersion(await layoutOf(ask), 'The server of --url')
  const { rows } = await ask<{ name: string; isEnough: boolean }>(
    `select rolname as name, rolsuper or (rolcreatedb and rolcreaterole) as "isEnough"
    from pg_roles where rolname = current_user`,
    [],
  )
  if (rows[0]?.isEnough) return
  throw new Error(
    `The login "${rows[0]?.name}" of --url cannot make both roles and databases.\n` +
      `Name one that can, or let a superuser run: alter role "${rows[0]?.name}" createrole createdb`,
  )
}

/** Only a superuser may give to a role, and act as it, without being a member. */
async function asMember(ask: Ask, role: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await ask('select 1 from pg_roles where rolname = current_user and rolsuper', [])
  if (rows.length > 0) return work()
  await ask(`grant ${id(role)} to current_user`, [])
  try {
    await work()
  } finally {
    await ask(`revoke ${id(role)} from current_user`, [])
  }
}

/** Makes the database, where it is missing, as a copy of `template`. */
export async function makeDatabase(
  ask: Ask,
  { database, owner }: Installation,
  { log, template = 'template0' }: { log: Progress; template?: string },
): Promise<void> {
  const { rows } = await ask('select 1 from pg_database where datname = $1', [database])
  if (rows.length > 0) return log.info(`the database ${database} is there already`)
  await ask(`create database ${id(database)} owner ${id(owner.name)} template ${id(template)} encoding 'UTF8'`, [])
  log.info(`made the database ${database}`)
}

/**
 * Gives the database to its owner, and lets nobody else in but the runtime login, which can make nothing there. The
 * roles that it acts as are those of all databases of the server: another one's login must not come in as them.
 */
async function handOver(ask: Ask, installation: Installation): Promise<void> {
  const { database, owner } = installation
  const { rows } = await ask<{ holder: string; isMine: boolean }>(
    `select pg_get_userbyid(datdba) as holder, pg_get_userbyid(datdba) = current_user as "isMine"
    from pg_database where datname = current_database()`,
    [],
  )
  const [{ holder, isMine } = { holder: '', isMine: false }] = rows
  if (holder !== owner.name) {
    if (!isMine || (await layoutOf(ask)).isUsed)
      throw new Error(
        `The database "${database}" belongs to "${holder}", and may hold what is not the gateway's.\n` +
          'Give the gateway one of its own: --name <another name>',
      )
    await ask(`alter database ${id(database)} owner to ${id(owner.name)}`, [])
  }
  await closeDatabase(ask, installation)
  await ask(REVOKE_LARGE_OBJECTS, [])
  await ask(`set local role ${id(owner.name)}; revoke create on schema public from public`, [])
}

/** Lets nobody in but the owner and the runtime login. A copy of a database does not have the rights of the original. */
export const closeDatabase = (ask: Ask, { database, owner, runtime }: Installation): Promise<unknown> =>
  ask(
    `set local role ${id(owner.name)};
    revoke all on database ${id(database)} from public; grant connect on database ${id(database)} to ${id(runtime.name)}`,
    [],
  )

async function setForCitus(ask: Ask, { database, runtime }: Installation): Promise<void> {
  for (const statement of settingsOfCitus(id(database), id(runtime.name))) await ask(statement, [])
}

/** A login that was there before may be able to do more than it should. */
async function refuseWaysOf(ask: Ask, { name }: Login): Promise<void> {
  const ways = await waysRound(ask, name)
  if (ways.length > 0)
    throw new Error(`The login "${name}" could get round the isolation of organizations:\n${ways.join('\n')}`)
}
