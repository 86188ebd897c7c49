import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { openIssuer } from '../../src/security/auth/issuer.ts'
import { PROFILES } from '../../src/security/auth/profiles.ts'
import { createVerifier } from '../../src/security/auth/verifier.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { COMPILED } from '../support/process.ts'

const issuer = 'http://localhost:4000'
let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issuer-'))
  dataDir = join(folder, 'made', 'on', 'demand')
})

afterEach(() => rm(folder, { recursive: true }))

const open = () => openIssuer({ dataDir, issuer })

const unheard = (error: unknown) => {
  throw error
}

/** The verifier as in the server of this process: it reads the keys of the issuer directly, without a request. */
const verifierOf = ({ jwks }: Awaited<ReturnType<typeof open>>) =>
  createVerifier({ issuer, keys: async () => jwks(), profile: PROFILES.generic, cacheSize: 10, onFailure: unheard })

describe('the development issuer', () => {
  test('its tokens contain the requested values', async () => {
    const own = await open()
    const asked = { userId: 'u', organizationId: 'o', email: 'a@b.example', permissions: ['org:audit:read'] }
    const token = own.sign({ ...asked, role: 'member', name: 'Thandi', expiresIn: 3600 })
    const identity = await verifierOf(own)(token)
    expect(identity).toMatchObject({ ...asked, role: 'member', userName: 'Thandi', emailVerified: true })
    expect(identity.tokenId).toMatch(/^[\da-f-]{36}$/)
    expect((identity.expiresAt ?? 0) - Date.now() / 1000).toBeGreaterThan(1800)
  })

  test('its tokens contain nothing else', async () => {
    const own = await open()
    const { organizationId, role, permissions, email, emailVerified } = await verifierOf(own)(
      own.sign({ userId: 'u', expiresIn: 60 }),
    )
    expect([organizationId, role, permissions, email, emailVerified]).toEqual([
      undefined,
      undefined,
      [],
      undefined,
      undefined,
    ])
  })

  test('publishes only the public part of its key', async () => {
    const { keys } = (await open()).jwks()
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']])
  })

  test('creates its key once, readable by its owner only', async () => {
    const [before, after] = [await open(), await open()]
    expect(after.jwks()).toEqual(before.jwks())
    expect(await readdir(dataDir)).toEqual(['issuer-key.pem'])
    expect((await stat(join(dataDir, 'issuer-key.pem'))).mode & 0o777).toBe(0o600)
  })

  test('all processes that open it at the same time get one key', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, open))
    expect(new Set(opened.map((each) => JSON.stringify(each.jwks()))).size).toBe(1)
    expect(await readdir(dataDir)).toEqual(['issuer-key.pem'])
  })

  test('the keys of two data directories are separate', async () => {
    const other = await openIssuer({ dataDir: join(folder, 'other'), issuer })
    const token = other.sign({ userId: 'u', expiresIn: 60 })
    await expect(verifierOf(await open())(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('names the file that contains no key', async () => {
    await open()
    const path = join(dataDir, 'issuer-key.pem')
    await writeFile(path, 'nonsense')
    await expect(open()).rejects.toThrow(`${path} contains no prime256v1 private key`)
    expect(await readFile(path, 'utf8')).toBe('nonsense')
  })
})

/** Runs the command in a separate process, from its source. */
const command = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    const options = {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, ...COMPILED, DATA_DIR: dataDir, ...env },
      timeout: PATIENCE_MS,
    }
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../../src/main/token.ts'), ...args],
      options,
      (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }),
    )
  })

describe('the command', () => {
  test('prints a token that the server of the same data directory accepts, and nothing else', async () => {
    const args = '--user u --organization o --role manager --permission org:audit:read --permission org:audit:export'
    const { code, stdout, stderr } = await command([
      ...args.split(' '),
      '--email',
      'a@b.example',
      '--expires-in',
      '30m',
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    const identity = await verifierOf(await open())(stdout.trim())
    expect(identity).toMatchObject({ userId: 'u', organizationId: 'o', role: 'manager', email: 'a@b.example' })
    expect(identity.permissions).toEqual(['org:audit:read', 'org:audit:export'])
    expect((identity.expiresAt ?? 0) - (identity.issuedAt ?? 0)).toBe(30 * 60)
  })

  test('is refused in production, as is the issuer itself', async () => {
    const { code, stdout, stderr } = await command([], { NODE_ENV: 'production' })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error: The development issuer does not run under NODE_ENV=production\. Set AUTH_ISSUER/)
    await expect(stat(dataDir)).rejects.toThrow('ENOENT')
  })

  test('prints its help', async () => {
    const { stdout } = await command(['--help'])
    for (const option of ['user', 'organization', 'role', 'permission', 'email', 'expires-in', 'data-dir', 'port'])
      expect(stdout).toContain(`--${option} <`)
  })

  test.each([
    [['--role', 'boss'], 'Allowed choices are admin, manager, member, compliance, viewer'],
    [['--permission', 'org:boss:be'], 'org:clients:read'],
    [['--expires-in', '8'], 'Expected a number and a unit'],
    [['--expires-in', '0h'], 'Expected a number and a unit'],
    [['--port', '70000'], 'Expected a port number'],
    [['--organization', ''], 'The value is blank'],
    [['extra'], 'too many arguments'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await command(args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
  })
})
