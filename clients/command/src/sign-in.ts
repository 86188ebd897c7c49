import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { safeAddress } from './address.ts'
import { usage } from './failure.ts'
import { harmless, note } from './output.ts'
import { providerOf, revoke, signInByBrowser, signInByDevice } from './provider.ts'
import { forgetSession, keepSession, keptSession, type Session, sessionFile } from './session.ts'

interface LoginOptions {
  gateway?: string
  clientId?: string
  scope: string
  parameter: Record<string, string>
  organization?: string
  device?: boolean
  withToken?: boolean
}

function parameter(given: string, others: Record<string, string>): Record<string, string> {
  const [, name, value] = /^(\w+)=(.+)$/.exec(given) ?? []
  if (!name || !value) throw new InvalidArgumentError('Expected name=value.')
  return { ...others, [name]: value }
}

async function signedIn(gateway: string, options: LoginOptions): Promise<Omit<Session, 'gateway'>> {
  if (options.withToken) {
    const token = (await text(process.stdin)).trim()
    if (!/^[\w.~+/=-]+$/.test(token)) throw usage('The standard input has no token')
    return { token }
  }
  const { clientId, scope, parameter: parameters } = options
  if (!clientId)
    throw usage(
      '--client-id is missing',
      'Ask the operator for the client id of this command at the identity provider.',
    )
  const signIn = options.device ? signInByDevice : signInByBrowser
  return signIn(await providerOf(gateway), { clientId, scope, parameters })
}

/**
 * The user that a token names, only to be shown. Someone else may have approved a device code, and the command would act
 * as that user. An API key names nobody.
 */
function userIn(token: string): string | undefined {
  try {
    const { email, sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return email || sub ? harmless(String(email || sub)) : undefined
  } catch {
    return undefined
  }
}

async function login(options: LoginOptions): Promise<void> {
  const address = options.gateway ?? process.env.CAMPAIGNS_URL
  if (!address) throw usage('--gateway is missing', 'Pass --gateway https://campaigns.example.org')
  const gateway = safeAddress(address)
  const { organization } = options
  const session = { gateway, organization, ...(await signedIn(gateway, options)) }
  await keepSession(session)
  const user = userIn(session.token)
  note(`Signed in to ${gateway}${user ? ` as ${user}` : ''}. The token is in ${sessionFile()}, readable only by you.`)
}

async function logout(): Promise<void> {
  const session = await keptSession()
  if (!session) return note('You are not signed in.')
  const isRevoked = await revoke(session)
  await forgetSession()
  note(
    isRevoked
      ? 'Signed out. The provider has revoked the sign-in.'
      : 'Signed out on this machine. The token stays valid until it expires or is revoked.',
  )
}

export function addSignIn(program: Command): void {
  program
    .command('login')
    .description(
      'Signs in at the identity provider of a gateway, and keeps the token in a file that only you can read.',
    )
    .option('--gateway <url>', 'address of the gateway (default: CAMPAIGNS_URL)')
    .option('--client-id <id>', 'client id of this command at the identity provider')
    .option('--device', 'sign in with a code, in a browser on any machine')
    .option('--with-token', 'read an access token or API key from the standard input instead')
    .option('--organization <id>', 'organization to act for, if the token names several')
    .option('--scope <scopes>', 'requested scopes', 'openid offline_access')
    .option(
      '--parameter <name=value>',
      'parameter that the provider needs, such as the audience; repeatable',
      parameter,
      {},
    )
    .addHelpText(
      'after',
      '\nExamples:\n  campaigns login --gateway https://campaigns.example.org --client-id campaigns\n' +
        '  campaigns login --gateway https://campaigns.example.org --with-token <key.txt',
    )
    .action(login)
  program
    .command('logout')
    .description('Revokes the sign-in at the identity provider, and deletes the token from this machine.')
    .addHelpText('after', '\nExample:\n  campaigns logout')
    .action(logout)
}
