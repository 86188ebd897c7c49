/** @database none */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const ROOT = join(import.meta.dirname, '../..')

test('each legal rule of docs/privacy.md names a test that exists', async () => {
  const text = await readFile(join(ROOT, 'docs/privacy.md'), 'utf8')
  const rows = [...text.matchAll(/^\|.*\| `(test\/delivery\/[\w.-]+)`: (.+) \|$/gm)]
  expect(rows.length).toBeGreaterThanOrEqual(9)
  for (const [, file = '', name = ''] of rows) {
    const suite = await readFile(join(ROOT, file), 'utf8')
    expect([name, suite.includes(`'${name}'`)]).toEqual([name, true])
  }
})
