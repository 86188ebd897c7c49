import { CampaignPurpose, type CampaignStatus, CampaignType } from '../features/campaigns/campaign.entity.ts'

interface Plan {
  type: CampaignType
  channels?: CampaignType[]
  purpose?: CampaignPurpose
  /** The first and the last day, relative to today. */
  days: readonly [begins: number, ends: number]
  /** In rand. */
  budget: number
  /** The part of the budget that was spent, from 0 to 1. */
  spent?: number
}

interface Row {
  name: string
  description: string
  /** The name of the client; undefined for a campaign of the provider itself. */
  client?: string
  /** The first name of the author. */
  author: string
  plan: Plan
}

const T = CampaignType

/** In the order of their creation. */
const ROWS: Readonly<Record<CampaignStatus, readonly Row[]>> = {
  ACTIVE: [
    {
      name: 'Harvest basket',
      description: 'Recipes with what is in season, every Thursday.',
      client: 'Karoo Fresh Foods',
      author: 'ayesha',
      plan: { type: T.EMAIL, channels: [T.EMAIL, T.SOCIAL], days: [-170, 75], budget: 480_000, spent: 0.62 },
    },
    {
      name: 'A bucket a day',
      description: 'Saving water at home, in all official languages.',
      client: 'Thornveld Municipality',
      author: 'pieter',
      plan: { type: T.PUBLIC_AWARENESS, channels: [T.RADIO, T.SOCIAL], days: [-150, 40], budget: 920_000, spent: 0.83 },
    },
    {
      name: 'Clinic days',
      description: 'Reminders of vaccination days, by text message.',
      client: 'Mopani Provincial Health',
      author: 'pieter',
      plan: { type: T.SMS, purpose: CampaignPurpose.SERVICE, days: [-120, 60], budget: 260_000, spent: 0.55 },
    },
    {
      name: 'Weekend test drive',
      description: 'Test drives on Saturdays, in six towns.',
      client: 'Highveld Motors',
      author: 'ayesha',
      plan: { type: T.SEARCH, channels: [T.DISPLAY], days: [-165, 30], budget: 1_350_000, spent: 0.78 },
    },
    {
      name: 'The first thousand',
      description: 'Savings accounts for first jobs.',
      client: 'Baobab Savings',
      author: 'thandi',
      plan: { type: T.SOCIAL, channels: [T.DISPLAY], days: [-100, 80], budget: 760_000, spent: 0.47 },
    },
    {
      name: 'Fibre to the corner shop',
      description: 'Fibre for small businesses, street by street.',
      client: 'Jacaranda Connect',
      author: 'ayesha',
      plan: {
        type: T.MULTI_CHANNEL,
        channels: [T.OUTDOOR, T.WHATSAPP],
        days: [-80, 45],
        budget: 1_100_000,
        spent: 0.58,
      },
    },
    {
      name: 'Long table weekends',
      description: 'Seafood and rooms, booked together.',
      client: 'Umhlanga Bay Hotels',
      author: 'pieter',
      plan: { type: T.DISPLAY, days: [-60, 50], budget: 540_000, spent: 0.51 },
    },
    {
      name: 'Load-free evenings',
      description: 'What a battery costs, and what it saves.',
      client: 'Sunstone Solar',
      author: 'pieter',
      plan: { type: T.SEARCH, days: [-45, 20], budget: 390_000, spent: 1.02 },
    },
    {
      name: 'Know your cover',
      description: 'Questions and answers about household insurance, on WhatsApp.',
      client: 'Protea Cover',
      author: 'ayesha',
      plan: { type: T.WHATSAPP, days: [-35, 55], budget: 310_000, spent: 0.36 },
    },
    {
      name: 'Read with me',
      description: 'Reading clubs at schools, on community radio.',
      client: 'Tsitsi Coast Education',
      author: 'pieter',
      plan: { type: T.RADIO, days: [-28, 62], budget: 220_000, spent: 0.29 },
    },
    {
      name: 'Orchard to table',
      description: 'Where the oranges come from.',
      client: 'Limpopo Citrus',
      author: 'ayesha',
      plan: { type: T.SOCIAL, days: [-14, 30], budget: 145_000, spent: 0.31 },
    },
  ],
  PAUSED: [
    {
      name: 'Spring clean',
      description: 'Skips in every ward, and when they come.',
      client: 'Rietvlei Local Municipality',
      author: 'pieter',
      plan: { type: T.PRINT, channels: [T.SOCIAL], days: [-40, 25], budget: 85_000, spent: 0.33 },
    },
    {
      name: 'Ride to work month',
      description: 'Cheaper monthly tickets. Paused while the client is suspended.',
      client: 'Highland Rail Corporation',
      author: 'thandi',
      plan: { type: T.OUTDOOR, days: [-50, 35], budget: 610_000, spent: 0.42 },
    },
  ],
  COMPLETED: [
    {
      name: 'Heritage menu',
      description: 'Dishes of nine provinces, for Heritage Day.',
      client: 'Karoo Fresh Foods',
      author: 'ayesha',
      plan: { type: T.EVENT, channels: [T.SOCIAL], days: [-110, -62], budget: 175_000, spent: 0.97 },
    },
    {
      name: 'Winter skin',
      description: 'Creams for dry months.',
      client: 'Marula Skin Care',
      author: 'thandi',
      plan: { type: T.TV, channels: [T.SOCIAL], days: [-175, -95], budget: 1_480_000, spent: 0.99 },
    },
    {
      name: 'Know where to vote',
      description: 'Voting stations of the ward elections.',
      client: 'Umzansi Metro',
      author: 'pieter',
      plan: { type: T.PUBLIC_AWARENESS, channels: [T.RADIO, T.PRINT], days: [-140, -90], budget: 700_000, spent: 0.94 },
    },
    {
      name: 'Trail season',
      description: 'Boots and tents, before the long weekend.',
      client: 'Berg and Beyond Outdoor',
      author: 'ayesha',
      plan: { type: T.EMAIL, days: [-70, -30], budget: 130_000, spent: 0.88 },
    },
  ],
  ARCHIVED: [
    {
      name: 'Tea for two thousand',
      description: 'Tastings at markets.',
      client: 'Rooibos Hill Traders',
      author: 'ayesha',
      plan: { type: T.EVENT, days: [-160, -120], budget: 95_000, spent: 0.91 },
    },
    {
      name: 'Parcels before supper',
      description: 'Same-day delivery, by text message.',
      client: 'Duiker Couriers',
      author: 'pieter',
      plan: { type: T.SMS, days: [-178, -140], budget: 120_000, spent: 0.8 },
    },
  ],
  CANCELLED: [
    {
      name: 'Snoek run live',
      description: 'Videos from the harbour. Cancelled: the boats stayed in.',
      client: 'Strandloper Seafood',
      author: 'ayesha',
      plan: { type: T.SOCIAL, days: [-55, -25], budget: 60_000, spent: 0.2 },
    },
    {
      name: 'Steel for schools',
      description: 'Desks made of offcuts. Cancelled when the client was suspended.',
      client: 'Vaal Bend Steel',
      author: 'thandi',
      plan: { type: T.PRINT, days: [-85, -40], budget: 240_000, spent: 0.25 },
    },
  ],
  FAILED: [
    {
      name: 'Flash sale, forty hours',
      description: 'The shop could not take the orders, and the campaign was ended.',
      client: 'Marula Skin Care',
      author: 'ayesha',
      plan: { type: T.DISPLAY, days: [-33, -20], budget: 70_000, spent: 0.3 },
    },
  ],
  SCHEDULED: [
    {
      name: 'Summer holiday rooms',
      description: 'Family rooms for December and January.',
      client: 'Umhlanga Bay Hotels',
      author: 'pieter',
      plan: { type: T.EMAIL, channels: [T.EMAIL, T.DISPLAY], days: [6, 66], budget: 450_000 },
    },
    {
      name: 'Back to school cover',
      description: 'Cover for phones and laptops of learners.',
      client: 'Protea Cover',
      author: 'ayesha',
      plan: { type: T.SMS, days: [18, 58], budget: 210_000 },
    },
    {
      name: 'River day',
      description: 'Cleaning the banks, with schools.',
      client: 'National Water Literacy Office',
      author: 'thandi',
      plan: { type: T.EVENT, channels: [T.RADIO], days: [30, 44], budget: 330_000 },
    },
  ],
  PENDING_APPROVAL: [
    {
      name: 'Electric for the city',
      description: 'The first electric car, with charging at home.',
      client: 'Highveld Motors',
      author: 'ayesha',
      plan: { type: T.TV, channels: [T.DISPLAY, T.SOCIAL], days: [21, 90], budget: 2_400_000 },
    },
    {
      name: 'Roadside produce map',
      description: 'Farm stalls on the way to the coast.',
      client: 'Karoo Fresh Foods',
      author: 'pieter',
      plan: { type: T.DISPLAY, days: [10, 52], budget: 88_000 },
    },
    {
      name: 'Data that rolls over',
      description: 'Prepaid data that lasts two months.',
      client: 'Jacaranda Connect',
      author: 'thandi',
      plan: { type: T.SOCIAL, days: [14, 74], budget: 640_000 },
    },
  ],
  DRAFT: [
    {
      name: 'Small farms, large markets',
      description: 'How growers sell to the packing house.',
      client: 'Limpopo Citrus',
      author: 'ayesha',
      plan: { type: T.RADIO, days: [40, 100], budget: 105_000 },
    },
    {
      name: 'One account for the stokvel',
      description: 'Accounts for savings clubs.',
      client: 'Baobab Savings',
      author: 'pieter',
      plan: { type: T.WHATSAPP, days: [35, 95], budget: 380_000 },
    },
    {
      name: 'Our own newsletter',
      description: 'What we learned from a year of campaigns.',
      author: 'thandi',
      plan: { type: T.EMAIL, days: [25, 55], budget: 40_000 },
    },
  ],
}

/** A campaign of the demo. */
export interface DemoCampaign extends Omit<Row, 'plan'>, Plan {
  status: CampaignStatus
}

/** The campaigns of the demo. The first one gets an audience. */
export const CAMPAIGNS: readonly DemoCampaign[] = (Object.keys(ROWS) as CampaignStatus[]).flatMap((status) =>
  ROWS[status].map(({ plan, ...row }) => ({ ...row, ...plan, status })),
)
