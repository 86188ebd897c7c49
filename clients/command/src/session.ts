// The kept sign-in, and the connection of a command.
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { connect, type Gateway } from 'campaign-management-client'
import { safeAddress } from './address.ts'
import { EXIT, Failure, usage } from './failure.ts'
import { renewed } from './provider.ts'

/** A sign-in. A token that does not come from the provider has no `renewal`. */
export interface Session {
  gateway: string
  organization?: string | undefined
  token: string
  /** Time at which the token expires, milliseconds. */
  expiresAt?: number | undefined
  renewal?: Renewal | undefined
}

export interface Renewal {
  clientId: string
  tokenEndpoint: string
  revocationEndpoint?: string | undefined
  refreshToken?: string | undefined
  /** Additional parameters of the sign-in. Without the audience, some providers issue a token for themselves. */
  parameters: Record<string, string>
}

export interface ConnectionOptions {
  gateway?: string
  organization?: string
}

const EARLY_MS = 30_000

/** The file of the sign-in. */
export const sessionFile = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'campaigns', 'session.json')

/** Writes the whole file under another name first, so that a cut write leaves the earlier one. */
export async function keepSession(session: Session): Promise<void> {
  const file = sessionFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await rm(draft, { force: true })
  await writeFile(draft, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(draft, 0o600)
  await rename(draft, file)
}

/** The kept sign-in; undefined if there is none. */
export async function keptSession(): Promise<Session | undefined> {
  const file = sessionFile()
  const found = await stat(file).catch(() => undefined)
  if (!found) return undefined
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new Failure(`Other users of this machine can read ${file}`, EXIT.refused, `chmod 600 ${file}`)
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw usage(`${file} is damaged`, 'Sign in again: campaigns logout, then campaigns login')
  }
}

export const forgetSession = (): Promise<void> => rm(sessionFile(), { force: true })

/** Renews a token that expires soon. */
async function freshToken(session: Session): Promise<string> {
  const { expiresAt, renewal } = session
  if (!expiresAt || expiresAt - EARLY_MS > Date.now()) return session.token
  if (!renewal?.refreshToken)
    throw new Failure('The sign-in has expired', EXIT.refused, 'Sign in again: campaigns login')
  const tokens = await renewed(renewal)
  Object.assign(session, {
    token: tokens.token,
    expiresAt: tokens.expiresAt,
    renewal: { ...renewal, refreshToken: tokens.refreshToken ?? renewal.refreshToken },
  })
  await keepSession(session)
  return session.token
}

/**
 * The gateway of a command, from its options, the environment or the sign-in. The token of a sign-in is sent only to
 * the gateway of that sign-in.
 */
export async function connected(options: ConnectionOptions): Promise<Gateway> {
  const { CAMPAIGNS_URL, CAMPAIGNS_TOKEN, CAMPAIGNS_ORGANIZATION } = process.env
  const kept = CAMPAIGNS_TOKEN ? undefined : await keptSession()
  const given = options.gateway ?? CAMPAIGNS_URL
  const address = given ? safeAddress(given) : kept?.gateway
  if (!address) throw usage('The gateway is unknown', 'Pass --gateway URL, set CAMPAIGNS_URL, or run campaigns login.')
  if (kept && kept.gateway !== address)
    throw new Failure(
      `The sign-in is for ${kept.gateway}`,
      EXIT.refused,
      `Sign in: campaigns login --gateway ${address}`,
    )
  // Renewed here, because the client would retry a refusal of the provider.
  if (kept) await freshToken(kept)
  const token = CAMPAIGNS_TOKEN || (kept ? () => freshToken(kept) : undefined)
  if (!token) throw new Failure('You are not signed in', EXIT.refused, 'Run campaigns login, or set CAMPAIGNS_TOKEN.')
  const organization = options.organization ?? CAMPAIGNS_ORGANIZATION ?? kept?.organization
  return connect({ url: address, token, ...(organization && { organization }) })
}
