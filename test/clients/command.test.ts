/** @long it starts the command more than a hundred times: each operation of the REST API has a command. */
import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { OPERATIONS } from '../../clients/command/src/generated/operations.ts'
import type { OperationCommand } from '../../clients/command/src/operation-command.ts'
import { OPERATIONS as PATHS } from '../../clients/typescript/src/generated/operations.ts'
import { COMMAND, openShell, type Shell } from '../support/command.ts'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { startReceiver } from '../support/receiver.ts'
import { aClient, clientBody } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'

let server: TestServer
let proxy: FaultyProxy
let actor: Actor
let shell: Shell
setUp(async (opened) => {
  server = opened.use(await startServer())
  proxy = opened.use(await startFaultyProxy(server.url))
  actor = server.actor()
  shell = opened.use(await openShell({ CAMPAIGNS_URL: proxy.url, CAMPAIGNS_TOKEN: actor.token }))
})

const run = (...args: string[]) => shell.run(args)

const root = join(import.meta.dirname, '../..')

/** A shell of an organization of its own. */
async function ownShell() {
  const own = server.actor()
  return { own, shell: await openShell({ CAMPAIGNS_URL: server.url, CAMPAIGNS_TOKEN: own.token }) }
}

const CLIENT = ['--type', 'MUNICIPALITY', '--industry', 'Water', '--sector', 'GOVERNMENT', '--contact', '{"name":"B"}']

const create = async (name: string): Promise<string> =>
  (await run('clients', 'create', '--name', name, ...CLIENT, '--select', 'id')).out.trim()

describe('each operation', () => {
  const idOf = (name: string) => `no-such-${name}`

  async function requested({ operation, words, ids, body, isImport }: OperationCommand): Promise<void> {
    const rows = join(shell.folder, 'rows.json')
    const data = isImport ? [rows] : body ? ['--data', '{}'] : []
    await using running = shell.start([...words, ...ids.map(idOf), ...data])
    const [method = '', template = ''] = PATHS[operation as keyof typeof PATHS].split(' ')
    const path = template.replace(/\{(\w+)\}/g, (_, name) => idOf(name))
    await until(`${method} ${path} of ${words.join(' ')}; got ${running.err}`, () =>
      proxy.seen.some((request) => request.method === method && request.url?.split('?')[0] === path),
    )
  }

  const groups = [...Map.groupBy(OPERATIONS, ({ words: [first = ''] }) => first)]

  test('has a name of its own', () => {
    expect(OPERATIONS.map(({ operation }) => operation).sort()).toEqual(Object.keys(PATHS).sort())
    expect(new Set(OPERATIONS.map(({ words }) => words.join(' '))).size).toBe(92)
  })

  test.each(groups)('of %s sends its request', async (_, commands) => {
    await writeFile(join(shell.folder, 'rows.json'), '[]')
    const waiting = [...commands]
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await requested(next)
    }
    await Promise.all([work(), work(), work(), work()])
  })
})

