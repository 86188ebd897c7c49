/**
 * @database none
 * @long it builds and packs the clients, and starts Python programs.
 */
import { execFile, execFileSync } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { sha256, signStatement } from '../../src/main/supply-chain/provenance.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'

const ROOT = join(import.meta.dirname, '../..')
const BUILDER = 'https://ci.example.org'
const PROVENANCE = 'provenance.intoto.jsonl'
const hasPython = requireTool('python-in-toto', 'test/supply-chain/programs.sh FOLDER, and FOLDER on the PATH')

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const FILES = ['client', 'command', 'gateway'].flatMap((each) => {
  const name = `campaign-management-${each}-${version}`
  return [`${name}.cdx.json`, `${name}.${each === 'gateway' ? 'tar.gz' : 'tgz'}`]
})

interface Ended {
  code: number
  out: string
  err: string
}

const run = (program: string, args: string[], cwd: string): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd }, (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }))
  })

let folder: string
let repository: string
let created: Ended
const keys = (name: string) => ({ private: join(folder, `${name}.key`), public: join(folder, `${name}.pub`) })

const release = (command: 'create' | 'verify', target: string, key: string, builder = BUILDER) => {
  const program = join(repository, 'src/main/supply-chain/release.ts')
  return run(process.execPath, [program, command, target, '--key', key, '--builder', builder], repository)
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim()

/** Links each package of a folder. The workspaces must be those of the repository of the test. */
function linkPackages(path: string): void {
  mkdirSync(join(repository, path), { recursive: true })
  const own: Record<string, string> = {
    'campaign-management-client': join(repository, 'clients/typescript'),
    'campaign-management-command': join(repository, 'clients/command'),
  }
  for (const name of readdirSync(join(ROOT, path)))
    symlinkSync(own[name] ?? join(ROOT, path, name), join(repository, path, name))
}

/** Commits the files of this folder, also those without a commit, in a repository of the test. */
function commitFiles(): void {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }).split('\0')
  for (const file of files.filter((each) => each && existsSync(join(ROOT, each)))) {
    mkdirSync(dirname(join(repository, file)), { recursive: true })
    cpSync(join(ROOT, file), join(repository, file), { recursive: true, verbatimSymlinks: true })
  }
  git('init', '--quiet')
  git('add', '--all')
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '--message', 'Release')
}

setUp(async (opened) => {
  folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'release-'))).path
  repository = join(folder, 'repository')
  mkdirSync(repository)
  commitFiles()
  for (const path of ['node_modules', 'clients/typescript/node_modules']) linkPackages(path)
  const kinds = {
    ed25519: generateKeyPairSync('ed25519'),
    other: generateKeyPairSync('ed25519'),
    p256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    p384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  }
  for (const [name, { privateKey, publicKey }] of Object.entries(kinds)) {
    writeFileSync(keys(name).private, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    writeFileSync(keys(name).public, publicKey.export({ type: 'spki', format: 'pem' }))
  }
  // A file of an earlier build, which git ignores.
  mkdirSync(join(repository, 'clients/typescript/dist'))
  writeFileSync(join(repository, 'clients/typescript/dist/earlier.js'), '')
  created = await release('create', join(folder, 'release'), keys('ed25519').private)
})

interface Envelope {
  payload: string
  payloadType: string
  signatures: object[]
}

const envelope = (): Envelope => JSON.parse(readFileSync(join(folder, 'release', PROVENANCE), 'utf8'))
const statement = () => JSON.parse(Buffer.from(envelope().payload, 'base64').toString())

/** A copy of the release, in which a test changes something. */
async function aCopy() {
  const copy = await mkdtempDisposable(join(folder, 'copy-'))
  cpSync(join(folder, 'release'), copy.path, { recursive: true })
  return copy
}

describe('release create', () => {
  test('writes the source, the packages of the clients, and their SBOMs', () => {
    expect(created).toEqual({ code: 0, out: expect.stringContaining(git('rev-parse', 'HEAD')), err: '' })
    expect(readdirSync(join(folder, 'release')).sort()).toEqual([...FILES, PROVENANCE].sort())
    for (const file of FILES.filter((each) => each.endsWith('.cdx.json'))) {
      const { bomFormat, metadata } = JSON.parse(readFileSync(join(folder, 'release', file), 'utf8'))
      expect([bomFormat, `${metadata.component.name}-${version}.cdx.json`]).toEqual(['CycloneDX', file])
    }
  })

  test('packs the build of the commit, without files of an earlier build', () => {
    const list = (file: string) =>
      execFileSync('tar', ['tzf', join(folder, 'release', file)], { encoding: 'utf8' }).split('\n')
    expect(list(`campaign-management-client-${version}.tgz`)).toContain('package/dist/index.js')
    expect(list(`campaign-management-client-${version}.tgz`)).not.toContain('package/dist/earlier.js')
    expect(list(`campaign-management-command-${version}.tgz`)).toContain('package/bin/campaigns.js')
    expect(list(`campaign-management-gateway-${version}.tar.gz`)).toContain(
      `campaign-management-gateway-${version}/Dockerfile`,
    )
  })

  test('states the commit, the lock file and the builder', () => {
    const commit = git('rev-parse', 'HEAD')
    const { subject, predicate } = statement()
    expect(subject.map(({ name }: { name: string }) => name)).toEqual(FILES)
    expect(predicate.buildDefinition).toMatchObject({
      externalParameters: { commit },
      resolvedDependencies: [
        { digest: { gitCommit: commit } },
        { digest: { sha256: sha256(readFileSync(join(repository, 'package-lock.json'))) } },
      ],
    })
    expect(predicate.runDetails.builder).toEqual({
      id: BUILDER,
      version: { node: process.version, npm: expect.stringMatching(/^\d+\./) },
    })
  })

  test('refuses files that are not committed', async () => {
    const file = join(repository, 'further.txt')
    writeFileSync(file, '')
    const { code, err } = await release('create', join(folder, 'dirty'), keys('ed25519').private)
    rmSync(file)
    expect([code, err]).toEqual([1, 'error: these files are not committed:\n?? further.txt\n'])
    expect(readdirSync(join(folder, 'dirty'))).toEqual([])
  })

  test('refuses a folder with files', async () => {
    expect(await release('create', join(folder, 'release'), keys('ed25519').private)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: .* is not empty\n$/),
    })
  })

  test.each([
    ['a missing key', () => join(folder, 'none.key'), 'ENOENT'],
    ['a public key', () => keys('ed25519').public, 'is not a private key of Ed25519 or ECDSA P-256'],
    ['an RSA key', () => keys('rsa').private, 'is not a private key of Ed25519 or ECDSA P-256'],
    ['a key of another curve', () => keys('p384').private, 'is not a private key of Ed25519 or ECDSA P-256'],
  ])('refuses %s', async (_, key, message) => {
    const { code, err } = await release('create', join(folder, 'unsigned'), key())
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
    expect(existsSync(join(folder, 'unsigned'))).toBe(false)
  })
})

