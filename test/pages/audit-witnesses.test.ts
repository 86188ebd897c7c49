/** @database none */
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { passTime } from '../support/organization.ts'
import { aClient } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { startWitness, Witness } from '../support/witness.ts'
import { accessFaults, canVisit, dashboardOf, goTo, panel, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
let witness: Awaited<ReturnType<typeof startWitness>>
const absent = new Witness('absent.example/w', 9)

setUp(async (opened) => {
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'gateway-witnesses-page-'))).path
  witness = opened.use(await startWitness('witness.example/w', 8))
  const policy = join(folder, 'policy.txt')
  const lines = [
    `witness w ${witness.witness.key} ${witness.address}`,
    `witness absent ${absent.key} http://127.0.0.1:1`,
    'group either any w absent',
    'quorum either',
  ]
  await writeFile(policy, lines.join('\n'))
  server = opened.use(await startServer({ AUDIT_WITNESS_POLICY: policy }))
  if (canVisit) windows = opened.use(await startBrowser())
})

/** Makes the gateway sign a checkpoint, and waits until it was published, or failed to be. */
async function published(actor: Actor, isWitnessed: boolean): Promise<void> {
  await aClient(actor)
  await passTime(server, actor, 'checkpoints', sql`select 1`)
  await until('the checkpoint', async () => {
    const { body } = await actor.graphql('{ auditCheckpoints(limit: 1) { isWitnessed } }')
    return body.data.auditCheckpoints[0]?.isWitnessed === isWitnessed
  })
}

async function verificationOf(page: Page) {
  await goTo(page, 'Audit')
  await page.getByRole('link', { name: 'Verification' }).click()
  return panel(page, 'Witnesses')
}

async function saved(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return readFile(await download.path(), 'utf8')
}

whenVisible('shows which witnesses signed, and saves the witnessed checkpoint and the policy', async () => {
  const admin = server.actor()
  await published(admin, false)
  await using earlier = await dashboardOf(windows, server.url, admin)
  const before = await verificationOf(earlier.page)
  await before.getByText('Too few witnesses signed the last checkpoints.').waitFor()
  await before.getByText('has not signed the last checkpoint').first().waitFor()

  const { publicKey } = (await admin.rest('GET', '/api/audit/verify')).body.data.checkpoint
  witness.witness.logs.add(publicKey)
  await published(admin, true)
  await using visited = await dashboardOf(windows, server.url, admin)
  const { page, complaints } = visited
  const witnesses = await verificationOf(page)
  await witnesses.getByText(/Enough witnesses signed the checkpoint of \d+ records/).waitFor()
  await witnesses.getByText(/signed the last checkpoint, .*2023/).waitFor()
  await witnesses.getByText('has not signed the last checkpoint').waitFor()
  expect(await accessFaults(page, 'audit-witnesses')).toEqual([])
  expect(await saved(page, 'Save the witnessed checkpoint')).toContain('\n— witness.example/w ')
  const policy = await saved(page, 'Save the policy')
  expect(policy).toContain(`log ${publicKey}\nwitness w ${witness.witness.key}\n`)
  expect(policy).not.toContain('127.0.0.1')
  expect([...earlier.complaints, ...complaints]).toEqual([])
})
