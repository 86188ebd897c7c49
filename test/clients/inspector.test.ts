/** @long it starts the MCP Inspector, a program of the Model Context Protocol project, for each request. */
import { spawn } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { PROMPTS } from '../../src/mcp/prompts.ts'
import { RESOURCES, TOOLS } from '../../src/mcp/tools.ts'
import { type Outcome, Running } from '../support/command.ts'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { freePort } from '../support/redis.ts'
import { aClient } from '../support/samples.ts'
import { type Actor, type Json, startOwnServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'

const isInstalled = requireTool('mcp-inspector', 'test/clients/programs.sh FOLDER, and FOLDER on the PATH')

/** At the public address of the gateway, which the metadata and the tokens name. */
let proxy: FaultyProxy
let server: TestServer
let home: string
let admin: Actor
if (isInstalled)
  setUp(async (opened) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    server = opened.use(await startOwnServer({ PUBLIC_URL: url, PORT: String(port) }))
    proxy = opened.use(await startFaultyProxy(server.url, port))
    home = opened.use(await mkdtempDisposable(join(tmpdir(), 'inspector-'))).path
    admin = server.actor({ audience: `${url}/mcp` })
    const allow = 'mutation ($input: SecurityPatch!) { updateSecuritySettings(input: $input) { agentsAllowed } }'
    await admin.graphql(allow, { input: { agentsAllowed: true } })
  })

/** Runs the Inspector without a terminal. It opens no browser, because the identity provider registers no clients. */
async function inspect(args: string[], token?: string): Promise<Outcome> {
  const header = token ? ['--header', `Authorization: Bearer ${token}`] : []
  const all = ['--cli', `${proxy.url}/mcp`, '--transport', 'http', '--format', 'json', '--quiet', ...header, ...args]
  const settings = { MCP_AUTO_OPEN_ENABLED: 'true', MCP_INSPECTOR_SECRET_STORE: 'memory', DO_NOT_TRACK: '1' }
  const child = spawn('mcp-inspector', all, { cwd: home, env: { PATH: process.env.PATH, HOME: home, ...settings } })
  child.stdin.end()
  await using running = new Running(child)
  return await running.ended()
}

async function resultOf(method: string, ...args: string[]): Promise<Json> {
  const { code, out, err } = await inspect(['--method', method, ...args], admin.token)
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out).result
}

const named = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

const suite = isInstalled ? describe : describe.skip

suite('the MCP Inspector', () => {
  test.each(['legacy', 'modern'])('lists the tools in the protocol era %s', async (era) => {
    const { tools } = await resultOf('tools/list', '--protocol-era', era)
    expect(named(tools)).toEqual(named(TOOLS))
  })

  test('finds no fault in the descriptions of the tools', async () => {
    const { code, err } = await inspect(['--method', 'tools/list', '--strict'], admin.token)
    expect([code, err]).toEqual([0, expect.not.stringContaining('Error:')])
  })

  test('lists resources and prompts, and reads one of each', async () => {
    const { id } = await aClient(admin, { name: 'Tugela Estuary Board' })
    const { resourceTemplates } = await resultOf('resources/templates/list')
    expect(named(resourceTemplates).sort()).toEqual(Object.keys(RESOURCES).sort())
    const { contents } = await resultOf('resources/read', '--uri', `record://client/${id}`)
    expect(contents[0].text).toContain('Tugela Estuary Board')
    const { prompts } = await resultOf('prompts/list')
    expect(named(prompts)).toEqual(named(PROMPTS))
    const campaign = (await admin.rest('POST', '/api/campaigns', { name: 'Estuary week', type: 'SOCIAL' })).body.data
    const brief = ['--prompt-name', 'campaign_brief', '--prompt-args', `id=${campaign.id}`]
    expect(JSON.stringify(await resultOf('prompts/get', ...brief))).toContain('Estuary week')
  })

  test('calls a tool, and not one that does not exist', async () => {
    const call = (name: string, given: object) =>
      ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(given)] as const
    const drafted = await inspect([...call('draft_campaign', { name: 'From an agent', type: 'SOCIAL' })], admin.token)
    expect(drafted).toMatchObject({ code: 0, out: expect.stringContaining('DRAFT') })
    const { body } = await admin.rest('GET', '/api/campaigns?search=From%20an%20agent')
    expect(body.data).toMatchObject([{ name: 'From an agent', status: 'DRAFT' }])
    const refused = await inspect([...call('start_campaign', { id: body.data[0].id })], admin.token)
    expect(refused).toMatchObject({ code: expect.any(Number), err: expect.stringContaining('start_campaign') })
    expect(refused.code).not.toBe(0)
  })

  test('without a token is refused, and finds the identity provider in the metadata', async () => {
    const before = proxy.seen.length
    const { code, out, err } = await inspect(['--method', 'tools/list'])
    expect([code, out]).toEqual([expect.any(Number), ''])
    expect(code).not.toBe(0)
    // The identity provider of development has no registration of clients (RFC 7591).
    expect(err).toContain('does not support dynamic client registration')
    const paths = proxy.seen.slice(before).map(({ url }) => url)
    expect(paths.slice(0, 2)).toEqual(['/mcp', '/.well-known/oauth-protected-resource/mcp'])
    expect(paths.slice(2)).toContainEqual(expect.stringMatching(/^\/\.well-known\/(openid-configuration|oauth-auth)/))
  })

  test('with a token of another service is refused', async () => {
    const { token } = server.actor({ organizationId: admin.organizationId, audience: 'https://other.example.org/mcp' })
    const refused = await inspect(['--method', 'tools/list', '--stored-auth-only'], token)
    expect(refused).toMatchObject({ out: '', err: expect.stringContaining('auth_required') })
  })
})
