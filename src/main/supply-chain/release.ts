import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { type Statement, sha256, signStatement, verifiedStatement } from './provenance.ts'

/* Creates and verifies a release without a registry: the files that are published, their SBOMs and signed provenance. */

const ROOT = join(import.meta.dirname, '../../..')
const CLIENTS = ['clients/typescript', 'clients/command']
const PROVENANCE = 'provenance.intoto.jsonl'

interface Options {
  key: string
  builder: string
}

function output(program: string, ...args: string[]): string {
  return execFileSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e8,
  })
}

/** Reads a key in PEM. @throws Error if it is not of a kind that signs releases */
function readKey(file: string, create: (pem: Buffer) => KeyObject, kind: string): KeyObject {
  const pem = readFileSync(file)
  let key: KeyObject | undefined
  try {
    key = create(pem)
  } catch {
    // Node answers with a number of OpenSSL.
  }
  if (key?.asymmetricKeyType === 'ed25519' || key?.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  throw new Error(`${file} is not a ${kind} key of Ed25519 or ECDSA P-256, in PEM and without a password`)
}

/** The commit of the files. @throws Error if they differ from it */
function cleanCommit(): string {
  const changed = output('git', 'status', '--porcelain')
  if (changed) throw new Error(`these files are not committed:\n${changed.trimEnd()}`)
  return output('git', 'rev-parse', 'HEAD').trim()
}

/** Writes the source, from which the image is built, the packages of the clients, and the SBOM of each. */
function writeFiles(folder: string): void {
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const source = `${name}-${version}`
  output('git', 'archive', `--prefix=${source}/`, '--output', join(folder, `${source}.tar.gz`), 'HEAD')
  writeFileSync(join(folder, `${source}.cdx.json`), output('npm', 'run', '--silent', 'sbom'))
  for (const client of CLIENTS) {
    // Files of an earlier build would be packed too.
    rmSync(join(ROOT, client, 'dist'), { recursive: true, force: true })
    output('npm', 'run', 'build', '--workspace', client)
    const [{ filename }] = JSON.parse(output('npm', 'pack', `./${client}`, '--json', '--pack-destination', folder))
    const sbom = output('npm', 'run', '--silent', 'sbom', '--', client)
    writeFileSync(join(folder, filename.replace(/\.tgz$/, '.cdx.json')), sbom)
  }
}

const filesOf = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file !== PROVENANCE)
    .sort()

const digestOf = (path: string) => ({ sha256: sha256(readFileSync(path)) })

function provenanceOf(folder: string, commit: string, builder: string, startedOn: Date): Statement {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: filesOf(folder).map((name) => ({ name, digest: digestOf(join(folder, name)) })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:campaign-management-gateway:release:v1',
        externalParameters: { commit },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: digestOf(join(ROOT, 'package-lock.json')) },
        ],
      },
      runDetails: {
        builder: { id: builder, version: { node: process.version, npm: output('npm', '--version').trim() } },
        metadata: { startedOn: startedOn.toISOString(), finishedOn: new Date().toISOString() },
      },
    },
  }
}

function create(folder: string, options: Options): string {
  const startedOn = new Date()
  const key = readKey(options.key, createPrivateKey, 'private')
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  const commit = cleanCommit()
  writeFiles(folder)
  const provenance = provenanceOf(folder, commit, options.builder, startedOn)
  writeFileSync(join(folder, PROVENANCE), `${signStatement(provenance, key)}\n`)
  return `${provenance.subject.length} files of commit ${commit} and their ${PROVENANCE} are in ${folder}`
}

/** Compares a folder with its provenance. @throws Error that lists each difference */
function verify(folder: string, options: Options): string {
  const key = readKey(options.key, createPublicKey, 'public')
  const { subject, predicate } = verifiedStatement(readFileSync(join(folder, PROVENANCE), 'utf8'), key)
  const { builder } = predicate.runDetails
  if (builder.id !== options.builder) throw new Error(`the builder is ${builder.id}`)
  const files = filesOf(folder)
  const signed = new Map(subject.map(({ name, digest }) => [name, digest.sha256]))
  const faults = [...new Set([...files, ...signed.keys()])].flatMap((name) => {
    if (!files.includes(name)) return [`${name} is missing`]
    if (!signed.has(name)) return [`${name} is not in the provenance`]
    return digestOf(join(folder, name)).sha256 === signed.get(name) ? [] : [`${name} was changed`]
  })
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return `${files.length} files of commit ${predicate.buildDefinition.externalParameters.commit} are unchanged`
}

const program = new Command('release').description('Creates and verifies a release, without a registry.')

/** Both commands have the same options. An error ends the process with its message. */
const command = (name: string, description: string, key: string, run: (folder: string, options: Options) => string) =>
  program
    .command(`${name} <folder>`)
    .description(description)
    .requiredOption('--key <file>', key)
    .requiredOption('--builder <uri>', 'who builds the release, such as https://ci.example.org')
    .action((folder, options) => {
      try {
        process.stdout.write(`${run(resolve(folder), options)}\n`)
      } catch (error) {
        program.error(`error: ${error instanceof Error ? error.message : error}`)
      }
    })

command('create', 'Builds the files of a release into an empty folder, and signs them.', 'private key in PEM', create)
command('verify', 'Verifies the files of a release.', 'public key in PEM', verify)
program.parse()
