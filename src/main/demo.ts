import { DEMO_ORGANIZATIONS, type DemoOrganization } from '../security/auth/demo-people.ts'
import type { App } from './app.ts'
import { playAlerts, playBreaches } from './demo/breaches.ts'
import { playCampaigns } from './demo/campaigns.ts'
import { playClients } from './demo/clients.ts'
import { playConsents } from './demo/consents.ts'
import { playContent } from './demo/content.ts'
import { playOrganization, playReading, playSettings } from './demo/organization.ts'
import { playRegister } from './demo/register.ts'
import { playRequests } from './demo/requests.ts'
import { playResults } from './demo/results.ts'
import { Stage } from './demo/stage.ts'
import { playInvitations, playTeam } from './demo/team.ts'

type Parts = Pick<App, 'database' | 'gateway' | 'services'>

/** Fills the demo organizations, unless they are there already: the second one with nothing but its people. */
export async function seedDemo(parts: Parts): Promise<void> {
  const [first, second] = DEMO_ORGANIZATIONS
  await seed(parts, first, playStory)
  await seed(parts, second, playTeam)
}

async function playStory(stage: Stage): Promise<void> {
  await playTeam(stage)
  await playOrganization(stage)
  await playConsents(stage)
  // An execution reads every record that there is: it comes before most are made.
  await playRequests(stage)
  const clients = await playClients(stage)
  const campaigns = await playCampaigns(stage, clients)
  await playContent(stage, campaigns)
  await playResults(stage, campaigns)
  await playBreaches(stage)
  await playRegister(stage)
  await playAlerts(stage)
  await playInvitations(stage)
  await playSettings(stage)
  await playReading(stage)
}

async function seed(
  { database, gateway, services: { mailer: _, ...services } }: Parts,
  organization: DemoOrganization,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const { id: organizationId, name } = organization
  await database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const { now } = unit
    // Whoever makes the organization tells its story: of two processes that start at once, the other finds it told.
    const made = await unit.db
      .insertInto('organization')
      .values({ organizationId, name, createdAt: now, updatedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('organizationId')
      .executeTakeFirst()
    if (!made) return
    const stage = new Stage(organization, gateway, unit, services)
    await play(stage)
    await stage.end()
  })
}
