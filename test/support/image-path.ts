import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOURCES = ['schema/migrations', 'src/data/store'].map((folder) => join(import.meta.dirname, '../..', folder))

/** Changes whenever a migration does, or what runs them, so that no test meets the tables of yesterday. */
export async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of SOURCES)
    for (const file of (await readdir(folder)).sort()) hash.update(await readFile(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Where a database of some kind is kept that is made once, and copied for each test. */
export async function imagePath(kind: string): Promise<string> {
  const folder = join(tmpdir(), 'gateway-test-images')
  await mkdir(folder, { recursive: true })
  return join(folder, `${await fingerprint()}.${kind}`)
}
