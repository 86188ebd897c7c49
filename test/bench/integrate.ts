import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { bundleClient } from '../support/client-bundle.ts'
import { requireTool } from '../support/tools.ts'
import { cleanWhenInterrupted } from './bench.ts'
import { openDatabase, openServer } from './database.ts'
import { startIssuer } from './issuer.ts'
import { ROOT } from './processes.ts'
import { startGateway } from './start.ts'
import { inTurns, ok, quantile, timed } from './turns.ts'

/* The table of docs/integrate.md: sizes and times of the ways to call the gateway, with a thousand clients in the organization. */

const CLIENTS = ['clients/typescript', 'clients/command']
const CALLS = 100
const PROGRAM = `import { connect } from ${JSON.stringify(join(ROOT, 'clients/typescript/dist/index.js'))}
const [url, token] = process.argv.slice(1)
for await (const { name } of connect({ url, token }).pages('clients', { query: { limit: 100 } })) { console.log(name); break }`

interface Target {
  url: string
  /** Of an API key, which MCP accepts too. */
  token: string
}

const row = (subject: string, value: string) => process.stdout.write(`| ${subject} | ${value} |\n`)
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
const median = (times: readonly number[]) => `${quantile(times, 0.5).toFixed(0)} ms`

/** Runs a program until its first output. */
async function firstOutput(program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error(`${program} ended`)))])
  child.kill()
  await ended
}

/** Connects an agent, which initializes the protocol, and calls a tool. */
async function callTool({ url, token }: Target): Promise<void> {
  const client = new Client({ name: 'bench', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  const { isError } = await client.callTool({ name: 'key_figures', arguments: {} })
  await client.close()
  if (isError) throw new Error('the tool failed')
}

/** Adds a thousand clients, and allows agents. Returns the key of an agent. */
async function prepare(url: string, token: string): Promise<Target> {
  const post = (path: string, body: object) =>
    ok(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const facts = { type: 'OTHER', industry: 'Retail', sector: 'BUSINESS', contact: { name: 'Office' } }
  const rows = Array.from({ length: 1000 }, (_, index) => ({ name: `Client ${index}`, ...facts }))
  await post('/api/clients/import', rows)
  const query = `mutation {
    updateSecuritySettings(input: { agentsAllowed: true }) { agentsAllowed }
    createApiKey(input: { name: "Agent", role: admin }) { key }
  }`
  const { data } = (await post('/graphql', { query })) as { data: { createApiKey: { key: string } } }
  return { url, token: data.createApiKey.key }
}

async function showSizes(): Promise<void> {
  row('TypeScript client, minified and compressed (gzip)', kilobytes(gzipSync((await bundleClient()).code).length))
  for (const each of CLIENTS) {
    execFileSync('npm', ['run', '--silent', 'build', '--workspace', each], { cwd: ROOT })
    const packed = execFileSync('npm', ['pack', `./${each}`, '--dry-run', '--json'], { cwd: ROOT, encoding: 'utf8' })
    const [{ name, size }] = JSON.parse(packed)
    row(`package \`${name}\``, kilobytes(size))
  }
}

async function showTimes(target: Target, rounds: number): Promise<void> {
  const { url, token } = target
  const command = join(ROOT, 'clients/command/bin/campaigns.js')
  const [start = [], page = [], tool = []] = await inTurns(
    [
      () => firstOutput(process.execPath, [command, '--version']),
      () => firstOutput(process.execPath, ['--input-type=module', '--eval', PROGRAM, url, token]),
      () => callTool(target),
    ],
    rounds,
  )
  row('the command until its first output', median(start))
  row('a program with the TypeScript client, from its start to the first page of 100 clients', median(page))
  row('MCP: a new connection with `initialize`, and a call of `key_figures`', median(tool))
}

async function showPython({ url, token }: Target, cleanup: AsyncDisposableStack): Promise<void> {
  if (
    !['openapi-python-client', 'python-openapi'].every((each) => requireTool(each, 'test/clients/programs.sh FOLDER'))
  )
    return
  const cwd = await mkdtemp(join(tmpdir(), 'bench-python-'))
  cleanup.defer(() => rm(cwd, { recursive: true }))
  const args = ['generate', '--path', join(ROOT, 'schema/openapi.json'), '--meta', 'none', '--output-path', 'gateway']
  const generation = await timed(async () => execFileSync('openapi-python-client', args, { cwd, stdio: 'ignore' }))
  const paths = (await readdir(cwd, { recursive: true })).filter((path) => path.endsWith('.py'))
  const sizes = await Promise.all(paths.map(async (path) => (await stat(join(cwd, path))).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  row('generation of the Python client', `${(generation / 1000).toFixed(1)} s`)
  row('generated Python client', `${(bytes / 1024 ** 2).toFixed(1)} MB in ${paths.length} files`)
  const program = join(import.meta.dirname, 'integrate.py')
  const times = execFileSync('python-openapi', [program, url, token, String(CALLS)], { cwd, encoding: 'utf8' })
  row('a call of the Python client: a page of 100 clients', median(JSON.parse(times)))
}

export async function run({ quick, databaseUrl }: { quick: boolean; databaseUrl: string | undefined }): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  cleanWhenInterrupted(cleanup)
  const issuer = await startIssuer()
  cleanup.defer(issuer.stop)
  const server = await openServer(databaseUrl, cleanup)
  const database = await openDatabase(server, `gateway_bench_integrate_${process.pid}`, cleanup)
  const gateway = await startGateway('gateway', issuer, { DATABASE_URL: database.url })
  cleanup.defer(gateway.stop)
  const target = await prepare(gateway.url, issuer.token('org_integrate', 'user_bench'))
  await showSizes()
  await showTimes(target, quick ? 3 : 15)
  await showPython(target, cleanup)
}
