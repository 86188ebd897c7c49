import type { Database, Unit } from '../data/transaction.ts'
import { Context } from '../engine/context.ts'
import { addDays, HOME, todayIn } from '../features/analytics/analytics.days.ts'
import { recordAnalytics } from '../features/analytics/analytics.ingest.ts'
import { createCampaign } from '../features/campaigns/campaign.changes.ts'
import { Campaign, CampaignStatus, CampaignType } from '../features/campaigns/campaign.entity.ts'
import { addClient } from '../features/clients/client.changes.ts'
import { Client, ClientStatus, Sector } from '../features/clients/client.entity.ts'
import { addContent } from '../features/content/content.changes.ts'
import { ContentType, Language } from '../features/content/content-item.entity.ts'
import { addConsent } from '../features/privacy/consents/consent.changes.ts'
import { ConsentChannel } from '../features/privacy/consents/consent.entity.ts'
import { addMember } from '../features/team/team.changes.ts'
import { TeamRole } from '../features/team/team-member.entity.ts'
import { DEMO_ORGANIZATIONS, type DemoOrganization } from '../security/auth/demo-people.ts'
import { permissionsOf } from '../security/auth/permissions.ts'

const GOVERNMENT: [name: string, type: string, level: string][] = [
  ['City of Tshwane', 'MUNICIPALITY', 'LOCAL'],
  ['eThekwini Municipality', 'MUNICIPALITY', 'LOCAL'],
  ['Buffalo City Metro', 'MUNICIPALITY', 'LOCAL'],
  ['Stellenbosch Municipality', 'LOCAL_MUNICIPALITY', 'LOCAL'],
  ['Msunduzi Municipality', 'LOCAL_MUNICIPALITY', 'LOCAL'],
  ['Gauteng Department of Health', 'PROVINCIAL_GOVT', 'PROVINCIAL'],
  ['Western Cape Education', 'PROVINCIAL_GOVT', 'PROVINCIAL'],
  ['Limpopo Tourism', 'PROVINCIAL_GOVT', 'PROVINCIAL'],
  ['Department of Water and Sanitation', 'NATIONAL_GOVT', 'NATIONAL'],
  ['Department of Home Affairs', 'NATIONAL_GOVT', 'NATIONAL'],
  ['National Rail Agency', 'STATE_OWNED_ENTITY', 'NATIONAL'],
  ['Coastal Ports Authority', 'STATE_OWNED_ENTITY', 'NATIONAL'],
]

const BUSINESS: [name: string, type: string, industry: string][] = [
  ['Karoo Fresh Foods', 'MEDIUM_BUSINESS', 'Retail'],
  ['Highveld Motors', 'LARGE_CORPORATION', 'Automotive'],
  ['Protea Insurance', 'LARGE_CORPORATION', 'Insurance'],
  ['Baobab Bank', 'LARGE_CORPORATION', 'Finance'],
  ['Jacaranda Telecom', 'LARGE_CORPORATION', 'Telecommunications'],
  ['Marula Cosmetics', 'MEDIUM_BUSINESS', 'Beauty'],
  ['Drakensberg Outdoor', 'MEDIUM_BUSINESS', 'Retail'],
  ['Table Bay Seafood', 'MEDIUM_BUSINESS', 'Food'],
  ['Springbok Logistics', 'LARGE_CORPORATION', 'Transport'],
  ['Fynbos Organics', 'MEDIUM_BUSINESS', 'Agriculture'],
  ['Khoi Craft Brewery', 'MEDIUM_BUSINESS', 'Beverages'],
  ['Vaal Steelworks', 'LARGE_CORPORATION', 'Manufacturing'],
  ['Umhlanga Hotels', 'LARGE_CORPORATION', 'Hospitality'],
  ['Kruger Safaris', 'MEDIUM_BUSINESS', 'Tourism'],
  ['Rooibos Traders', 'MEDIUM_BUSINESS', 'Beverages'],
  ['Soweto Fashion House', 'MEDIUM_BUSINESS', 'Fashion'],
  ['Cape Solar', 'MEDIUM_BUSINESS', 'Energy'],
  ['Limpopo Citrus', 'MEDIUM_BUSINESS', 'Agriculture'],
]

/** What an organization of the demo has. */
interface Filling {
  government: typeof GOVERNMENT
  business: typeof BUSINESS
  campaigns: number
}

/** The second organization is there to be another one, and not to be large. */
const FILLINGS: readonly [Filling, Filling] = [
  { government: GOVERNMENT, business: BUSINESS, campaigns: 80 },
  {
    government: [['Overstrand Municipality', 'LOCAL_MUNICIPALITY', 'LOCAL']],
    business: [
      ['Agulhas Fisheries', 'MEDIUM_BUSINESS', 'Food'],
      ['Garden Route Lodges', 'LARGE_CORPORATION', 'Hospitality'],
      ['Wild Coast Surf', 'MEDIUM_BUSINESS', 'Tourism'],
    ],
    campaigns: 10,
  },
]

const THEMES = [
  'Awareness drive',
  'Summer launch',
  'Service update',
  'Heritage Day',
  'Registration weekend',
  'Winter special',
]
const DAY = 24 * 3600 * 1000
/** The last 30 days, and the 30 before to compare them with. */
const DEMO_DAYS = 60