describe('release verify', () => {
  const verify = (target: string, key = 'ed25519', builder?: string) =>
    release('verify', target, keys(key).public, builder)

  test('accepts an unchanged release', async () => {
    expect(await verify(join(folder, 'release'))).toEqual({
      code: 0,
      out: `6 files of commit ${git('rev-parse', 'HEAD')} are unchanged\n`,
      err: '',
    })
  })

  test('names each file that was changed, removed or added', async () => {
    await using copy = await aCopy()
    const [first = '', second = ''] = FILES
    writeFileSync(join(copy.path, first), ' ', { flag: 'a' })
    rmSync(join(copy.path, second))
    writeFileSync(join(copy.path, 'further.tgz'), '')
    expect(await verify(copy.path)).toEqual({
      code: 1,
      out: '',
      err: `error: ${first} was changed\nfurther.tgz is not in the provenance\n${second} is missing\n`,
    })
  })

  test('refuses another key and another builder', async () => {
    const target = join(folder, 'release')
    expect(await verify(target, 'other')).toMatchObject({
      code: 1,
      err: 'error: the provenance is not signed by this key\n',
    })
    expect(await verify(target, 'p256')).toMatchObject({
      code: 1,
      err: 'error: the provenance is not signed by this key\n',
    })
    expect(await verify(target, 'ed25519', 'https://evil.example')).toMatchObject({
      code: 1,
      err: `error: the builder is ${BUILDER}\n`,
    })
  })

  test.each<[string, () => string, string]>([
    ['of another statement', () => JSON.stringify({ ...envelope(), payload: btoa('{}') }), 'is not signed by this key'],
    ['without a signature', () => JSON.stringify({ ...envelope(), signatures: [] }), 'is not signed by this key'],
    ['of another type', () => JSON.stringify({ ...envelope(), payloadType: 'text/plain' }), 'has another format'],
    [
      'of another predicate',
      () => sign({ ...statement(), predicateType: 'https://slsa.dev/verification_summary/v1' }),
      'has another format',
    ],
    ['with further parameters', () => sign(withParameters({ commit: 'a', flags: '-O0' })), 'has another format'],
    ['that is cut off', () => JSON.stringify(envelope()).slice(0, 100), 'has another format'],
  ])('refuses an envelope %s', async (_, text, message) => {
    await using copy = await aCopy()
    writeFileSync(join(copy.path, PROVENANCE), text())
    expect(await verify(copy.path)).toEqual({ code: 1, out: '', err: `error: the provenance ${message}\n` })
  })

  test('refuses a folder without provenance', async () => {
    await using copy = await aCopy()
    rmSync(join(copy.path, PROVENANCE))
    expect(await verify(copy.path)).toMatchObject({ code: 1, err: expect.stringMatching(/^error: ENOENT.*provenance/) })
  })
})

const sign = (content: ReturnType<typeof statement>, key = 'ed25519') =>
  signStatement(content, createPrivateKey(readFileSync(keys(key).private)))

function withParameters(externalParameters: object) {
  const content = statement()
  content.predicate.buildDefinition.externalParameters = externalParameters
  return content
}

const suite = hasPython ? describe : describe.skip

suite('the libraries of in-toto', () => {
  const verify = (target: string, key: string) =>
    run('python-in-toto', [join(import.meta.dirname, 'verify.py'), target, keys(key).public], folder)

  test.each(['ed25519', 'p256'])('verify a release that a key of %s signed', async (key) => {
    await using copy = await aCopy()
    writeFileSync(join(copy.path, PROVENANCE), sign(statement(), key))
    expect(await verify(copy.path, key)).toEqual({ code: 0, out: `6 ${BUILDER}\n`, err: '' })
    expect(await release('verify', copy.path, keys(key).public)).toMatchObject({ code: 0 })
  })

  test('refuse another key, and a changed statement', async () => {
    expect(await verify(join(folder, 'release'), 'other')).toMatchObject({ code: 1 })
    await using copy = await aCopy()
    const payload = Buffer.from(JSON.stringify(withParameters({ commit: 'a' }))).toString('base64')
    writeFileSync(join(copy.path, PROVENANCE), JSON.stringify({ ...envelope(), payload }))
    expect(await verify(copy.path, 'ed25519')).toMatchObject({
      code: 1,
      err: expect.stringContaining('VerificationError'),
    })
  })
})
