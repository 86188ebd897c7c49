import pg from 'pg'
import { sql as REVOKE_LARGE_OBJECTS } from '../../../schema/migrations/0021_large_objects.ts'
import type { Ask, Progress } from './ask.ts'
import { dropSpread, type Spread, spreadOf } from './citus.nodes.ts'
import { isCitus, settingsOfCitus } from './citus.ts'
import { urlOf } from './database-url.ts'
import { type Installation, type Login, makeLogins } from './init.logins.ts'
import { bypassesOf } from './login.ts'
import { databasePlace, demandVersion, layoutOf, refuseCharacters } from './migrations.ts'
import { overOneConnection } from './one-connection.ts'

const id = pg.escapeIdentifier

/** Seconds that a command waits for an unavailable server. */
const SECONDS = 10

/** Roles are created and dropped on each node separately. Without Citus these settings have no effect. */
const NODE_ALONE = 'set citus.enable_ddl_propagation = off; set citus.enable_create_role_propagation = off'

/**
 * Creates missing roles, logins and the database, as an administrator.
 * @returns environment variables of the gateway for the logins whose password is known: the password of an existing
 * login is not
 * @throws Error with the next step
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
        await refuseBypassesOf(inside, runtime)
      })
    })
  })
  const names = [['DATABASE_URL', runtime] as const, ['DATABASE_OWNER_URL', owner] as const]
  return Object.fromEntries(
    names.flatMap(([name, login]) => (known.has(login) ? [[name, urlOf(url, { database, login })]] : [])),
  )
}

/** Drops the database and logins of `initialize`, on every node. */
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

/** @throws Error when the login cannot create both roles and databases. It need not be a superuser */
async function demandAdministrator(ask: Ask): Promise<void> {
  demandVersion(await layoutOf(ask), 'The server of --url')
  const { rows } = await ask<{ name: string; isEnough: boolean }>(
    `select rolname as name, rolsuper or (rolcreatedb and rolcreaterole) as "isEnough"
    from pg_roles where rolname = current_user`,
    [],
  )
  if (rows[0]?.isEnough) return
  throw new Error(
    `The login "${rows[0]?.name}" of --url cannot create both roles and databases.\n` +
      `Name one that can, or let a superuser run: alter role "${rows[0]?.name}" createrole createdb`,
  )
}

/**
 * Runs `work` while the administrator is a member of `role`. Only a superuser may transfer objects to a role, or act as
 * it, without being a member.
 */
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

/** Creates the database if it is missing, as a copy of `template`. */
export async function makeDatabase(
  ask: Ask,
  { database, owner }: Installation,
  { log, template = 'template0' }: { log: Progress; template?: string },
): Promise<void> {
  const { rows } = await ask('select 1 from pg_database where datname = $1', [database])
  if (rows.length > 0) return log.info(`the database ${database} exists already`)
  await ask(`create database ${id(database)} owner ${id(owner.name)} template ${id(template)} encoding 'UTF8'`, [])
  log.info(`created the database ${database}`)
}

/**
 * Makes `owner` the owner of the database. Only the owner and the runtime login may connect, and the runtime login may
 * create nothing. All databases of a server share the acting roles, so logins of other databases must not connect here.
 */
async function handOver(ask: Ask, installation: Installation): Promise<void> {
  const { database, owner } = installation
  const { rows } = await ask<{ holder: string; isMine: boolean }>(
    `select pg_get_userbyid(datdba) as holder, pg_get_userbyid(datdba) = current_user as "isMine"
    from pg_database where datname = current_database()`,
    [],
  )
  const [{ holder, isMine } = { holder: '', isMine: false }] = rows
  const layout = await layoutOf(ask)
  refuseCharacters(layout, databasePlace(database))
  if (holder !== owner.name) {
    if (!isMine || layout.isUsed)
      throw new Error(
        `The database "${database}" belongs to "${holder}", and may contain data of other programs.\n` +
          'Give the gateway a database of its own: --name <another name>',
      )
    await ask(`alter database ${id(database)} owner to ${id(owner.name)}`, [])
  }
  await closeDatabase(ask, installation)
  await ask(REVOKE_LARGE_OBJECTS, [])
  await ask(`set local role ${id(owner.name)}; revoke create on schema public from public`, [])
}

/**
 * Allows only the owner and the runtime login to connect. A copy of a database does not copy these rights, so copies
 * need this too.
 */
export const closeDatabase = (ask: Ask, { database, owner, runtime }: Installation): Promise<unknown> =>
  ask(
    `set local role ${id(owner.name)};
    revoke all on database ${id(database)} from public; grant connect on database ${id(database)} to ${id(runtime.name)}`,
    [],
  )

async function setForCitus(ask: Ask, { database, runtime }: Installation): Promise<void> {
  for (const statement of settingsOfCitus(id(database), id(runtime.name))) await ask(statement, [])
}

/**
 * Checks the login, because an existing login may have more rights than it should.
 * @throws Error with the statements that remove these rights
 */
async function refuseBypassesOf(ask: Ask, { name }: Login): Promise<void> {
  const ways = await bypassesOf(ask, name)
  if (ways.length > 0)
    throw new Error(`The login "${name}" could bypass the isolation of organizations:\n${ways.join('\n')}`)
}
