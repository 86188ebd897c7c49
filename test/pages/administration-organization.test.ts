import { describe, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { accessFaults, canVisit, dashboardOf, goTo, panel, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

async function openSettings(page: Page): Promise<void> {
  await goTo(page, 'Administration')
  await page.getByRole('link', { name: 'Organization', exact: true }).click()
}

/** Waits until the setting is stored. The message that says so may look like an earlier one, which closes by itself. */
const sessionsLast = (admin: Actor, minutes: number) =>
  until('the setting', async () => {
    const { body } = await admin.graphql('{ securitySettings { maximumSessionMinutes } }')
    return body.data.securitySettings.maximumSessionMinutes === minutes
  })

describe('the settings of an organization', () => {
  whenVisible('are kept, and what it demands of sessions; a refusal stands beside its field', async () => {
    const admin = server.actor()
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page, complaints } = visited
    await openSettings(page)
    const details = panel(page, 'Organization')
    await details.getByLabel('Name').first().fill('North Media')
    await details.getByLabel('E-mail of the information officer').fill('nobody')
    await details.getByRole('button', { name: 'Save' }).click()
    await details.locator('.fault', { hasText: /^E-mail of the information officer/ }).waitFor()
    await details.getByLabel('E-mail of the information officer').fill('officer@example.org')
    await details.getByLabel('Budget tolerance in percent').fill('half')
    await details.getByRole('button', { name: 'Save' }).click()
    await details.locator('.fault', { hasText: 'must be a whole number' }).waitFor()
    await details.getByLabel('Budget tolerance in percent').fill('25')
    await details.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const security = panel(page, 'Security')
    await security.getByLabel('Longest session in minutes').fill('soon')
    await security.getByRole('button', { name: 'Save' }).click()
    await security.locator('.fault', { hasText: 'must be a whole number' }).waitFor()
    await security.getByLabel('Longest session in minutes').fill('480')
    await security.getByRole('button', { name: 'Save' }).click()
    await sessionsLast(admin, 480)
    const { body } = await admin.graphql(
      '{ serviceProvider { name informationOfficerEmail budgetTolerancePercent } securitySettings { maximumSessionMinutes } }',
    )
    expect(body.data).toEqual({
      serviceProvider: {
        name: 'North Media',
        informationOfficerEmail: 'officer@example.org',
        budgetTolerancePercent: 25,
      },
      securitySettings: { maximumSessionMinutes: 480 },
    })
    expect(await accessFaults(page, 'organization')).toEqual([])
    expect(complaints).toEqual([])
  })

  whenVisible('are not overwritten unseen by one of two who change them at once', async () => {
    const admin = server.actor()
    const colleague = server.actor({ organizationId: admin.organizationId })
    await admin.rest('PUT', '/api/service-provider/organization', { name: 'North Media' })
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page, complaints } = visited
    await openSettings(page)
    const details = panel(page, 'Organization')
    const security = panel(page, 'Security')
    await details.getByLabel('Name').first().fill('South Media')
    await security.getByLabel('Longest session in minutes').fill('480')
    await security.getByLabel('Longest validity of a new API key in days').fill('90')
    await security.getByLabel('Allow agents to act for their users over MCP').check()
    await colleague.rest('PUT', '/api/service-provider/organization', { name: 'West Media' })
    await details.getByRole('button', { name: 'Save' }).click()
    await details.getByText('Somebody else changed this too, and nothing was saved yet.').waitFor()
    const settings = 'maximumSessionMinutes exportRole agentsAllowed maximumKeyDays'
    const read = `{ serviceProvider { name } securitySettings { ${settings} } }`
    expect((await admin.graphql(read)).body.data.serviceProvider.name).toBe('West Media')
    await details.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()

    await colleague.graphql('mutation { updateSecuritySettings(input: { exportRole: admin }) { exportRole } }')
    await security.getByRole('button', { name: 'Save' }).click()
    await security.getByText('Somebody else changed this too, and nothing was saved yet.').waitFor()
    await security.getByRole('button', { name: 'Save' }).click()
    await sessionsLast(admin, 480)
    expect((await admin.graphql(read)).body.data).toEqual({
      serviceProvider: { name: 'South Media' },
      securitySettings: { maximumSessionMinutes: 480, exportRole: 'admin', agentsAllowed: true, maximumKeyDays: 90 },
    })
    expect(complaints).toEqual([])
  })

  whenVisible('are shown read-only to a user who may read them, and not to a viewer', async () => {
    const admin = server.actor()
    const { organizationId } = admin
    await admin.rest('PUT', '/api/service-provider/organization', { name: 'North Media' })
    await using reading = await dashboardOf(windows, server.url, server.actor({ organizationId, role: 'compliance' }))
    await openSettings(reading.page)
    await panel(reading.page, 'Organization').getByText('North Media').waitFor()
    expect(await reading.page.locator('main').getByRole('button', { name: 'Save' }).count()).toBe(0)
    await using seeing = await dashboardOf(windows, server.url, server.actor({ organizationId, role: 'viewer' }))
    await goTo(seeing.page, 'Administration')
    await seeing.page
      .getByRole('rowheader')
      .or(seeing.page.getByText(/Nobody matches/))
      .first()
      .waitFor()
    expect(await seeing.page.getByRole('link', { name: 'Organization', exact: true }).count()).toBe(0)
    expect((await admin.rest('GET', '/api/audit/log?action=ACCESS_DENIED')).body.data).toEqual([])
  })
})
