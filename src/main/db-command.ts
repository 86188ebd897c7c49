import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { installationOf } from '../data/store/init.logins.ts'
import { initialize } from '../data/store/init.ts'
import { migrateServer } from '../data/store/migrate-server.ts'
import { MIGRATE } from '../data/store/migrations.ts'
import { backupEmbedded, restoreEmbedded } from './backup/embedded.ts'
import { type Manifest, manifestOf } from './backup/manifest.ts'
import { backupServer, drillServer, restoreServer } from './backup/server.ts'
import { withSecretFiles } from './secret-files.ts'

/** Progress goes to stderr, so that stdout contains only settings. */
const say = (message: string) => void process.stderr.write(`${message}\n`)
const log = { info: say, warn: say }

function postgresUrl(text: string): string {
  const protocol = URL.canParse(text) && new URL(text).protocol
  if (protocol !== 'postgres:' && protocol !== 'postgresql:')
    throw new InvalidArgumentError('Expected postgres://user:password@host/database.')
  return text
}

/** A name without characters that need quotes, short enough for the suffixes of the logins. */
function plainName(text: string): string {
  if (!/^[a-z][a-z0-9_]{0,49}$/.test(text))
    throw new InvalidArgumentError('Expected a letter, followed by letters, digits and underscores, all in lower case.')
  return text
}

async function init({ url, name, newPasswords }: { url: string; name: string; newPasswords: boolean }): Promise<void> {
  const settings = await initialize(url, installationOf(name), { log, renew: newPasswords })
  for (const [variable, value] of Object.entries(settings)) process.stdout.write(`${variable}=${value}\n`)
  if (Object.keys(settings).length < 2) say('Passwords cannot be read back. To replace lost ones: --new-passwords')
  say(`Next, and after each update of the gateway: ${MIGRATE}`)
}

async function migrate(): Promise<void> {
  const url = ownerUrl()
  if (!url) throw new Error('DATABASE_OWNER_URL is not set. Migrations need the owner, as `db init` printed it')
  const { applied, newer } = await migrateServer(url, { log })
  if (newer.length > 0) say(`the database has migrations of a newer version: ${newer.join(', ')}`)
  if (applied.length === 0) say('nothing to do: the database has every migration')
}

/** The location of the data, from the environment of the gateway. */
function ownerUrl(): string | undefined {
  const { environment, problems } = withSecretFiles(process.env, ['DATABASE_OWNER_URL'])
  if (problems.length > 0) throw new Error(problems.join('\n').trim())
  return environment.DATABASE_OWNER_URL
}
const dataDir = () => process.env.DATA_DIR ?? '.data'

/** Logs how long a step took. */
async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  say(`${step} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

const contentOf = ({ rows }: Manifest): string => {
  const counts = Object.values(rows)
  return `${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables`
}

async function backup(file: string): Promise<void> {
  const url = ownerUrl()
  const made = await timed('backed up', () => (url ? backupServer(url, file, log) : backupEmbedded(dataDir(), file)))
  say(`${file} and ${manifestOf(file)} hold ${contentOf(made)}. They do not contain keys such as SECRETS_KEY.`)
}

async function restore(file: string): Promise<void> {
  const url = ownerUrl()
  const made = await timed('restored and verified', () =>
    url ? restoreServer(url, file, log) : restoreEmbedded(dataDir(), file, log),
  )
  say(`it holds ${contentOf(made)}, as ${manifestOf(file)} says, and every audit chain is complete`)
}

async function drill({ url }: { url?: string }): Promise<void> {
  const owner = ownerUrl()
  if (owner && !url) throw new Error('--url is missing: an administrator must create the database to restore into')
  const folder = await mkdtemp(join(tmpdir(), 'gateway-drill-'))
  const file = join(folder, 'backup')
  try {
    await timed('backed up', () => (owner ? backupServer(owner, file, log) : backupEmbedded(dataDir(), file)))
    const made = await timed('restored and verified', () =>
      owner ? drillServer(url ?? '', { ownerUrl: owner, file }, log) : restoreEmbedded(undefined, file, log),
    )
    say(`the backup holds ${contentOf(made)}, and every audit chain is complete`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const program = new Command('db').description(
  'Creates, migrates, backs up and restores the database of the gateway. The embedded database needs neither init nor migrate.',
)

program
  .command('init')
  .description(
    'Creates the database and its two logins, and prints them as settings: DATABASE_URL, which the ' +
      'gateway uses, and DATABASE_OWNER_URL, which owns the tables and is only for migrations. Existing ' +
      'databases and logins stay unchanged.',
  )
  .requiredOption(
    '--url <url>',
    'an administrator, who can create roles and databases, on PostgreSQL 15 or newer',
    postgresUrl,
  )
  .option('--name <name>', 'name of the database; the logins are <name>_owner and <name>_runtime', plainName, 'gateway')
  .option('--new-passwords', 'give both logins new passwords if they already exist', false)
  .addHelpText('after', '\nExample:\n  npm run --silent db -- init --url postgres://postgres:...@127.0.0.1/postgres')
  .action(init)

program
  .command('migrate')
  .description('Applies the migrations that the database of DATABASE_OWNER_URL does not have yet.')
  .action(migrate)

const WHERE = 'The database is that of DATABASE_OWNER_URL, or else the embedded one in DATA_DIR (.data).'

program
  .command('backup')
  .description(`Backs up the database into a file, with a second file that describes it. ${WHERE}`)
  .argument('<file>', 'must not exist yet')
  .action(backup)

program
  .command('restore')
  .description(`Restores a backup into an empty database, and checks its rows and audit chains. ${WHERE}`)
  .argument('<file>', 'a backup, with the file that describes it')
  .action(restore)

program
  .command('drill')
  .description(`Backs up and restores into a temporary database, and prints how long it took. ${WHERE}`)
  .option('--url <url>', 'an administrator, who creates that database on a server', postgresUrl)
  .action(drill)

try {
  await program.parseAsync()
} catch (error) {
  const { message, detail } = error as Error & { detail?: string }
  program.error(`error: ${message}${detail ? `\n${detail}` : ''}`)
}
