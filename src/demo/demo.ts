import type { Services } from '../common/services.ts'
import type { Database } from '../data/database.ts'
import type { Gateway } from '../engine/gateway.ts'
import { DEMO_ORGANIZATIONS, type DemoOrganization } from '../security/auth/demo-people.ts'
import { playAlerts, playBreaches } from './breaches.ts'
import { playCampaigns } from './campaigns.ts'
import { playClients } from './clients.ts'
import { playConsents } from './consents.ts'
import { playContent } from './content.ts'
import { playOrganization, playReading, playSettings } from './organization.ts'
import { playRegister } from './register.ts'
import { playRequests } from './requests.ts'
import { playResults } from './results.ts'
import { playSending, playTrash } from './sending.ts'
import { Stage } from './stage.ts'
import { playInvitations, playTeam } from './team.ts'

/** The parts of a gateway through which the demo data is written. */
interface DemoGateway {
  database: Database
  gateway: Gateway
  services: Partial<Services>
}

/** Fills the demo organizations, unless they exist. The second one gets only its members. */
export async function seedDemo(target: DemoGateway): Promise<void> {
  const [first, second] = DEMO_ORGANIZATIONS
  await seed(target, first, playStory)
  await seed(target, second, playTeam)
}

async function playStory(stage: Stage): Promise<void> {
  await playTeam(stage)
  await playOrganization(stage)
  await playConsents(stage)
  // Completing a request reads every record, so it runs before most records exist.
  await playRequests(stage)
  const clients = await playClients(stage)
  const campaigns = await playCampaigns(stage, clients)
  await playContent(stage, campaigns)
  await playSending(stage)
  await playTrash(stage)
  await playResults(stage, campaigns)
  await playBreaches(stage)
  await playRegister(stage)
  await playAlerts(stage)
  await playInvitations(stage)
  await playSettings(stage)
  await playReading(stage)
}

async function seed(
  { database, gateway, services: { mailer: _, ...services } }: DemoGateway,
  organization: DemoOrganization,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const { id: organizationId, name } = organization
  await database.change(organizationId, async (unit) => {
    const { now } = unit
    // If two processes start at the same time, only the one that inserts the organization fills it.
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