describe('records', () => {
  test('are created, read, changed, listed and deleted', async () => {
    const id = await create('Karoo Foods')
    expect((await actor.rest('GET', `/api/clients/${id}`)).body.data).toMatchObject({ name: 'Karoo Foods' })
    expect((await run('clients', 'get', id, '--select', 'contact.name')).out).toBe('B\n')
    const changed = await run('clients', 'update', id, '--data', '{"industry":"Food"}', '--name', 'Karoo Fresh')
    expect(JSON.parse(changed.out)).toMatchObject({ name: 'Karoo Fresh', industry: 'Food' })
    const listed = await run('clients', 'list', '--search', 'Karoo Fresh')
    expect(JSON.parse(listed.out)).toMatchObject([{ id }])
    expect(await run('clients', 'delete', id)).toMatchObject({ code: 0, out: '' })
    expect((await actor.rest('GET', `/api/clients/${id}`)).status).toBe(404)
  })

  test('a body comes from a file or the standard input too', async () => {
    const input = JSON.stringify(clientBody({ name: 'From input' }))
    const created = await shell.run(['clients', 'create', '--data', '-'], { input })
    expect(JSON.parse(created.out).name).toBe('From input')
    await writeFile(join(shell.folder, 'body.json'), input)
    const other = await run('clients', 'create', '--data', '@body.json', '--name', 'From file')
    expect(JSON.parse(other.out).name).toBe('From file')
  })

  test('numbers, booleans and lists have their types', async () => {
    const args = ['--name', 'Typed', '--type', 'EMAIL', '--budget-cents', '12300', '--channels', 'EMAIL', 'SMS']
    const made = JSON.parse((await run('campaigns', 'create', ...args)).out)
    expect(made).toMatchObject({ budgetCents: 12300, channels: ['EMAIL', 'SMS'] })
    const text = ['--title', 'T', '--type', 'POST', '--body', 'Hello', '--is-template', 'true']
    expect(JSON.parse((await run('content', 'create', ...text)).out).isTemplate).toBe(true)
    expect(await run('content', 'create', ...text.slice(0, -1), 'yes')).toMatchObject({ code: 1 })
  })

  test('--all reads every page', async () => {
    await using opened = (await ownShell()).shell
    await writeFile(
      join(opened.folder, 'rows.json'),
      JSON.stringify(Array.from({ length: 130 }, (_, index) => clientBody({ name: `Row ${index}` }))),
    )
    expect(JSON.parse((await opened.run(['import', 'rows.json'])).out)).toMatchObject({ imported: 130 })
    const names = (await opened.run(['clients', 'list', '--all', '--select', 'name'])).out.trim().split('\n')
    expect(new Set(names).size).toBe(130)
  })

  test('an export is imported by another organization', async () => {
    const [first, second] = [await ownShell(), await ownShell()]
    await using from = first.shell
    await using into = second.shell
    await aClient(first.own, { name: 'Exported' })
    const file = join(into.folder, 'clients.csv')
    expect(await from.run(['export', '--format', 'csv', '--output', file])).toMatchObject({ code: 0 })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await from.run(['export', '--format', 'csv', '--output', file])).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists'),
    })
    expect(JSON.parse((await into.run(['import', 'clients.csv'])).out)).toMatchObject({ imported: 1 })
    expect((await into.run(['clients', 'list', '--select', '0.name'])).out).toBe('Exported\n')
  })
})

describe('a failure', () => {
  const cases: [string, number, string[], Record<string, string>, RegExp][] = [
    ['an unknown option', 1, ['clients', 'list', '--nonsense'], {}, /unknown option/],
    ['an unknown command', 1, ['klients'], {}, /unknown command/],
    ['an invalid body', 1, ['clients', 'create', '--name', ''], {}, /VALIDATION_ERROR[\s\S]*name/],
    ['broken JSON', 1, ['clients', 'create', '--data', '{'], {}, /not JSON[\s\S]*next:/],
    ['a wrong token', 2, ['clients', 'list'], { CAMPAIGNS_TOKEN: 'wrong' }, /next: {2}Sign in/],
    ['no token', 2, ['clients', 'list'], { CAMPAIGNS_TOKEN: '' }, /not signed in/],
    ['no record', 3, ['clients', 'get', 'none'], {}, /NOT_FOUND/],
    ['no gateway', 4, ['clients', 'list'], { CAMPAIGNS_URL: 'http://127.0.0.1:1' }, /next: {2}Check the address/],
    ['an address without TLS', 1, ['clients', 'list'], { CAMPAIGNS_URL: 'http://192.0.2.1' }, /unencrypted/],
  ]
  test.each(cases)('%s ends with %i', async (_, code, args, environment, message) => {
    const ended = await shell.run(args, { environment })
    expect(ended).toMatchObject({ code, out: '', err: expect.stringMatching(message) })
  })

  test('without the permission names the permission', async () => {
    const viewer = server.actor({ role: 'viewer' })
    const ended = await shell.run(['clients', 'create', '--data', '{}'], {
      environment: { CAMPAIGNS_TOKEN: viewer.token },
    })
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('org:clients:write') })
  })

  test('a change by another user is a conflict', async () => {
    const id = await create('Contested')
    const ended = await run('clients', 'update', id, '--name', 'Lost', '--if-match', '"0"')
    expect(ended).toMatchObject({ code: 5, err: expect.stringContaining('Another user changed') })
    expect((await actor.rest('GET', `/api/clients/${id}`)).body.data.name).toBe('Contested')
  })

  test('a full gateway is unavailable', async () => {
    const full = { status: 503, headers: { 'Retry-After': '0' }, body: '{"message":"Full","code":"NOT_READY"}' }
    proxy.faults = Array.from({ length: 4 }, () => full)
    expect(await run('clients', 'list')).toMatchObject({ code: 6, err: expect.stringContaining('Full') })
  })
})

