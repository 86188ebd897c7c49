import { Command, InvalidArgumentError, Option } from 'commander'
import { ROLES, type Role } from '../security/auth/caller.ts'
import { openIssuer } from '../security/auth/issuer.ts'
import { isPermission, PERMISSIONS } from '../security/auth/permissions.ts'

interface Options {
  user: string
  organization?: string
  role?: Role
  permission: string[]
  email?: string
  audience?: string
  expiresIn: number
  dataDir: string
  port: number
}

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }

function seconds(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? []
  const each = SECONDS[unit]
  if (!each) throw new InvalidArgumentError('Expected a number and a unit: 90s, 30m, 8h or 7d.')
  return Number(count) * each
}

function notBlank(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('The value is blank.')
  return text
}

function permissions(name: string, others: string[]): string[] {
  if (!isPermission(name)) throw new InvalidArgumentError(`Expected one of:\n  ${PERMISSIONS.join('\n  ')}`)
  return [...others, name]
}

function port(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 65_535) throw new InvalidArgumentError('Expected a port number.')
  return number
}

const program = new Command('token')
  .description(
    'Prints a token of the development issuer. Send it as "Authorization: Bearer <token>" to a gateway that runs ' +
      'without AUTH_ISSUER, on the same data directory and port.',
  )
  .option('--user <id>', 'user id of the token', notBlank, 'developer')
  .option('--organization <id>', 'organization of the token; without one, it can only accept an invitation', notBlank)
  .addOption(new Option('--role <role>', 'role in it (default: AUTH_DEFAULT_ROLE of the gateway)').choices(ROLES))
  .option(
    '--permission <name>',
    'permission in addition to those of the role, such as org:audit:read; repeatable',
    permissions,
    [],
  )
  .option('--email <address>', 'e-mail address, marked as verified', notBlank)
  .option(
    '--audience <address>',
    'the service that the token is for, such as http://localhost:4000/mcp for agents',
    notBlank,
  )
  .addOption(
    new Option('--expires-in <time>', 'how long it is valid: 90s, 30m, 8h or 7d')
      .argParser(seconds)
      .default(seconds('8h'), '8h'),
  )
  .addOption(new Option('--data-dir <folder>', 'data directory of the gateway').env('DATA_DIR').default('.data'))
  .addOption(
    new Option('--port <number>', 'port of the gateway, part of its issuer').env('PORT').default(4000).argParser(port),
  )
  .addHelpText(
    'after',
    '\nExample:\n  curl -H "Authorization: Bearer $(npm run --silent token -- --organization acme)" localhost:4000/api/clients',
  )

try {
  const options = program.parse().opts<Options>()
  const issuer = await openIssuer({ dataDir: options.dataDir, issuer: `http://localhost:${options.port}` })
  const {
    user: userId,
    organization: organizationId,
    permission: permissions,
    role,
    email,
    audience,
    expiresIn,
  } = options
  const token = { userId, organizationId, role, permissions, email, ...(audience && { audience }), expiresIn }
  process.stdout.write(`${issuer.sign(token)}\n`)
} catch (error) {
  program.error(`error: ${error instanceof Error ? error.message : error}`)
}
