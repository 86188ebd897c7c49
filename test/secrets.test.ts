import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { readConfig } from '../src/main/config.ts'
import { openSecretBox, SecretBox } from '../src/security/secrets.ts'

describe('a box of secrets', () => {
  const [old, current] = [randomBytes(32), randomBytes(32)]
  const sealed = new SecretBox(old).seal('hunter2', 'row 1')

  test('a replaced key still decrypts its secrets, and encrypts no new ones', () => {
    const box = new SecretBox(current, [old])
    expect(box.open(sealed, 'row 1')).toBe('hunter2')
    expect(new SecretBox(old).open(box.seal('hunter2', 'row 1'), 'row 1')).toBeUndefined()
  })

  test('another key, another row, a changed text and a text that is not encrypted cannot be decrypted', () => {
    const box = new SecretBox(old)
    expect(new SecretBox(current).open(sealed, 'row 1')).toBeUndefined()
    expect(box.open(sealed, 'row 2')).toBeUndefined()
    const last = sealed.endsWith('A') ? 'Q' : 'A'
    expect(box.open(`${sealed.slice(0, -1)}${last}`, 'row 1')).toBeUndefined()
    for (const text of ['', '.', sealed.slice(0, 20), 'hunter2']) expect(box.open(text, 'row 1')).toBeUndefined()
  })

  test('the same secret is encrypted differently each time', () => {
    expect(new SecretBox(old).seal('hunter2', 'row 1')).not.toBe(sealed)
  })
})

test('without a configured key, one is created in the data directory, readable by its owner only, and is kept', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-secrets-'))
  const [first, second] = await Promise.all([openSecretBox([], dataDir), openSecretBox([], dataDir)])
  expect(second.open(first.seal('hunter2', ''), '')).toBe('hunter2')
  expect((await stat(join(dataDir, 'secrets.key'))).mode & 0o777).toBe(0o600)
  await rm(dataDir, { recursive: true })
})

test.each(['short', Buffer.alloc(16).toString('base64'), Buffer.alloc(33).toString('base64'), '!'.repeat(43)])(
  'the start is refused with the key %s',
  (key) => {
    expect(() => readConfig({ SECRETS_KEY: key })).toThrow(/ {2}SECRETS_KEY: must be 32 bytes in base64/)
    expect(() => readConfig({ SECRETS_KEY: `${Buffer.alloc(32).toString('base64')},${key}` })).toThrow(/SECRETS_KEY/)
  },
)
