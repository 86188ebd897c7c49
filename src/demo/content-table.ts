import { CampaignType } from '../features/campaigns/campaign.entity.ts'
import { ContentStatus, ContentType, Language } from '../features/content/content-item.entity.ts'

/** A content item of the demo. Days are relative to today. */
export interface DemoContent {
  title: string
  type: ContentType
  body: string
  /** The body of its first version, if it was edited. */
  earlier?: string
  language: Language
  channel?: CampaignType
  /** The name of the campaign. */
  campaign?: string
  /** Variables of a template. An item without variables is not a template. */
  variables?: string[]
  /** The first name of the author. */
  author: string
  made: number
  status: ContentStatus
  /** The title of the original, for a translation. */
  translationOf?: string
  /** The comment of the reviewer. */
  comment?: string
}

const T = ContentType
const S = ContentStatus
const L = Language

/** One message in the official languages of South Africa. */
const SENTENCES: readonly [
  language: Language,
  body: string,
  status: ContentStatus,
  history?: Pick<DemoContent, 'earlier' | 'comment'>,
][] = [
  [
    L.en,
    'Save a bucket of water a day.',
    S.PUBLISHED,
    { earlier: 'Saving a bucket of water a day keeps the taps open.' },
  ],
  [L.af, 'Spaar elke dag ’n emmer water.', S.PUBLISHED],
  [L.zu, 'Yonga ibhakede lamanzi ngosuku.', S.PUBLISHED],
  [L.xh, 'Yonga i-emele yamanzi ngosuku.', S.APPROVED],
  [L.st, 'Boloka emere ya metsi ka letsatsi.', S.APPROVED],
  [L.nso, 'Boloka kgamelo ya meetse ka letšatši.', S.IN_REVIEW],
  [L.tn, 'Boloka kgamelo ya metsi ka letsatsi.', S.IN_REVIEW, { earlier: 'Boloka metsi.' }],
  [
    L.ts,
    'Hlayisa bakiti ra mati hi siku.',
    S.CHANGES_REQUESTED,
    { comment: 'Please have the word for bucket checked in Giyani.' },
  ],
  [L.ve, 'Vhulungani bakete ya maḓi nga ḓuvha.', S.DRAFT],
  [L.ss, 'Yonga libhakede lemanti ngelilanga.', S.DRAFT],
  [L.nr, 'Yonga ibhakede lamanzi ngelanga.', S.DRAFT],
]

const ABOUT = { title: 'A bucket a day', campaign: 'A bucket a day', author: 'pieter' }

export const BUCKETS: readonly DemoContent[] = [
  ...SENTENCES.map(([language, body, status, history], index) => ({
    ...ABOUT,
    type: T.POST,
    channel: CampaignType.SOCIAL,
    language,
    body,
    ...history,
    ...(language !== L.en && { translationOf: ABOUT.title }),
    made: -60 + 5 * index,
    status,
  })),
  {
    ...ABOUT,
    translationOf: ABOUT.title,
    type: T.VIDEO,
    channel: CampaignType.SOCIAL,
    language: L.sfs,
    body: 'Signed video, 20 seconds: a bucket under a dripping tap, then the message, then the number to call.',
    made: -25,
    status: S.APPROVED,
  },
]

