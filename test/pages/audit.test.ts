import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { hasBrowser, visit } from '../support/browser.ts'
import { aClient } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
let folder: string
const canVisit = hasBrowser()

setUp(async (opened) => {
  folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'gateway-audit-page-'))).path
  server = opened.use(await startServer())
})

describe('the page that verifies an export', () => {
  let note: string
  let publicKey: string
  let lines: string[]
  beforeAll(async () => {
    const actor = server.actor()
    await aClient(actor)
    for (let read = 0; read < 3; read++) await actor.rest('GET', '/api/clients')
    const { checkpoint } = (await actor.rest('GET', '/api/audit/verify')).body.data
    ;({ note, publicKey } = checkpoint)
    const { body } = await actor.rest('GET', '/api/audit/export?format=ndjson')
    lines = String(body).split('\n')
  })

  /** What the page says of an export, and what the browser complains of. */
  async function verified(
    name: string,
    text: string,
    kept: { checkpoint?: string; key?: string },
    screenshot?: string,
  ) {
    const path = join(folder, name)
    await writeFile(path, text)
    await using visited = await visit(`${server.url}/audit`)
    const { page, foreign, complaints } = visited
    await page.setInputFiles('#export', path)
    await page.fill('#checkpoint', kept.checkpoint ?? '')
    await page.fill('#key', kept.key ?? '')
    await page.click('button')
    const output = page.locator('output')
    await output.and(page.locator('.right, .wrong')).waitFor()
    if (screenshot) await page.screenshot({ path: screenshot })
    return { kind: await output.getAttribute('class'), text: await output.innerText(), foreign, complaints }
  }

  test('says that nothing is wrong, breaks no policy, and asks nobody but us', async () => {
    if (!canVisit) return
    const kept = { checkpoint: note, key: publicKey }
    const { kind, text, foreign, complaints } = await verified('whole', lines.join('\n'), kept, process.env.SCREENSHOT)
    expect([kind, foreign, complaints]).toEqual(['right', [], []])
    expect(text).toMatch(/5 records: none changed[\s\S]*no record that they cover was removed or rewritten/)
  })

  test('says what is wrong', async () => {
    if (!canVisit) return
    const changed = lines.map((line, index) => (index === 2 ? line.replace('CLIENT_LISTED', 'CLIENT_VIEWED') : line))
    expect(await verified('changed', changed.join('\n'), {})).toMatchObject({
      kind: 'wrong',
      text: expect.stringContaining('record 3 was changed'),
    })
    const cut = await verified('cut', lines.slice(0, 2).join('\n'), { checkpoint: note, key: publicKey })
    expect(cut).toMatchObject({ kind: 'wrong', text: expect.stringContaining('ends with record 2, before the end') })
    expect(await verified('none', 'a,"', {})).toMatchObject({
      kind: 'wrong',
      text: expect.stringContaining('could not be read'),
    })
  })

  test('carries no script of its own text, and a policy that would not run one, and that sends nothing', async () => {
    const { headers, body } = await server.fetch('/audit')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|connect-src/)
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=/)
  })
})
