import { Command, InvalidArgumentError } from 'commander'
import { installationOf } from './kernel/store/init.logins.ts'
import { initialize } from './kernel/store/init.ts'
import { migrateServer } from './kernel/store/migrate-server.ts'
import { MIGRATE } from './kernel/store/migrations.ts'

/** What is done is told beside the output, which holds settings and nothing else. */
const say = (message: string) => void process.stderr.write(`${message}\n`)
const log = { info: say, warn: say }

function postgresUrl(text: string): string {
  const protocol = URL.canParse(text) && new URL(text).protocol
  if (protocol !== 'postgres:' && protocol !== 'postgresql:')
    throw new InvalidArgumentError('Expected postgres://user:password@host/database.')
  return text
}

/** What needs no quotes anywhere, and leaves room for the ends of the names of logins. */
function plainName(text: string): string {
  if (!/^[a-z][a-z0-9_]{0,49}$/.test(text))
    throw new InvalidArgumentError('Expected a letter, and then letters, digits and underscores, all lower case.')
  return text
}

async function init({ url, name, newPasswords }: { url: string; name: string; newPasswords: boolean }): Promise<void> {
  const settings = await initialize(url, installationOf(name), { log, renew: newPasswords })
  for (const [variable, value] of Object.entries(settings)) process.stdout.write(`${variable}=${value}\n`)
  if (Object.keys(settings).length < 2) say('Passwords cannot be read back. Where they are lost: --new-passwords')
  say(`Next, and after each update of the gateway: ${MIGRATE}`)
}

async function migrate(): Promise<void> {
  const url = process.env.DATABASE_OWNER_URL
  if (!url) throw new Error('DATABASE_OWNER_URL is not set: it is the owner that migrates, as `db init` printed it')
  const { applied, newer } = await migrateServer(url, { log })
  if (newer.length > 0) say(`the database has migrations of a newer version: ${newer.join(', ')}`)
  if (applied.length === 0) say('nothing to do: the database has every migration')
}

const program = new Command('db').description(
  'Makes and migrates the PostgreSQL database of the gateway. The embedded one needs none of this.',
)

program
  .command('init')
  .description(
    'Makes the database and its two logins, and prints them as settings: DATABASE_URL, which the gateway serves with, and ' +
      'DATABASE_OWNER_URL, which owns the tables and is for migrations alone. What is there already stays as it is.',
  )
  .requiredOption(
    '--url <url>',
    'an administrator, who can make roles and databases, on PostgreSQL 15 or newer',
    postgresUrl,
  )
  .option('--name <name>', 'name of the database; the logins are <name>_owner and <name>_runtime', plainName, 'gateway')
  .option('--new-passwords', 'give both logins new passwords, where they are there already', false)
  .addHelpText('after', '\nExample:\n  npm run --silent db -- init --url postgres://postgres:...@127.0.0.1/postgres')
  .action(init)

program
  .command('migrate')
  .description('Applies the migrations that the database of DATABASE_OWNER_URL does not have yet.')
  .action(migrate)

try {
  await program.parseAsync()
} catch (error) {
  const { message, detail } = error as Error & { detail?: string }
  program.error(`error: ${message}${detail ? `\n${detail}` : ''}`)
}