/** The same figures on every machine: a demo that can be talked about. */
function figures(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Fills the demo organizations, unless they are there already. */
export async function seedDemo(database: Database): Promise<void> {
  const [first, second] = DEMO_ORGANIZATIONS
  await seed(database, first, FILLINGS[0])
  await seed(database, second, FILLINGS[1])
}

async function seed(database: Database, organization: DemoOrganization, filling: Filling): Promise<void> {
  const { id: organizationId, name } = organization
  await database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    if (await unit.db.selectFrom('organization').select('organizationId').executeTakeFirst()) return
    const now = new Date()
    await unit.db
      .insertInto('organization')
      .values({
        organizationId,
        name,
        informationOfficerName: 'Lerato Mokoena',
        informationOfficerEmail: 'privacy@demo.example',
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    await fill(demoContext(unit, organization), organization, filling)
  })
}

function demoContext(unit: Unit, { id: organizationId, people: [admin] }: DemoOrganization): Context {
  const caller = {
    userId: admin.userId,
    organizationId,
    role: admin.role,
    permissions: permissionsOf(admin.role, []),
  }
  return new Context(caller, { id: 'demo', ipAddress: 'unknown', userAgent: 'demo', address: 'unknown' }, unit)
}

async function fill(ctx: Context, { people }: DemoOrganization, filling: Filling): Promise<void> {
  const random = figures(2026)
  const clients = await demoClients(ctx, filling)
  demoConsents(ctx)
  for (const { userId, name, email, role } of people)
    await addMember(ctx, { userId, name, email, role: TeamRole[role] })
  for (let index = 0; index < filling.campaigns; index++) {
    const client = index % 9 === 8 ? undefined : clients[index % clients.length]
    const campaign = await demoCampaign(ctx, index, client, random)
    const createdAt = new Date(Date.now() - (filling.campaigns - index) * 12 * 3600 * 1000)
    ctx.update(Campaign, campaign, { createdAt })
    await addResults(ctx, { ...campaign, createdAt }, random)
  }
}

async function demoClients(ctx: Context, filling: Filling): Promise<Client[]> {
  const contactOf = (name: string) => ({
    name: 'Communications Office',
    email: `info@${name.toLowerCase().replace(/\W+/g, '')}.example`,
  })
  const government = filling.government.map(([name, type, governmentLevel]) =>
    addClient(ctx, {
      name,
      type,
      governmentLevel,
      industry: 'Public Sector',
      sector: Sector.GOVERNMENT,
      contact: contactOf(name),
    }),
  )
  const business = filling.business.map(([name, type, industry]) =>
    addClient(ctx, { name, type, industry, sector: Sector.BUSINESS, contact: contactOf(name) }),
  )
  const clients = [...government, ...business]
  for (const [index, client] of clients.entries()) {
    const createdAt = new Date(Date.now() - (clients.length - index) * 2 * DAY)
    const status = index % 4 === 3 ? ClientStatus.PENDING : ClientStatus.ACTIVE
    ctx.update(Client, client, { createdAt, status })
  }
  return clients
}

/** Without consent no direct campaign could be ACTIVE. */
function demoConsents(ctx: Context): void {
  for (const channel of [ConsentChannel.EMAIL, ConsentChannel.SMS, ConsentChannel.WHATSAPP]) {
    addConsent(ctx, {
      subject: { name: 'Sipho Ndlovu', email: 'sipho@demo.example', phone: '+27 82 555 0101' },
      purpose: 'MARKETING',
      channel,
      wording: 'I agree to hear from you about offers and services.',
      source: 'Registration form',
    })
  }
}

async function demoCampaign(
  ctx: Context,
  index: number,
  client: Client | undefined,
  random: (below: number) => number,
) {
  const statuses = [CampaignStatus.ACTIVE, CampaignStatus.DRAFT, CampaignStatus.PENDING_APPROVAL, CampaignStatus.ACTIVE]
  const types = Object.values(CampaignType)
  const campaign = await createCampaign(ctx, {
    name: `${client?.name ?? 'Unassigned'}: ${THEMES[index % THEMES.length]}`,
    type: types[index % types.length] ?? CampaignType.EMAIL,
    ...(client && { clientId: client.id }),
    status: statuses[index % statuses.length] ?? CampaignStatus.DRAFT,
    budgetCents: (50 + random(950)) * 100_000,
  })
  const status = index % 10 === 7 ? CampaignStatus.COMPLETED : campaign.status
  ctx.update(Campaign, campaign, { status })
  return { ...campaign, status }
}

async function addResults(ctx: Context, campaign: Campaign, random: (below: number) => number): Promise<void> {
  for (let item = 0; item < 1 + random(4); item++) {
    addContent(ctx, {
      campaignId: campaign.id,
      title: `${campaign.name}, item ${item + 1}`,
      type: ContentType.POST,
      body: 'Sizokwazisa.',
      language: Language.zu,
      channel: campaign.type,
      isTemplate: false,
      variables: [],
    })
  }
  if (campaign.status === CampaignStatus.DRAFT) return
  const results = Array.from({ length: DEMO_DAYS }, (_, index) => {
    const impressions = 500 + random(9500)
    const clicks = Math.floor(impressions * (0.01 + random(40) / 1000))
    const conversions = Math.floor(clicks * (0.02 + random(80) / 1000))
    return {
      campaignId: campaign.id,
      channel: campaign.type,
      day: addDays(todayIn(HOME), -1 - index),
      impressions,
      clicks,
      conversions,
      spendCents: clicks * (100 + random(400)),
      revenueCents: conversions * (5000 + random(20_000)),
    }
  })
  await recordAnalytics(ctx, results)
}
