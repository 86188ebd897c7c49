import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aSegment } from '../support/ids.ts'
import { aCampaign, aClient, aMember, aRequest, aSubject } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { canVisit, chooseRecord, dashboardOf, panel, signIn, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

whenVisible('a choice survives a reload, can be cleared, and shows what somebody else chose', async () => {
  const actor = server.actor()
  const { id: first } = await aClient(actor, { name: 'Cape Solar' })
  const { id: other } = await aClient(actor, { name: 'Karoo Fresh Foods' })
  const { id } = await aCampaign(actor, { name: 'Summer', clientId: first })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  const dialog = page.getByRole('dialog')
  const client = dialog.getByRole('combobox', { name: 'Client' })
  const clientOfCampaign = async () => (await actor.rest('GET', `/api/campaigns/${id}`)).body.data.clientId
  await visit(page, `/campaigns/${id}#edit=${id}`)
  await client.waitFor()
  expect(await client.inputValue()).toBe('Cape Solar')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await panel(page, 'Summer').getByRole('button', { name: 'Edit' }).click()
  await chooseRecord(dialog, 'Client', 'Karoo Fresh Foods')
  await page.reload()
  await signIn(page, actor.token)
  await dialog.getByText('What you typed before is here again.').waitFor()
  expect(await client.inputValue()).toBe('Karoo Fresh Foods')
  await actor.rest('PUT', `/api/campaigns/${id}`, { clientId: null })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const differences = dialog.getByRole('group', { name: 'Client' })
  await differences.getByLabel('Theirs: (empty)').waitFor()
  await differences.getByLabel('Yours: Karoo Fresh Foods').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await clientOfCampaign()).toBe(other)

  await panel(page, 'Summer').getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Clear Client' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect([await clientOfCampaign(), complaints]).toEqual([null, []])
})

whenVisible('the segment of a campaign is searched among more of them than a page has', async () => {
  const actor = server.actor()
  const { id } = await aCampaign(actor, { name: 'Harvest', type: 'EMAIL' })
  await aSegment(actor, 'Farmers')
  await Promise.all(Array.from({ length: 100 }, (_, number) => aSegment(actor, `Buyers ${number}`)))
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  const dialog = page.getByRole('dialog')
  await visit(page, `/campaigns/${id}`)
  const sending = panel(page, 'Sending')
  await sending.getByRole('button', { name: 'Choose a segment' }).click()
  await chooseRecord(dialog, 'Choose a segment', 'Farmers')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await sending.getByText('Farmers').waitFor()
  await sending.getByRole('button', { name: 'Choose a segment' }).click()
  expect(await dialog.getByRole('combobox').inputValue()).toBe('Farmers')
  await dialog.getByRole('button', { name: 'Clear Choose a segment' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await sending.getByText('Farmers').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

whenVisible('a campaign is created from its client, and content from its campaign', async () => {
  const actor = server.actor()
  const { id: clientId } = await aClient(actor, { name: 'Cape Solar' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  const dialog = page.getByRole('dialog')
  await visit(page, `/clients/${clientId}`)
  await panel(page, 'Campaigns').getByRole('button', { name: 'New campaign' }).click()
  expect(await dialog.getByRole('combobox', { name: 'Client' }).inputValue()).toBe('Cape Solar')
  await dialog.getByLabel('Name').fill('Summer')
  await dialog.getByLabel('Type').selectOption('SOCIAL')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await panel(page, 'Campaigns').getByRole('link', { name: 'Summer' }).click()
  await panel(page, 'Content').getByRole('button', { name: 'New content' }).click()
  expect(await dialog.getByRole('combobox', { name: 'Campaign' }).inputValue()).toBe('Summer')
  await dialog.getByLabel('Title').fill('Greeting')
  await dialog.getByRole('textbox', { name: /^Text/ }).fill('Hello')
  await dialog.getByLabel('Type').selectOption('POST')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await panel(page, 'Greeting').waitFor()
  const { body } = await actor.graphql('{ contents { nodes { title campaign { name clientId } } } }')
  expect([body.data.contents.nodes, complaints]).toEqual([
    [{ title: 'Greeting', campaign: { name: 'Summer', clientId } }],
    [],
  ])
})

whenVisible('a request is given to a colleague, and ended as the duplicate of another, both by name', async () => {
  const admin = server.actor()
  const { userId } = await aMember(admin, { name: 'Thandi Nkosi' })
  const [subject, other] = [aSubject(), aSubject()]
  const { id } = await aRequest(admin, { type: 'ACCESS', subject })
  const { id: duplicateOfId } = await aRequest(admin, { type: 'ACCESS', subject: other })
  await using visited = await dashboardOf(windows, server.url, admin)
  const { page, complaints } = visited
  const dialog = page.getByRole('dialog')
  await visit(page, `/privacy/requests/${id}`)
  await page.getByRole('button', { name: 'Update' }).click()
  await chooseRecord(dialog, 'Handled by', 'Thandi Nkosi')
  await dialog.getByLabel('End', { exact: false }).first().selectOption('DUPLICATE')
  await dialog.getByRole('combobox', { name: 'Duplicate of' }).fill(subject.name)
  await dialog.getByText('Nothing matches.').waitFor()
  await dialog.getByRole('combobox', { name: 'Duplicate of' }).fill(other.name)
  await dialog.getByRole('option', { name: new RegExp(`^${other.name}, `) }).click()
  await dialog.getByRole('button', { name: 'Update' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await admin.graphql(
    'query ($id: ID!) { dataSubjectRequest(id: $id) { status assignedTo duplicateOfId } }',
    { id },
  )
  expect([body.data.dataSubjectRequest, complaints]).toEqual([
    { status: 'DUPLICATE', assignedTo: userId, duplicateOfId },
    [],
  ])
})
