/**
 * @long It opens a browser, and starts a gateway of its own with a mail server and a name server.
 */
import { readFile } from 'node:fs/promises'
import { describe, expect } from '@jest/globals'
import { readSheet } from 'read-excel-file/node'
import { asked } from '../support/answers.ts'
import { startBrowser, type Windows } from '../support/browser.ts'
import { addPeople, approvedContent, aSender, readyCampaign, startDeliveryServer } from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { aCampaign, aConsent, aSubject } from '../support/samples.ts'
import type { TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { until } from '../support/until.ts'
import {
  accessFaults,
  canVisit,
  chooseRecord,
  dashboardOf,
  goTo,
  panel,
  speak,
  visit,
  whenVisible,
} from './dashboard.ts'

let names: NameServer
let sink: Sink
let server: TestServer
let windows: Windows
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(await startSink({ to: refusal }))
  server = opened.use(await startDeliveryServer(names, sink.url))
  if (canVisit) windows = opened.use(await startBrowser())
})

const refusal = (address: string) =>
  address.endsWith('@refused.example') ? { code: 550, text: '5.1.1 No such user' } : undefined

describe('sending', () => {
  whenVisible('a sender is created, and verified once its DNS records are published', async () => {
    const actor = server.actor()
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await goTo(page, 'Sending')
    await page.getByRole('button', { name: 'New sender' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('.fault').first().waitFor()
    await dialog.getByLabel('Name that recipients see').fill('Karoo Foods')
    await dialog.getByLabel('E-mail address').fill('news@page.example')
    await dialog.getByLabel('Physical address').fill('1 Long Street, Cape Town')
    await dialog.getByLabel('Telephone number').fill('+27 21 555 0100')
    await dialog.getByLabel('Price of 1 000 messages (rand)').fill('12,50')
    expect(await accessFaults(page, 'sender-form')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    const about = panel(page, 'Karoo Foods')
    await about.getByText('Not verified').waitFor()
    await about.getByText(/R\s?12[.,]50/).waitFor()
    const records = panel(page, 'DNS records')
    await records.getByRole('button', { name: 'Check the records' }).click()
    await about.getByText('Failed').waitFor()
    await records.getByText('Missing or wrong').first().waitFor()
    await speak(page, 'af')
    await page.getByText('Daar is geen SPF-rekord nie: publiseer die waarde').waitFor()
    await speak(page, 'en')
    const { senders } = await asked(actor, '{ senders { nodes { dnsRecords { name type value } } } }')
    names.records.push(...senders.nodes[0].dnsRecords)
    await records.getByRole('button', { name: 'Check the records' }).click()
    await about.getByText('Verified', { exact: true }).first().waitFor()
    expect(await accessFaults(page, 'sender')).toEqual([])
    await about.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Telephone number').fill('+27 21 555 0199')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await about.getByText('+27 21 555 0199').waitFor()
    await about.getByRole('button', { name: 'New secret for reports' }).click()
    await dialog.getByRole('button', { name: 'New secret for reports' }).click()
    const secret = page.getByRole('dialog', { name: 'Reports of the mail service' })
    await secret.getByText(/Secret: whsec_[\w+/]{40}/).waitFor()
    await secret.getByText('/hooks/delivery/generic?sender=').waitFor()
    await secret.getByText('/hooks/delivery/ses').waitFor()
    expect(await accessFaults(page, 'sender-hooks')).toEqual([])
    await secret.getByRole('button', { name: 'I have copied it' }).click()
    expect(complaints).toEqual([])
  })

  whenVisible('a segment is counted, created and deleted', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { type: 'EMAIL' })
    await addPeople(actor, id, [
      { email: 'ann@example.org', attributes: { town: 'Paarl' } },
      { email: 'ben@example.org', attributes: { town: 'Durban' } },
    ])
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, '/delivery/segments')
    await page.getByRole('button', { name: 'New segment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('From Paarl')
    await dialog.getByLabel('Attributes').fill('town: paarl, Wellington')
    await dialog.getByRole('button', { name: 'Count the people' }).click()
    await dialog.getByText('1 person, 0 with consent or as a customer').waitFor()
    expect(await accessFaults(page, 'segment-form')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /From Paarl.*town: paarl, Wellington/ }).waitFor()
    expect(await accessFaults(page, 'segments')).toEqual([])
    await page.getByRole('button', { name: 'Delete From Paarl?' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is no segment yet.').waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('a segment keeps what its form does not show, and each line of its attributes', async () => {
    const actor = server.actor()
    const engagement = { engaged: { outcome: 'OPENED', days: 30 }, notEngaged: { outcome: 'CLICKED', days: 90 } }
    const { body } = await actor.graphql('mutation ($input: SegmentInput!) { createSegment(input: $input) { id } }', {
      input: { name: 'Readers', filter: { channel: 'EMAIL', ...engagement } },
    })
    const filter = async () => {
      const query = 'query ($id: ID!) { segment(id: $id) { filter } }'
      return (await actor.graphql(query, { id: body.data.createSegment.id })).body.data.segment.filter
    }
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await visit(page, '/delivery/segments')
    await page.getByRole('button', { name: 'Edit Readers' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Readers of the site')
    await dialog.getByLabel('Attributes').fill('site: https://karoo.example\ntown')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('.field .fault', { hasText: 'Attributes must have a name and values on each line' }).waitFor()
    await dialog.getByLabel('Attributes').fill('site: https://karoo.example')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const attributes = [{ name: 'site', values: ['https://karoo.example'] }]
    expect(await filter()).toMatchObject({ channel: 'EMAIL', attributes, ...engagement })
  })

  whenVisible('the contacts are compared with the registry', async () => {
    const actor = server.actor()
    const { id, subject } = await aConsent(actor)
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, '/delivery/cleansing')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Start a cleansing' }).click()
    expect((await file).suggestedFilename()).toBe('contacts-for-the-registry.csv')
    await page.getByRole('button', { name: /^Record the answer to/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Blocked contacts').fill(`contact\n${subject.email}\n`)
    expect(await accessFaults(page, 'cleansing-answer')).toEqual([])
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('row', { name: /:\d\d Completed/ }).waitFor()
    expect(await accessFaults(page, 'cleansing')).toEqual([])
    await page.getByRole('button', { name: 'View', exact: true }).click()
    const sheet = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a spreadsheet (XLSX)' }).click()
    const [, [, ...row] = []] = await readSheet(await readFile(await (await sheet).path()))
    expect(row).toEqual(['Completed', 1, 1, expect.any(Date)])
    const { suppressions } = await asked(actor, '{ suppressions { nodes { cause } } }')
    expect(suppressions.nodes).toEqual([{ cause: 'REGISTRY' }])
    await visit(page, '/privacy/contacts')
    const note = page.getByRole('cell', { name: /^Registry cleansing: / })
    expect(await note.getByRole('link').getAttribute('href')).toBe('/delivery/cleansing')
    await visit(page, `/privacy/consents/${id}`)
    const reason = page.locator('dl.facts > div', { has: page.getByText('Reason', { exact: true }) }).locator('dd')
    await reason.getByText(/^Registry cleansing: /).waitFor()
    expect(await reason.getByRole('link').getAttribute('href')).toBe('/delivery/cleansing')
    expect(complaints).toEqual([])
  })
})

describe('an e-mail campaign', () => {
  whenVisible('says what it lacks, takes its recipients from a file, and shows the message', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { name: 'Harvest', type: 'EMAIL' })
    await approvedContent(server, actor, id, {
      title: 'For {{first_name}}',
      body: '<p style="color: #c00">Dear {{first_name}}</p><script>parent.location = "https://evil.example"</script>',
    })
    await aSender(actor, { address: 'b@page.example' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, `/campaigns/${id}`)
    const sending = panel(page, 'Sending')
    await sending.getByText('An audience: add people').waitFor()
    const dialog = page.getByRole('dialog')
    await sending.getByRole('button', { name: 'Choose the sender' }).click()
    await chooseRecord(dialog, 'Choose the sender', 'Karoo Foods')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await sending.getByText('A sender whose DNS records are in place.').waitFor()
    await sending.getByRole('button', { name: 'Turn tracking off' }).click()
    await sending.getByText('Openings and clicks are not recorded.').waitFor()
    const { campaign } = await asked(actor, 'query ($id: ID!) { campaign(id: $id) { tracksMessages } }', { id })
    expect(campaign).toEqual({ tracksMessages: false })
    await sending.getByRole('button', { name: 'Turn tracking on' }).click()
    await sending.getByRole('button', { name: 'Turn tracking off' }).waitFor()
    await sending.getByRole('button', { name: 'Import recipients' }).click()
    const csv = 'email,first_name\nann@example.org,Ann\nnobody,Ben\n'
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await dialog.getByLabel('CSV file').setInputFiles(file)
    expect(await accessFaults(page, 'import-form')).toEqual([])
    await dialog.getByRole('button', { name: 'Import recipients' }).click()
    const imports = panel(page, 'Imports of recipients')
    await imports.getByText('1 added, 0 already there, 1 not valid').waitFor()
    await panel(page, 'Audience').getByRole('row', { name: 'Email 1 1' }).waitFor()
    await imports.getByText('1 row is not valid').click()
    await imports.getByText('must be an e-mail address').waitFor()
    await page.getByRole('button', { name: 'Show For {{first_name}}' }).click()
    const preview = panel(page, 'Preview of the message')
    await preview.getByText('As ann@example.org receives it.').waitFor()
    for (const title of ['On a desktop', 'On a phone']) {
      const text = page.frameLocator(`iframe[title="${title}"]`).getByText('Dear Ann')
      await text.waitFor()
      expect(await text.evaluate((shown) => getComputedStyle(shown).color)).toBe('rgb(204, 0, 0)')
    }
    expect(await accessFaults(page, 'campaign-sending')).toEqual([])
    expect([new URL(page.url()).origin, complaints]).toEqual([server.url, []])
  })

  whenVisible('shows its progress while it is sent, and the outcome of each message', async () => {
    const actor = server.actor()
    const stranger = aSubject()
    const recipients = [{ email: stranger.email }]
    const options = { people: 2, recipients, sender: { address: 'c@page.example' } }
    const { id, approver, subjects } = await readyCampaign(server, actor, names, options)
    await using visited = await dashboardOf(windows, server.url, approver)
    const { page, complaints } = visited
    await visit(page, `/campaigns/${id}`)
    const sending = panel(page, 'Sending')
    await sending.getByText('A comparison with the opt-out registry').waitFor()
    await sending.getByRole('button', { name: 'Send a test' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill('tester@example.org')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await panel(page, 'Test messages').getByText('tester@example.org').waitFor()
    await sending.getByRole('button', { name: 'Send a test' }).click()
    await dialog.getByLabel('E-mail address').fill('nobody@refused.example')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('The mail server refused the message: 550 5.1.1').waitFor()
    await until('the test', () => sink.messages.some(({ to }) => to === 'tester@example.org'))
    await page.getByRole('button', { name: 'Move to Active' }).click()
    await sending.getByText('All of it is done: 3 messages').waitFor()
    await sending.getByText('1 not sent: No consent').waitFor()
    // A change of the security settings ends all streams of the organization.
    const resumed = page.waitForRequest((request) => /DeliveryProgress/.test(request.postData() ?? ''))
    await asked(actor, 'mutation { updateSecuritySettings(input: { agentsAllowed: true }) { agentsAllowed } }')
    await resumed
    const messages = panel(page, 'Messages')
    await messages.getByRole('row', { name: new RegExp(`${subjects[0].email}.*Sent`) }).waitFor()
    await messages.getByLabel('Status').selectOption('SKIPPED')
    await messages.getByRole('row', { name: new RegExp(`${stranger.email}.*No consent`) }).waitFor()
    await messages.getByText('1 message', { exact: true }).waitFor()
    const file = page.waitForEvent('download')
    await messages.getByRole('button', { name: 'Save the list' }).click()
    await messages.getByRole('button', { name: 'Save as a spreadsheet (XLSX)' }).click()
    const [, ...rows] = await readSheet(await readFile(await (await file).path()))
    expect(rows).toEqual([[stranger.email, 'Not sent: No consent', null, null]])
    expect(await accessFaults(page, 'campaign-sent')).toEqual([])
    await speak(page, 'af')
    await page.getByText('Die posbediener het die boodskap geweier: 550 5.1.1').waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('offers a viewer nothing to change, and asks for nothing that is refused', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { name: 'Seen', type: 'EMAIL' })
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    await using visited = await dashboardOf(windows, server.url, viewer)
    const { page, complaints } = visited
    await visit(page, `/campaigns/${id}`)
    await panel(page, 'Sending')
      .getByText(/ A sender\.$/)
      .waitFor()
    expect(await panel(page, 'Sending').getByRole('button').count()).toBe(0)
    for (const path of ['delivery/senders', 'delivery/segments', 'delivery/cleansing']) {
      await visit(page, `/${path}`)
      await page.getByRole('navigation', { name: 'Sections of sending' }).waitFor()
      expect(await page.getByRole('button', { name: /^New|^Start/ }).count()).toBe(0)
    }
    expect(complaints).toEqual([])
  })
})
