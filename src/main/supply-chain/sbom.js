// Prints a CycloneDX SBOM of the packages that the gateway needs in production, or those of a client: sbom.js
// [WORKSPACE]. `npm sbom --omit dev` leaves out packages that development needs too, and keeps packages that only the
// development of a client needs. So this program takes the whole list and follows the dependencies itself.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const root = new URL('../../..', import.meta.url)
const [workspace = ''] = process.argv.slice(2)
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'))
const refOf = (path, { name, version }) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`
const nameOf = (ref) => ref.replace(/@[^@]*$/, '')

const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
args.push(workspace ? `--workspace=${workspace}` : '--workspaces=false')
const sbom = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }))

/** The dependencies of the gateway and the clients, without those of their development. */
const direct = new Map()
/** The packages that production installs. An optional peer dependency can name others. */
const production = new Set()
for (const [path, manifest] of Object.entries(packages)) {
  if (!path.includes('node_modules/')) direct.set(refOf(path, manifest), manifest.dependencies ?? {})
  if (!manifest.dev && !manifest.link) production.add(refOf(path, manifest))
}
const needs = new Map(
  sbom.dependencies.map(({ ref, dependsOn }) => [
    ref,
    dependsOn.filter((each) => production.has(each) && (!direct.has(ref) || nameOf(each) in direct.get(ref))),
  ]),
)
const own = refOf(workspace, packages[workspace])
const used = new Set([own])
// The loop visits members that are added while it runs.
for (const ref of used) for (const each of needs.get(ref)) used.add(each)

// npm names the gateway and the clients after their folders.
const components = [sbom.metadata.component, ...sbom.components]
  .filter((each) => used.has(each['bom-ref']))
  .map((each) => ({ ...each, name: nameOf(each['bom-ref']) }))
sbom.metadata.component = components.find((each) => each['bom-ref'] === own)
sbom.components = components.filter((each) => each['bom-ref'] !== own)
sbom.dependencies = [...used].map((ref) => ({ ref, dependsOn: needs.get(ref) }))
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`)
