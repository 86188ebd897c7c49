import type { Ask } from './ask.ts'
import { BYPASSES, UNSAFE_SETTINGS } from './login.sql.ts'
import { INIT } from './migrations.ts'

interface Way {
  role: string
  what: string
  remedy: string
}

/** The ways in which a login could bypass row-level security, each with the statement that removes it. */
export async function bypassesOf(ask: Ask, login: string): Promise<string[]> {
  const { rows } = await ask<Way>(BYPASSES, [login])
  return rows.map(sentenceOf)
}

const sentenceOf = ({ role, what, remedy }: Way) => `  "${role}" ${what}\n    ${remedy}`

/** @throws Error when the login of this connection could read or change more than the acting roles may */
export async function refuseBypasses(ask: Ask): Promise<void> {
  const { rows } = await ask<{ login: string }>('select session_user as login', [])
  const login = rows[0]?.login ?? ''
  const beginning = await ask<Way>(UNSAFE_SETTINGS, [])
  const ways = [...beginning.rows.map(sentenceOf), ...(await bypassesOf(ask, login))]
  if (ways.length === 0) return
  throw new Error(
    `The login "${login}" of DATABASE_URL could bypass the isolation of organizations, so the gateway does not start with it:\n` +
      `${ways.join('\n')}\n` +
      `Run these statements as an administrator, or create a login without these rights: ${INIT}`,
  )
}
