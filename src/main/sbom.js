// Prints a CycloneDX SBOM of the packages that run in production. `npm sbom --omit dev` leaves out packages that
// development needs too, so this program takes the whole list and leaves out the packages of development itself.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const root = new URL('../..', import.meta.url)
const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'))

const args = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--package-lock-only',
  '--workspaces=false',
]
const sbom = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }))

const used = new Set(
  Object.entries(lock.packages).flatMap(([path, { version, dev, link }]) =>
    dev || link ? [] : [`${path.replace(/^.*node_modules\//, '')}@${version}`],
  ),
)
const own = sbom.metadata.component['bom-ref']
const direct = new Set(Object.entries(lock.packages[''].dependencies).map(([name, version]) => `${name}@${version}`))
const isUsed = (ref) => ref === own || used.has(ref)

// npm names the gateway after its folder.
sbom.metadata.component.name = lock.name
sbom.components = sbom.components.filter((component) => used.has(component['bom-ref']))
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => isUsed(ref))
  .map(({ ref, dependsOn }) => ({
    ref,
    dependsOn: dependsOn.filter((each) => (ref === own ? direct : used).has(each)),
  }))
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`)