describe('output', () => {
  /** Runs the command on a terminal. */
  async function onTerminal(args: string[], environment: Record<string, string> = {}): Promise<string> {
    const line = [...COMMAND, ...args].map((each) => `'${each}'`).join(' ')
    // `stty` sets the width, because a new terminal has none.
    const script = ['-qec', `stty cols 100; ${line}`, '/dev/null']
    const env = { ...shell.environment, CAMPAIGNS_URL: server.url, TERM: 'xterm', SHELL: '/bin/sh', ...environment }
    return (await promisify(execFile)('script', script, { env, cwd: shell.folder })).stdout
  }
  const ESCAPE = '\x1b'

  test('on a terminal is a table that fits, without colour if NO_COLOR is set', async () => {
    await create('Tabled')
    const table = await onTerminal(['clients', 'list', '--search', 'Tabled'])
    expect(table).toContain(`${ESCAPE}[1mid`)
    const plain = await onTerminal(['clients', 'list', '--search', 'Tabled'], { NO_COLOR: '1' })
    expect(plain).not.toContain(ESCAPE)
    const [header = '', row = ''] = plain.split('\r\n')
    expect(header).toMatch(/^id +name +type/)
    expect(row).toContain('Tabled')
    expect(Math.max(...plain.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(100)
    expect(JSON.parse(await onTerminal(['clients', 'list', '--search', 'Tabled', '--json']))).toHaveLength(1)
  })

  test('text of a record cannot control the terminal', async () => {
    const hostile = 'a\u001b[2Jb\u009b2Jc\u202ed'
    const { id } = await aClient(actor, { contact: { name: hostile } })
    const outputs = [
      await onTerminal(['clients', 'get', id], { NO_COLOR: '1' }),
      await onTerminal(['clients', 'get', id, '--json'], { NO_COLOR: '1' }),
      (await run('clients', 'get', id, '--select', 'contact.name')).out,
    ]
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must be absent
    for (const output of outputs) expect(output).not.toMatch(/[\x1b\x9b]/)
  })

  test('has no colour without a terminal', async () => {
    expect((await run('clients', 'list')).out).not.toContain(ESCAPE)
  })

  test('each command has help with an example', async () => {
    expect((await run('--help')).out).toContain('Exit codes: 0 done, 1 wrong usage')
    // One process that prints the help of every command: a hundred processes would take minutes.
    const script = `
      import { campaigns } from ${JSON.stringify(join(root, 'clients/command/src/program.ts'))}
      const leaves = (command) => (command.commands.length > 0 ? command.commands.flatMap(leaves) : [command])
      for (const command of leaves(campaigns())) {
        const words = []
        for (let each = command; each; each = each.parent) words.unshift(each.name())
        let help = ''
        command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
        console.log(JSON.stringify([words.join(' '), help]))
      }`
    const args = ['--conditions=campaigns-source', '--input-type=module', '--eval', script]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const lines = stdout.trim().split('\n')
    const helps = new Map<string, string>(lines.map((line) => JSON.parse(line)))
    const lacking = [...helps].filter(([words, help]) => !/Examples?:\n[\s\S]*/.exec(help)?.[0].includes(words))
    // The shells call the first one. The gateway has the help of the others.
    const others = ['complete', 'start', 'db', 'token', 'doctor', 'ops'].map((name) => `campaigns ${name}`)
    expect(lacking.map(([words]) => words)).toEqual(others)
    expect(helps.size).toBeGreaterThan(92 + others.length)
  })
})

describe('events', () => {
  test('stream prints one JSON object per line', async () => {
    await using running = shell.start(['stream', 'dashboard'])
    const [line] = await running.says(/^\{.*\}$/m)
    expect(JSON.parse(line)).toMatchObject({ event: 'snapshot', data: { clients: expect.any(Number) } })
  })

  test('listen forwards signed webhooks and creates nothing at the gateway', async () => {
    await using receiver = await startReceiver()
    const { own, shell: opened } = await ownShell()
    await using _ = opened
    await using running = opened.start(['listen', '--forward-to', receiver.url])
    await running.says(/Ready\./)
    expect(running.err).toContain('creates nothing at the gateway')
    const [, secret = ''] = await running.says(/(whsec_\S+)/)
    const client = await aClient(own)
    const { body, headers } = await until('the message', () => receiver.received[0])
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'CLIENT_CREATED',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      sequence: expect.any(Number),
      data: { id: client.id, resourceType: 'CLIENT', userId: own.userId },
    })
    await running.says(/CLIENT_CREATED \S+ -> 200/)
    expect((await own.rest('GET', '/api/service-provider/webhooks')).body.data).toEqual([])
  })

  test('listen says when the receiver does not answer, and continues', async () => {
    const { own, shell: opened } = await ownShell()
    await using _ = opened
    const closed = await startReceiver()
    await closed[Symbol.asyncDispose]()
    await using running = opened.start(['listen', '--forward-to', closed.url, '--events', 'clients'])
    await running.says(/Ready\./)
    await aClient(own)
    await running.says(/CLIENT_CREATED \S+ -> ECONNREFUSED/)
  })

  test('listen sends nothing to another machine', async () => {
    for (const target of ['https://example.org/hook', 'http://127.0.0.1.example.org', 'http://192.0.2.1'])
      expect(await run('listen', '--forward-to', target)).toMatchObject({ code: 1 })
  })

  test('listen names the kind that the user may not read', async () => {
    const key = await actor.rest('POST', '/api/service-provider/api-keys', {
      name: 'clients only',
      role: 'viewer',
      scopes: ['org:clients:read'],
    })
    const environment = { CAMPAIGNS_TOKEN: key.body.data.secret ?? key.body.data.key }
    const ended = await shell.run(['listen', '--forward-to', 'http://127.0.0.1:1', '--events', 'sign-offs'], {
      environment,
    })
    expect(ended).toMatchObject({ code: 2, err: expect.stringMatching(/sign-offs: [\s\S]*--events/) })
  })
})

