/** @long it verifies an audit trail in a browser. */
import { readFileSync } from 'node:fs'
import { describe, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { readSheet } from 'read-excel-file/node'
import { writeRecords } from '../support/audit-records.ts'
import { startBrowser, type Windows } from '../support/browser.ts'
import { readNdjson } from '../support/chain.ts'
import { aKey } from '../support/keys.ts'
import { aClient, aMember, clientBody } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { tamper } from '../support/tamper.ts'
import { accessFaults, canVisit, dashboardOf, goTo, panel, signIn, speak, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

const officerOf = ({ organizationId }: Actor) => server.actor({ organizationId, role: 'compliance' })
const records = (page: Page) => page.getByRole('list', { name: 'Audit records' }).getByRole('listitem')

describe('the audit trail', () => {
  whenVisible('names a person who joined after it was opened and then left, and an API key', async () => {
    const admin = server.actor()
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page } = visited
    await goTo(page, 'Audit')
    await page.getByText('Newest first').waitFor()
    const joined = server.actor({ organizationId: admin.organizationId, role: 'manager' })
    const { id } = await aMember(admin, { userId: joined.userId, name: 'Naledi Molefe', role: 'manager' })
    await aClient(joined)
    await admin.rest('DELETE', `/api/team/${id}`)
    const key = await aKey(server, admin, ['org:clients:write'])
    await key.rest('POST', '/api/clients', clientBody())
    await page.getByLabel('Outcome').selectOption('Done')
    const created = records(page).filter({ hasText: 'Client created' })
    await created.filter({ hasText: 'Naledi Molefe' }).waitFor()
    await created.filter({ hasText: 'Key' }).waitFor()
  })

  whenVisible('is searched by a compliance officer, without the reads of pages unless they are asked for', async () => {
    const admin = server.actor({ userId: 'user_<b>admin</b>' })
    const client = await aClient(admin)
    await admin.rest('PUT', `/api/clients/${client.id}`, { name: 'Renamed' })
    await admin.rest('GET', '/api/clients')
    await admin.rest('GET', '/api/clients/none')
    const officer = officerOf(admin)
    await using visited = await dashboardOf(windows, server.url, officer)
    const { page, complaints } = visited
    await goTo(page, 'Audit')
    await records(page).filter({ hasText: 'Client updated' }).waitFor()
    expect(await records(page).filter({ hasText: 'listed' }).count()).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    const topOf = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y
    expect(await topOf('To')).toBe(await topOf('From'))
    await page.getByLabel('Outcome').selectOption('Refused')
    await records(page).filter({ hasText: 'Client updated' }).waitFor({ state: 'detached' })
    // The overview may have asked for a forecast that there is none of yet.
    expect(await records(page).filter({ hasText: 'admin' }).count()).toBe(1)
    await page.getByLabel('Outcome').selectOption('All')
    await page.getByLabel('Resource ID').fill(client.id)
    await page.getByLabel('Resource ID').press('Enter')
    await records(page).filter({ hasText: 'Request refused' }).first().waitFor({ state: 'detached' })
    expect(await records(page).count()).toBe(2)
    await records(page).first().locator('summary').click()
    const { data } = (await admin.rest('GET', `/api/audit/log?resourceId=${client.id}`)).body
    const [updated, created] = data
    await records(page).first().getByText(updated.hash, { exact: true }).waitFor()
    await records(page).first().getByText(created.hash, { exact: true }).waitFor()
    await records(page).first().getByText('Name', { exact: true }).waitFor()
    await records(page).first().getByRole('link', { name: 'user_<b>admin</b>' }).waitFor()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the list' }).click()
    await page.getByRole('button', { name: 'Save as a spreadsheet (XLSX)' }).click()
    expect((await file).suggestedFilename()).toBe('audit.xlsx')
    const [, ...rows] = await readSheet(readFileSync(await (await file).path()))
    const shown = ['user_<b>admin</b>', 'CLIENT', client.id, 'Done']
    expect(rows.map(([, ...row]) => row)).toEqual([
      ['Client updated', ...shown],
      ['Client created', ...shown],
    ])
    expect(await accessFaults(page, 'audit')).toEqual([])
    await page.reload()
    await signIn(page, officer.token)
    expect(await page.getByLabel('Resource ID').inputValue()).toBe(client.id)
    await page.getByLabel('Resource ID').fill('')
    await page.getByLabel('Resource ID').press('Enter')
    await page.getByLabel('Show reads').check()
    await page.getByLabel('Action').fill('client listed')
    await page.getByLabel('Action').press('Enter')
    await records(page).filter({ hasText: 'Client listed' }).waitFor()
    await page.getByLabel('From').fill('2026-03-02')
    await page.getByLabel('To', { exact: true }).fill('2026-03-01')
    await page.getByLabel('To', { exact: true }).press('Tab')
    await page.getByRole('alert').getByText('The period ends before it begins.').waitFor()
    await page.getByText('No record matches.', { exact: false }).waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('is neither shown to a manager nor to another organization by an id', async () => {
    const admin = server.actor()
    const client = await aClient(admin)
    const manager = server.actor({ organizationId: admin.organizationId, role: 'manager' })
    await using visited = await dashboardOf(windows, server.url, manager)
    expect(await visited.page.getByRole('link', { name: 'Audit' }).count()).toBe(0)
    await visit(visited.page, '/audit/records')
    await visited.page.getByText('Your role does not include this.').waitFor()
    const other = server.actor()
    await using foreign = await dashboardOf(windows, server.url, other)
    await visit(foreign.page, `/audit/records#resource=${client.id}&reads=yes`)
    await foreign.page.getByText('No record matches.', { exact: false }).waitFor()
    expect(await records(foreign.page).count()).toBe(0)
    expect([...visited.complaints, ...foreign.complaints]).toEqual([])
  })
})

/** Opens the verification, and begins one against a checkpoint that was kept. */
async function verify(page: Page, { note = '', publicKey = '' }: { note?: string; publicKey?: string } = {}) {
  await goTo(page, 'Audit')
  await page.getByRole('link', { name: 'Verification' }).click()
  await page.getByLabel('Or the whole text of one that you kept').fill(note)
  await page.getByLabel('Public key that you wrote down').fill(publicKey)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
}

const checkpointOf = async (actor: Actor): Promise<{ note: string; publicKey: string; sequence: number }> =>
  (await actor.rest('GET', '/api/audit/verify')).body.data.checkpoint

const own = ({ organizationId }: Actor) => `organization_id = '${organizationId}'`

describe('the verification in the browser', () => {
  whenVisible(
    'recomputes the trail, finds the first record that was changed, and shows what the service says',
    async () => {
      const admin = server.actor()
      await aClient(admin)
      await admin.rest('GET', '/api/clients')
      const kept = await checkpointOf(admin)
      await tamper(
        server.connection,
        `insert into audit_checkpoint (organization_id, id, size, note)
          values ('${admin.organizationId}', gen_random_uuid(), ${kept.sequence}, '${kept.note}')`,
      )
      await using visited = await dashboardOf(windows, server.url, officerOf(admin))
      const { page, complaints } = visited
      await verify(page, kept)
      const [browser, service] = [panel(page, 'This browser'), panel(page, 'The service')]
      await browser.getByText(/records: none was changed, none is missing/).waitFor()
      await browser.getByText('The trail still begins with the records of the checkpoint, which is signed.').waitFor()
      await service.getByText(/none was changed/).waitFor()
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save a checkpoint of now' }).click(),
      ])
      await panel(page, 'Keep a checkpoint').getByText(kept.publicKey).waitFor()
      expect(await accessFaults(page, 'audit-verification')).toEqual([])
      await verify(page, { note: readFileSync(await saved.path(), 'utf8'), publicKey: kept.publicKey })
      await browser.getByText('The trail still begins with the records of the checkpoint, which is signed.').waitFor()
      await verify(page)
      await browser.getByText('Without a checkpoint', { exact: false }).waitFor()
      await page.getByLabel('Checkpoint that the service stored').selectOption({ index: 1 })
      await page.getByRole('button', { name: 'Verify', exact: true }).click()
      await browser.getByText('The trail still begins with the records of the checkpoint, which is signed.').waitFor()
      await page.getByLabel('Checkpoint that the service stored').selectOption('No checkpoint')
      await verify(page, { note: kept.note.replace('\n2\n', '\n1\n').replace('\n3\n', '\n2\n') })
      await browser.getByText('The checkpoint is not signed with this key.').waitFor()
      await service.getByText('The checkpoint must be signed by the key of this service').waitFor()
      await tamper(server.connection, `update audit_record set user_id = 'x' where ${own(admin)} and sequence = 2`)
      await verify(page)
      await browser.getByText('Record 2 was changed.').waitFor()
      await service.getByText('Record 2: hash does not match the content').waitFor()
      await speak(page, 'af')
      await page.getByRole('button', { name: 'Verifieer', exact: true }).click()
      await page.getByText('Rekord 2: die hutswaarde pas nie by die inhoud nie').waitFor()
      await speak(page, 'en')
      await tamper(server.connection, `delete from audit_record where ${own(admin)} and sequence = 1`)
      await verify(page)
      await browser.getByText('Record 1 is missing.').waitFor()
      expect(complaints).toEqual([])
    },
  )

  whenVisible('finds by a checkpoint that the end was cut off and rewritten', async () => {
    const admin = server.actor()
    await aClient(admin)
    await writeRecords(server, admin, 5)
    const kept = await checkpointOf(admin)
    await tamper(
      server.connection,
      `delete from audit_record where ${own(admin)} and sequence > 1;
       update organization_head set audit_sequence = 1, audit_hash = (
         select hash from audit_record where ${own(admin)}) where ${own(admin)}`,
    )
    await writeRecords(server, admin, 20)
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page } = visited
    await verify(page)
    await panel(page, 'This browser').getByText('Without a checkpoint, a removed end', { exact: false }).waitFor()
    await verify(page, kept)
    await panel(page, 'This browser')
      .getByText(/The first 6 records are not those of the checkpoint/)
      .waitFor()
    await panel(page, 'The service')
      .getByText(/Record 6: the records up to here do not match/)
      .waitFor()
  })

  whenVisible('continues after a lost connection, and shows why an organization refuses exports', async () => {
    const admin = server.actor()
    await aClient(admin)
    await writeRecords(server, admin, 2500)
    await using visited = await dashboardOf(windows, server.url, officerOf(admin))
    const { page } = visited
    const asked: number[] = []
    await page.route('**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON()
      const isChain = query.startsWith('query AuditChain')
      if (isChain) asked.push(variables.after)
      await (isChain && asked.length === 2 ? route.abort() : route.continue())
    })
    await verify(page)
    const browser = panel(page, 'This browser')
    await browser.getByText('The server cannot be reached').waitFor()
    await browser.getByText(/^1.000 of 2.5\d\d records$/).waitFor()
    await browser.getByRole('button', { name: 'Go on' }).click()
    await browser.getByText(/records: none was changed/).waitFor()
    expect(asked).toEqual([0, 1000, 1000, 2000])
    await admin.graphql('mutation { updateSecuritySettings(input: { exportRole: admin }) { exportRole } }')
    await verify(page)
    await browser.getByText('The organization allows exports only to the role admin').waitFor()
  })
})

