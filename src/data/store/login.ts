import { BEGINNING, WAYS_ROUND } from './login.sql.ts'
import { type Ask, INIT } from './migrations.ts'

interface Way {
  role: string
  what: string
  remedy: string
}

/** The ways round row-level security that a login has, each with the statement that ends it. */
export async function waysRound(ask: Ask, login: string): Promise<string[]> {
  const { rows } = await ask<Way>(WAYS_ROUND, [login])
  return rows.map(sentenceOf)
}

const sentenceOf = ({ role, what, remedy }: Way) => `  "${role}" ${what}\n    ${remedy}`

/** @throws Error when the login of these connections could see, or change, what the acting roles may not */
export async function refuseWaysRound(ask: Ask): Promise<void> {
  const { rows } = await ask<{ login: string }>('select session_user as login', [])
  const login = rows[0]?.login ?? ''
  const beginning = await ask<Way>(BEGINNING, [])
  const ways = [...beginning.rows.map(sentenceOf), ...(await waysRound(ask, login))]
  if (ways.length === 0) return
  throw new Error(
    `The login "${login}" of DATABASE_URL has ways round the isolation of organizations, so it is not served with:\n` +
      `${ways.join('\n')}\n` +
      `Run these statements as an administrator, or let ${INIT} make a login without them.`,
  )
}
