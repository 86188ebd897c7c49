import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOURCES = ['schema/migrations', 'src/data/store'].map((folder) => join(import.meta.dirname, '../..', folder))

/** A hash of the migrations and the code that runs them, so that no test uses outdated tables. */
export async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of SOURCES)
    for (const file of (await readdir(folder)).sort()) hash.update(await readFile(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The path of a database image of a kind. The image is created once and copied for each test. */
export async function imagePath(kind: string): Promise<string> {
  const folder = join(tmpdir(), 'gateway-test-images')
  await mkdir(folder, { recursive: true })
  return join(folder, `${await fingerprint()}.${kind}`)
}