describe('the export', () => {
  whenVisible(
    'is saved as a file, whole or of a period, and refused where the organization demands another role',
    async () => {
      const admin = server.actor()
      await aClient(admin)
      await writeRecords(server, admin, 4)
      await tamper(
        server.connection,
        `update audit_record set timestamp = ('2026-01-0' || sequence)::timestamptz where ${own(admin)} and sequence < 5`,
      )
      await using visited = await dashboardOf(windows, server.url, officerOf(admin))
      const { page } = visited
      await goTo(page, 'Audit')
      await page.getByRole('link', { name: 'Export' }).click()
      const fill = async (from: string, to: string) => {
        await page.getByLabel('From').fill(from)
        await page.getByLabel('To', { exact: true }).fill(to)
      }
      const save = () => page.getByRole('button', { name: 'Save as a file' }).click()
      const [whole] = await Promise.all([page.waitForEvent('download'), save()])
      expect(whole.suggestedFilename()).toBe('audit.ndjson')
      const { records, checkpoint } = readNdjson(readFileSync(await whole.path(), 'utf8'))
      expect(records.length).toBe(checkpoint.sequence)
      await fill('2026-01-02', '2026-01-03')
      await page.getByLabel('Format').selectOption('CSV, for spreadsheets')
      const [part] = await Promise.all([page.waitForEvent('download'), save()])
      expect(part.suggestedFilename()).toBe('audit-2026-01-02-2026-01-03.csv')
      expect(
        readFileSync(await part.path(), 'utf8')
          .trim()
          .split('\n').length,
      ).toBe(3)
      await page.getByLabel('Format').selectOption('Spreadsheet (XLSX)')
      const [sheet] = await Promise.all([page.waitForEvent('download'), save()])
      expect(sheet.suggestedFilename()).toBe('audit-2026-01-02-2026-01-03.xlsx')
      const [heading, ...rows] = await readSheet(readFileSync(await sheet.path()))
      const column = (name: string) => rows.map((row) => row[heading?.indexOf(name) ?? -1])
      const exported = records.slice(1, 3)
      expect(column('sequence')).toEqual([2, 3])
      expect(column('hash')).toEqual(exported.map(({ hash }) => hash))
      expect(column('metadata')).toEqual(exported.map(({ metadata }) => JSON.stringify(metadata)))
      await fill('2026-01-03', '2026-01-02')
      await save()
      await page.getByRole('alert').getByText('The period ends before it begins.').waitFor()
      await fill('2020-01-01', '2020-01-02')
      await save()
      await page.getByRole('alert').getByText('Nothing was recorded in this period.').waitFor()
      await admin.graphql('mutation { updateSecuritySettings(input: { exportRole: admin }) { exportRole } }')
      await fill('', '')
      await save()
      await page.getByRole('alert').getByText('The organization allows exports only to the role admin').waitFor()
      expect(await accessFaults(page, 'audit-export')).toEqual([])
    },
  )
})

