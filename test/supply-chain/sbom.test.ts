/** @database none */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

interface LockedPackage {
  version: string
  integrity?: string
  dev?: boolean
  link?: boolean
  inBundle?: boolean
}

interface Sbom {
  bomFormat: string
  specVersion: string
  metadata: { component: { name: string; version: string; type: string } }
  components: { 'bom-ref': string; name: string; purl: string; hashes?: { alg: string; content: string }[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const manifest = JSON.parse(read('package.json'))
const locked = Object.entries(JSON.parse(read('package-lock.json')).packages as Record<string, LockedPackage>)
  .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
  .map(([path, facts]) => ({ ...facts, ref: `${path.replace(/^.*node_modules\//, '')}@${facts.version}` }))

const sbomOf = (...workspace: string[]): Sbom =>
  JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom', '--', ...workspace], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1e8,
    }),
  )

let sbom: Sbom
beforeAll(() => {
  sbom = sbomOf()
})

const refs = () => new Set(sbom.components.map((component) => component['bom-ref']))

describe('the SBOM', () => {
  test('is CycloneDX, and of the gateway', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/) })
    const { name, version } = manifest
    expect(sbom.metadata.component).toMatchObject({ name, version, type: 'application' })
  })

  test('names each package of production with its hash', () => {
    const production = locked.filter(({ dev }) => !dev)
    expect(production.length).toBeGreaterThan(Object.keys(manifest.dependencies).length)
    expect(production.map(({ ref }) => ref).filter((ref) => !refs().has(ref))).toEqual([])
    const hashOf = ({ hashes = [] }: Sbom['components'][number]) =>
      hashes.map(
        ({ alg, content }) => `${alg.replace('-', '').toLowerCase()}-${Buffer.from(content, 'hex').toString('base64')}`,
      )
    const integrity = new Map(production.map(({ ref, integrity: hash }) => [ref, hash]))
    const wrong = sbom.components.filter((each) => !hashOf(each).includes(integrity.get(each['bom-ref']) ?? ''))
    expect(wrong.map((each) => each['bom-ref'])).toEqual([])
  })

  test('names no package that only development needs', () => {
    const used = new Set(locked.filter(({ dev }) => !dev).map(({ ref }) => ref))
    expect([...refs()].filter((ref) => !used.has(ref))).toEqual([])
    expect([...refs()].filter((ref) => /^(jest|vite|knip)@/.test(ref))).toEqual([])
  })

  test('has each direct dependency, and no reference to a missing package', () => {
    const [gateway] = sbom.dependencies.filter(({ ref }) => ref === `${manifest.name}@${manifest.version}`)
    const direct = Object.entries(manifest.dependencies).map(([name, version]) => `${name}@${version}`)
    expect(gateway?.dependsOn.sort()).toEqual(direct.sort())
    const named = sbom.dependencies.flatMap(({ dependsOn }) => dependsOn)
    expect(named.filter((ref) => !refs().has(ref))).toEqual([])
  })

  test('is in the image, under the name of its label', () => {
    const dockerfile = read('Dockerfile')
    const [, label] = /^LABEL .*org\.cyclonedx\.sbom="?([^\s"]+)/m.exec(dockerfile) ?? []
    expect(label).toBe('/app/sbom.json')
    expect(dockerfile).toContain('RUN npm run --silent sbom >sbom.json')
    expect(dockerfile).toContain('COPY --from=build /app/sbom.json ./')
  })
})

test.each([
  ['clients/typescript', 'campaign-management-client', []],
  ['clients/command', 'campaign-management-command', ['campaign-management-client', 'commander']],
])('the SBOM of %s names its packages, without those of its development', (workspace, name, packages) => {
  const { metadata, components, dependencies } = sbomOf(workspace)
  expect(metadata.component.name).toBe(name)
  expect(components.map((each) => each.name).sort()).toEqual(packages)
  expect(dependencies.map(({ ref }) => ref.replace(/@[^@]+$/, '')).sort()).toEqual([...packages, name].sort())
})