describe('the audit trail', () => {
  test('tail prints new records', async () => {
    const { own, shell: opened } = await ownShell()
    await using _ = opened
    await using running = opened.start(['audit', 'tail'])
    await running.says(/Ready\./)
    const { id } = await aClient(own)
    await running.says(new RegExp(`CLIENT_CREATED ${own.userId} CLIENT ${id}`))
  })

  test('verify checks an export without the gateway, with a checkpoint that was kept', async () => {
    const { own, shell: opened } = await ownShell()
    await using _ = opened
    await aClient(own)
    await opened.run(['audit', 'export', '--format', 'ndjson', '--output', 'first.ndjson'])
    const offline = { environment: { CAMPAIGNS_URL: 'http://127.0.0.1:1', CAMPAIGNS_TOKEN: '' } }
    const kept = await opened.run(['audit', 'verify', 'first.ndjson', '--keep', 'kept.txt'], offline)
    expect(kept).toMatchObject({
      code: 0,
      out: expect.stringContaining('none changed'),
      err: expect.stringContaining('Kept'),
    })

    await aClient(own)
    await opened.run(['audit', 'export', '--format', 'ndjson', '--output', 'second.ndjson'])
    const { publicKey } = JSON.parse((await opened.run(['audit', 'check', '--select', 'checkpoint'])).out)
    const proof = ['--checkpoint', 'kept.txt', '--key', publicKey]
    const verified = await opened.run(['audit', 'verify', 'second.ndjson', ...proof], offline)
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('no record that they cover was removed') })

    const lines = (await readFile(join(opened.folder, 'second.ndjson'), 'utf8')).split('\n')
    await writeFile(join(opened.folder, 'forged.ndjson'), lines.join('\n').replace('CLIENT_CREATED', 'CLIENT_UPDATED'))
    const forged = await opened.run(['audit', 'verify', 'forged.ndjson', ...proof], offline)
    expect(forged).toMatchObject({ code: 7, out: expect.stringContaining('was changed') })
    await writeFile(join(opened.folder, 'none.txt'), 'hello')
    expect(await opened.run(['audit', 'verify', 'none.txt'], offline)).toMatchObject({ code: 1 })
  })
})