describe('the published hashes', () => {
  whenVisible(
    'are published, renewed and withdrawn by an administrator, and shown to a compliance officer',
    async () => {
      const admin = server.actor()
      await aClient(admin)
      await using visited = await dashboardOf(windows, server.url, admin)
      const { page, complaints } = visited
      await goTo(page, 'Audit')
      await page.getByRole('link', { name: 'Verification' }).click()
      const tiles = panel(page, 'Published hashes')
      const dialog = page.getByRole('dialog')
      await tiles.getByText('The hashes are not published.').waitFor()
      await tiles.getByRole('button', { name: 'Publish the hashes' }).click()
      await dialog.getByRole('button', { name: 'Publish the hashes' }).click()
      await tiles.locator('code').waitFor()
      const first = await tiles.locator('code').innerText()
      expect(first).toMatch(new RegExp(`^${server.url}/audit/${admin.organizationId}/[\\w-]{44}$`))
      await tiles.getByRole('button', { name: 'Renew the address' }).click()
      await dialog.getByRole('button', { name: 'Renew the address' }).click()
      await tiles.locator('code').filter({ hasNotText: first }).waitFor()
      expect(await accessFaults(page, 'audit-tiles')).toEqual([])

      await using theirs = await dashboardOf(windows, server.url, officerOf(admin))
      await goTo(theirs.page, 'Audit')
      await theirs.page.getByRole('link', { name: 'Verification' }).click()
      await panel(theirs.page, 'Published hashes').locator('code').waitFor()
      expect(await theirs.page.getByRole('button', { name: 'Renew the address' }).count()).toBe(0)

      await tiles.getByRole('button', { name: 'Stop publishing' }).click()
      await dialog.getByRole('button', { name: 'Stop publishing' }).click()
      await tiles.getByText('The hashes are not published.').waitFor()
      expect([...complaints, ...theirs.complaints]).toEqual([])
    },
  )
})
