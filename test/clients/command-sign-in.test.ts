/** @long it starts the command as a process for each step. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { openShell, type Shell } from '../support/command.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { startReceiver } from '../support/receiver.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { UserAgent } from '../support/user-agent.ts'

let provider: IdentityProvider
let server: TestServer
setUp(async (opened) => {
  provider = opened.use(await startIdentityProvider())
  server = opened.use(await startServer(provider.settings))
})

const GATEWAY = 'https://gateway.example'
const LOGIN = { login: 'thandi', password: 'any' }

/** `login` for an organization of the provider. */
const loginArgs = (...more: string[]) => [
  ...['login', '--gateway', server.url, '--client-id', 'command', '--parameter', 'resource=https://gateway.example'],
  ...[
    '--scope',
    'openid profile email offline_access organization:org_north',
    '--parameter',
    'prompt=consent',
    ...more,
  ],
]

const sessionOf = (shell: Shell) => join(shell.folder, 'config/campaigns/session.json')
const kept = async (shell: Shell) => JSON.parse(await readFile(sessionOf(shell), 'utf8'))

/** Lets the kept token expire, and changes its renewal. */
async function expire(shell: Shell, renewal: object = {}): Promise<void> {
  const session = await kept(shell)
  const changed = { ...session, expiresAt: 1, renewal: { ...session.renewal, ...renewal } }
  await writeFile(sessionOf(shell), JSON.stringify(changed))
}

async function signIn(shell: Shell): Promise<void> {
  await using running = shell.start(loginArgs())
  const [address] = await running.says(/http:\S+\/auth\?\S+/)
  expect(await new UserAgent(LOGIN).open(address)).toContain('Return to the terminal')
  expect(await running.ended()).toMatchObject({ code: 0, out: '' })
}

describe('login', () => {
  test('with a browser keeps a token for later commands, and logout revokes it', async () => {
    await provider.serve(server.url, { refresh: true })
    await using shell = await openShell()
    await signIn(shell)
    expect((await stat(sessionOf(shell))).mode & 0o777).toBe(0o600)
    const read = await shell.run(['clients', 'list'])
    expect(read).toMatchObject({ code: 0, err: '' })
    const ended = await shell.run(['logout'])
    expect(ended).toMatchObject({ code: 0, err: expect.stringContaining('The provider has revoked') })
    expect(provider.revoked).toEqual(['revocation'])
  })

  test('renews an expired token once, and keeps the new one', async () => {
    await provider.serve(server.url, { refresh: true })
    await using shell = await openShell()
    await signIn(shell)
    const { token, renewal } = await kept(shell)
    await expire(shell)
    const granted = provider.granted.length
    for (const _ of [1, 2]) expect(await shell.run(['clients', 'list'])).toMatchObject({ code: 0 })
    const renewed = await kept(shell)
    expect(renewed.token).not.toBe(token)
    expect(renewed.renewal.refreshToken).not.toBe(renewal.refreshToken)
    expect(provider.granted.slice(granted)).toEqual(['refresh_token'])
  })

  test('asks for a new sign-in when the provider refuses to renew', async () => {
    await provider.serve(server.url, { refresh: true })
    await using shell = await openShell()
    await signIn(shell)
    await expire(shell, { refreshToken: 'forged' })
    expect(await shell.run(['clients', 'list'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('campaigns login'),
    })
  })

  test('with a device code needs no browser on this machine', async () => {
    await provider.serve(server.url, { refresh: true })
    await using shell = await openShell()
    await using running = shell.start(loginArgs('--device'))
    const [, address = '', code = ''] = await running.says(/Open (\S+) in any browser, and enter the code (\S+)/)
    await new UserAgent({ ...LOGIN, user_code: code }).open(address)
    expect(await running.ended()).toMatchObject({ code: 0, out: '' })
    expect(await shell.run(['clients', 'list'])).toMatchObject({ code: 0 })
  })
})

test('a token for MCP is requested by the address of its server (RFC 8707), and no other one opens it', async () => {
  const settings = { ...provider.settings, PUBLIC_URL: GATEWAY, AUTH_AUDIENCE: `${GATEWAY},${GATEWAY}/mcp` }
  await using gateway = await startServer(settings)
  await provider.serve(gateway.url)
  const statusFor = async (resource: string) => {
    await using shell = await openShell()
    const args = ['--gateway', gateway.url, '--client-id', 'command', '--parameter', `resource=${resource}`]
    const scope = 'openid profile email organization:org_north'
    await using running = shell.start(['login', ...args, '--scope', scope])
    const [address] = await running.says(/http:\S+\/auth\?\S+/)
    await new UserAgent(LOGIN).open(address)
    expect(await running.ended()).toMatchObject({ code: 0 })
    const headers = {
      Authorization: `Bearer ${(await kept(shell)).token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    return (await gateway.fetch('/mcp', { method: 'POST', headers, body })).status
  }
  const { body } = await gateway.fetch('/.well-known/oauth-protected-resource/mcp')
  expect(body).toMatchObject({ resource: `${GATEWAY}/mcp`, authorization_servers: [provider.issuer] })
  expect(await statusFor(body.resource)).toBe(200)
  expect(await statusFor('https://other.example/mcp')).toBe(401)
})

describe('an attacker', () => {
  // GHSA-cq3f-vc6p-68fh: a provider let a second user approve a device code.
  test('who approves the device code of another user is named', async () => {
    await provider.serve(server.url, { refresh: true })
    await using shell = await openShell()
    await using running = shell.start(loginArgs('--device'))
    const [, address = '', code = ''] = await running.says(/Open (\S+) in any browser, and enter the code (\S+)/)
    await new UserAgent({ login: 'mallory', password: 'any', user_code: code }).open(address)
    expect(await running.ended()).toMatchObject({ code: 0, err: expect.stringContaining('as mallory@example.org.') })
    const { token } = await kept(shell)
    expect(JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sub).toBe('mallory')
  })

  test('who redirects to the command without its state is not answered', async () => {
    await provider.serve(server.url)
    await using shell = await openShell()
    await using running = shell.start(loginArgs())
    const [address] = await running.says(/http:\S+\/auth\?\S+/)
    const query = new URL(address).searchParams
    expect(query.get('code_challenge_method')).toBe('S256')
    const callback = query.get('redirect_uri')
    for (const forged of ['?code=forged', '?code=forged&state=forged', '?error=access_denied'])
      expect((await fetch(callback + forged)).status).toBe(404)
    await new UserAgent(LOGIN).open(address)
    expect(await running.ended()).toMatchObject({ code: 0 })
  })

  test('who runs a gateway cannot make another provider receive the code', async () => {
    await using gateway = await startReceiver()
    const base = `http://127.0.0.1:${gateway.port}`
    gateway.answer = (response, { path }) => {
      const metadata = { issuer: provider.issuer, authorization_endpoint: `${base}/a`, token_endpoint: `${base}/t` }
      const named = { authorization_servers: [base] }
      response.end(JSON.stringify(path.includes('openid-configuration') ? metadata : named))
    }
    await using shell = await openShell()
    const ended = await shell.run(['login', '--gateway', base, '--client-id', 'command'])
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('describes itself as') })
  })
})