describe('a kept token', () => {
  async function withKey() {
    const opened = await openShell()
    const input = `${actor.token}\n`
    const ended = await opened.run(['login', '--gateway', server.url, '--with-token'], { input })
    return { opened, ended, file: join(opened.folder, 'config/campaigns/session.json') }
  }

  test('is readable only by its user, and serves later commands', async () => {
    const { opened, ended, file } = await withKey()
    await using _ = opened
    expect(ended).toMatchObject({ code: 0, out: '' })
    expect(ended.err).not.toContain(actor.token)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await opened.run(['clients', 'list'])).toMatchObject({ code: 0 })
    expect(await opened.run(['logout'])).toMatchObject({ code: 0, err: expect.stringContaining('stays valid') })
    expect(await opened.run(['clients', 'list'])).toMatchObject({ code: 1 })
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test('is sent to no other gateway', async () => {
    const { opened } = await withKey()
    await using _ = opened
    await using receiver = await startReceiver()
    const address = `http://127.0.0.1:${receiver.port}`
    for (const attempt of [
      opened.run(['clients', 'list', '--gateway', address]),
      opened.run(['clients', 'list'], { environment: { CAMPAIGNS_URL: address } }),
    ])
      expect(await attempt).toMatchObject({ code: 2, err: expect.stringContaining('The sign-in is for') })
    expect(receiver.received).toEqual([])
  })

  test('is refused if others can read it', async () => {
    const { opened, file } = await withKey()
    await using _ = opened
    await chmod(file, 0o644)
    expect(await opened.run(['clients', 'list'])).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') })
  })
})

describe('completion', () => {
  /** What a script of a shell prints, with the command on the PATH. */
  async function printed(program: string, ...args: string[]): Promise<string[]> {
    const bin = join(shell.folder, 'bin')
    await mkdir(bin, { recursive: true })
    await writeFile(join(bin, 'campaigns'), `#!/bin/sh\nexec ${COMMAND.join(' ')} "$@"\n`, { mode: 0o755 })
    const env = { ...shell.environment, PATH: `${bin}:${shell.environment.PATH}` }
    return execFileSync(program, args, { env, encoding: 'utf8' }).trim().split('\n')
  }

  const quoted = (words: string[]) => words.map((word) => `'${word}'`).join(' ')

  /** Candidates that bash offers for a line. */
  const inBash = (...words: string[]) =>
    printed(
      'bash',
      '-c',
      `source <(campaigns completion bash); COMP_WORDS=(campaigns ${quoted(words)}); COMP_CWORD=${words.length}
      _campaigns; printf '%s\n' "\${COMPREPLY[@]}"`,
    )

  test('bash completes commands, options and values', async () => {
    expect(await inBash('cl')).toEqual(['clients'])
    expect(await inBash('clients', 'up')).toEqual(['update'])
    expect(await inBash('clients', 'list', '--se')).toEqual(['--search', '--sector', '--select'])
    expect(await inBash('campaigns', 'create', '--type', 'SO')).toEqual(['SOCIAL'])
    expect(await inBash('listen', '--events', 'ca')).toEqual(['campaigns'])
  })

  /** Candidates that the script gives to zsh, which then leaves out those that do not fit. */
  const inZsh = (...words: string[]) =>
    printed(
      'zsh',
      '-fc',
      `compdef() { print "$1 completes $2" }; compadd() { shift; print -rl -- "$@" }; _files() { print 'a file' }
      source <(campaigns completion zsh); words=(campaigns ${quoted(words)}); CURRENT=$#words; _campaigns`,
    )

  if (requireTool('zsh', 'apt-get install zsh'))
    test('zsh completes the same, and files', async () => {
      const [registered, ...commands] = await inZsh('cl')
      expect(registered).toBe('_campaigns completes campaigns')
      expect(commands).toEqual(expect.arrayContaining(['clients', 'login', 'audit']))
      expect(await inZsh('clients', 'up')).toContain('update')
      expect(await inZsh('clients', 'list', '--se')).toEqual(expect.arrayContaining(['--search', '--sector']))
      expect(await inZsh('campaigns', 'create', '--type', '')).toContain('SOCIAL')
      expect((await inZsh('import', '')).slice(1)).toEqual(['a file'])
    })
})

describe('commands of operators', () => {
  test('are those of the gateway in whose folder the command runs', () => {
    const [program = '', ...own] = COMMAND
    const call = (cwd: string, ...args: string[]) =>
      execFileSync(program, [...own, ...args], { cwd, encoding: 'utf8', stdio: 'pipe', env: { ...process.env } })
    const token = call(join(root, 'docs'), 'token', '--organization', 'acme', '--data-dir', join(shell.folder, 'data'))
    const [, claims = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ org_id: 'acme' })
    expect(call(root, 'ops', '--help')).toContain('monitoring stack')
  })

  test('say so elsewhere', async () => {
    expect(await run('db', 'migrate')).toMatchObject({ code: 1, err: expect.stringContaining('only in the folder') })
  })
})