export const ITEMS: readonly DemoContent[] = [
  {
    title: 'This week’s basket for {{firstName}}',
    type: T.EMAIL,
    body: '<p>Dear {{firstName}},</p><p>In season now: {{produce}}. Order by {{orderBy}} and collect on Thursday.</p>',
    earlier: '<p>Dear {{firstName}},</p><p>In season now: {{produce}}.</p>',
    language: L.en,
    channel: CampaignType.EMAIL,
    campaign: 'Harvest basket',
    variables: ['firstName', 'produce', 'orderBy'],
    author: 'ayesha',
    made: -168,
    status: S.PUBLISHED,
  },
  {
    title: 'Die week se mandjie vir {{firstName}}',
    type: T.EMAIL,
    body: '<p>Beste {{firstName}}</p><p>Nou in seisoen: {{produce}}. Bestel voor {{orderBy}}.</p>',
    language: L.af,
    channel: CampaignType.EMAIL,
    campaign: 'Harvest basket',
    variables: ['firstName', 'produce', 'orderBy'],
    author: 'ayesha',
    made: -90,
    status: S.IN_REVIEW,
    translationOf: 'This week’s basket for {{firstName}}',
  },
  {
    title: 'Clinic reminder',
    type: T.SMS,
    body: 'Hello {{name}}. Vaccinations at {{clinic}} on {{date}}. Reply STOP to end these messages.',
    language: L.en,
    channel: CampaignType.SMS,
    campaign: 'Clinic days',
    variables: ['name', 'clinic', 'date'],
    author: 'pieter',
    made: -118,
    status: S.PUBLISHED,
  },
  {
    title: 'Isikhumbuzo somtholampilo',
    type: T.SMS,
    body: 'Sawubona {{name}}. Kuzogonywa e-{{clinic}} ngomhla ka-{{date}}. Phendula ngo-STOP ukuze singaphinde sikubhalele.',
    language: L.zu,
    channel: CampaignType.SMS,
    campaign: 'Clinic days',
    variables: ['name', 'clinic', 'date'],
    author: 'pieter',
    made: -30,
    status: S.CHANGES_REQUESTED,
    translationOf: 'Clinic reminder',
    comment: 'The date reads better before the clinic, as in the original.',
  },
  {
    title: 'Saturday at the dealer',
    type: T.BANNER,
    body: '<strong>Drive it on Saturday.</strong> Book at highveld-motors.example.org',
    language: L.en,
    channel: CampaignType.DISPLAY,
    campaign: 'Weekend test drive',
    author: 'ayesha',
    made: -160,
    status: S.PUBLISHED,
  },
  {
    title: 'Your first thousand',
    type: T.POST,
    body: 'Four payslips, one plan: how Lwandle saved a first thousand rand.',
    language: L.en,
    channel: CampaignType.SOCIAL,
    campaign: 'The first thousand',
    author: 'thandi',
    made: -96,
    status: S.PUBLISHED,
  },
  {
    title: 'Iwaka lokuqala',
    type: T.POST,
    body: 'Gcina iwaka lakho lokuqala. Qala ngekhulu ngenyanga.',
    language: L.xh,
    channel: CampaignType.SOCIAL,
    campaign: 'The first thousand',
    author: 'ayesha',
    made: -9,
    status: S.IN_REVIEW,
  },
  {
    title: 'What a battery saves',
    type: T.DOCUMENT,
    body: 'A household that uses 12 kWh in the evening pays for a battery in about six years. How we counted, and what we left out.',
    earlier: 'A household that uses 12 kWh in the evening pays for a battery in about five years.',
    language: L.en,
    channel: CampaignType.SEARCH,
    campaign: 'Load-free evenings',
    author: 'pieter',
    made: -48,
    status: S.PUBLISHED,
  },
  {
    title: 'Questions about household cover',
    type: T.POST,
    body: 'Is a borrowed laptop covered? Ask us on WhatsApp.',
    language: L.en,
    channel: CampaignType.WHATSAPP,
    campaign: 'Know your cover',
    author: 'ayesha',
    made: -34,
    status: S.APPROVED,
  },
  {
    title: 'Community radio script, 30 seconds',
    type: T.DOCUMENT,
    body: 'Sound of a page turning. “Read with me, ten minutes, every night.”',
    language: L.en,
    channel: CampaignType.RADIO,
    campaign: 'Read with me',
    author: 'pieter',
    made: -27,
    status: S.PUBLISHED,
  },
  {
    title: 'Nine provinces on one table',
    type: T.PRESS_RELEASE,
    body: 'Karoo Fresh Foods serves dishes of nine provinces on Heritage Day. Pictures and recipes on request.',
    language: L.en,
    campaign: 'Heritage menu',
    author: 'ayesha',
    made: -112,
    status: S.ARCHIVED,
  },
  {
    title: 'Cream in the dry months',
    type: T.VIDEO,
    body: 'Television spot, 15 seconds: hands, wind, the jar.',
    language: L.en,
    channel: CampaignType.TV,
    campaign: 'Winter skin',
    author: 'thandi',
    made: -178,
    status: S.ARCHIVED,
  },
  {
    title: 'Rooms for the holidays',
    type: T.EMAIL,
    body: '<p>Dear {{firstName}},</p><p>Your family room in {{month}}: {{price}} a night, breakfast included.</p>',
    language: L.en,
    channel: CampaignType.EMAIL,
    campaign: 'Summer holiday rooms',
    variables: ['firstName', 'month', 'price'],
    author: 'pieter',
    made: -6,
    status: S.IN_REVIEW,
  },
  {
    title: 'The first electric one',
    type: T.VIDEO,
    body: 'Television spot, 30 seconds: a quiet street in the morning.',
    language: L.en,
    channel: CampaignType.TV,
    campaign: 'Electric for the city',
    author: 'ayesha',
    made: -5,
    status: S.DRAFT,
  },
  {
    title: 'How we answer complaints',
    type: T.DOCUMENT,
    body: 'Thank them, say who looks into it, and answer within two working days.',
    language: L.en,
    author: 'thandi',
    made: -200,
    status: S.PUBLISHED,
  },
]
