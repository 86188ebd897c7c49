import pg from 'pg'
import { codeOf } from '../database-faults.ts'
import { ACTING_ROLES, BACKUP_ROLE, makeActingRoles, ROLES } from './acting-roles.ts'
import type { Ask, Progress } from './ask.ts'
import { newPassword, verifierOf } from './passwords.ts'

const id = pg.escapeIdentifier

export interface Login {
  name: string
  password: string
}

/** A database, its owner's login, and the login of the running gateway. */
export interface Installation {
  database: string
  owner: Login
  runtime: Login
}

/** The names that `db init --name` gives. */
export const installationOf = (name: string, password: () => string = newPassword): Installation => ({
  database: name,
  owner: { name: `${name}_owner`, password: password() },
  runtime: { name: `${name}_runtime`, password: password() },
})

/**
 * Creates missing acting roles and logins.
 * @returns the logins with the given password: an existing login keeps its own password, unless `renew` is set
 */
export async function makeLogins(
  ask: Ask,
  { owner, runtime }: Installation,
  { log, renew = false }: { log: Progress; renew?: boolean },
): Promise<Login[]> {
  await makeActingRoles(ask)
  // The runtime login has only the right to act as the acting roles.
  const known = [
    await makeLogin(ask, owner, '', { log, renew }),
    await makeLogin(ask, runtime, 'noinherit', { log, renew }),
  ]
  for (const role of ACTING_ROLES) await grant(ask, role, runtime)
  await grant(ask, BACKUP_ROLE, owner)
  return known.flat()
}

async function makeLogin(
  ask: Ask,
  login: Login,
  attributes: string,
  { log, renew }: { log: Progress; renew: boolean },
): Promise<Login[]> {
  const { rows } = await ask('select 1 from pg_roles where rolname = $1', [login.name])
  const isThere = rows.length > 0
  if (isThere && !renew) {
    log.info(`the login ${login.name} exists already, and keeps its password`)
    return []
  }
  const verb = isThere ? 'alter' : 'create'
  await ask(
    `${verb} role ${id(login.name)} login ${attributes} password ${pg.escapeLiteral(verifierOf(login.password))}`,
    [],
  )
  log.info(isThere ? `gave the login ${login.name} a new password` : `created the login ${login.name}`)
  return [login]
}

/**
 * Grants a role to a login. Since PostgreSQL 16, only the creator of a role, or a member with the admin option, may
 * grant it.
 */
async function grant(ask: Ask, role: string, { name }: Login): Promise<void> {
  const { rows } = await ask('select 1 where pg_has_role($1, $2, $3)', [name, role, 'member'])
  if (rows.length > 0) return
  try {
    await ask(`grant ${role} to ${id(name)}`, [])
  } catch (error) {
    if (codeOf(error) !== '42501') throw error
    throw new Error(
      `Another administrator created the role ${role}. That administrator must run this command, or first:\n` +
        `  grant ${ROLES.join(', ')} to <the login of --url> with admin option`,
    )
  }
}
