/** @long it provokes errors in a browser, in Afrikaans. */
import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, picture, speak, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

whenVisible('errors of forms, refused statuses and failed requests are in the language of the page', async () => {
  const admin = server.actor()
  const { id } = await aCampaign(admin, { status: 'PENDING_APPROVAL' })
  const { id: email } = await aCampaign(admin, { type: 'EMAIL' })
  const member = server.actor({ organizationId: admin.organizationId, role: 'member' })
  const afrikaans = async (actor: typeof admin) => {
    const visited = await dashboardOf(windows, server.url, actor)
    await speak(visited.page, 'af')
    return visited
  }
  await using visited = await afrikaans(admin)
  const { page } = visited
  await page.getByRole('link', { name: 'Veldtogte' }).click()
  await page.getByRole('button', { name: 'Nuwe veldtog' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Naam').fill('Lente')
  await dialog.getByLabel('Tipe').selectOption('PRINT')
  await dialog.getByLabel('Begin').fill('2031-02-02T08:00')
  await dialog.getByLabel('Eindig').fill('2031-02-01T08:00')
  await dialog.getByRole('button', { name: 'Stoor' }).click()
  await dialog.getByRole('link', { name: 'Eindig moet ná ‘Begin’ wees' }).waitFor()
  await picture(page, 'faults-afrikaans')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await accessFaults(page, 'faults-afrikaans-phone')).toEqual([])
  const start =
    'mutation ($id: ID!, $input: RecipientImportInput!) { importRecipients(id: $id, input: $input) { status } }'
  for (const csv of ['email\na@example.org\n', 'email\nb@example.org\n'])
    expect(await admin.graphql(start, { id: email, input: { csv, isLast: false } })).toMatchObject({ status: 200 })
  await visit(page, `/campaigns/${email}`)
  await page.getByText('’n Latere invoer het begin voordat hierdie een volledig opgelaai is').waitFor()
  await page.getByRole('button', { name: 'Voeg mense by' }).click()
  await dialog.getByLabel('Kanaal').selectOption('EMAIL')
  await dialog.getByLabel('E-posadresse of telefoonnommers').fill('geen-adres')
  await dialog.getByRole('button', { name: 'Stoor' }).click()
  await dialog.getByText('geen-adres: moet ’n e-posadres wees').first().waitFor()
  expect(await accessFaults(page, 'faults-of-rows-afrikaans-phone')).toEqual([])

  await using seen = await afrikaans(member)
  await visit(seen.page, `/campaigns/${id}`)
  const steps = seen.page.locator('.steps').first()
  await steps.getByText('Jou rol sluit nie hierdie toestemming in nie: Veldtogte: begin').first().waitFor()
  expect(await steps.innerText()).not.toContain('Requires')

  await visit(seen.page, '/campaigns/00000000-0000-4000-8000-000000000000')
  await seen.page.getByRole('alert').getByText('Hierdie rekord bestaan nie, of dit is geskrap.').first().waitFor()
})
