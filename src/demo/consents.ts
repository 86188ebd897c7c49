import type { Stage } from './stage.ts'

const RECORD = 'mutation ($input: ConsentInput!) { recordConsent(input: $input) { id } }'
const WITHDRAW = 'mutation ($id: ID!, $input: WithdrawalInput) { withdrawConsent(id: $id, input: $input) { id } }'
const CUSTOMER = 'mutation ($input: ExistingCustomerInput!) { recordExistingCustomer(input: $input) { id } }'
const ASK = 'mutation ($input: ConsentApproachInput!) { recordConsentApproach(input: $input) { id } }'
const SUPPRESS = 'mutation ($input: SuppressionInput!) { suppressContact(input: $input) { id } }'

/** Data subjects with consents or requests. All of them are fictitious. */
export const SUBJECTS = {
  andile: { name: 'Andile Mkhize', email: 'andile.m@example.com', phone: '+27 82 555 0101' },
  carmen: { name: 'Carmen Wessels', email: 'carmen.w@example.com', phone: '+27 83 555 0102' },
  naledi: { name: 'Naledi Kgosana', email: 'naledi.k@example.com', phone: '+27 72 555 0103' },
  imraan: { name: 'Imraan Davids', email: 'imraan.d@example.com', phone: '+27 84 555 0104' },
  thulani: { name: 'Thulani Buthelezi', email: 'thulani.b@example.com', phone: '+27 73 555 0105' },
  sune: { name: 'Suné Prinsloo', email: 'sune.p@example.com', phone: '+27 82 555 0106' },
  dineo: { name: 'Dineo Phiri', email: 'dineo.p@example.com', phone: '+27 76 555 0107' },
  ravi: { name: 'Ravi Moodley', email: 'ravi.m@example.com', phone: '+27 71 555 0108' },
  khanyi: { name: 'Khanyisile Dladla', email: 'khanyi.d@example.com', phone: '+27 79 555 0109' },
  frik: { name: 'Frik Oosthuizen', email: 'frik.o@example.com', phone: '+27 82 555 0110' },
  vhutshilo: { name: 'Vhutshilo Nemakonde', email: 'vhutshilo.n@example.com', phone: '+27 78 555 0111' },
  aaliyah: { name: 'Aaliyah Isaacs', email: 'aaliyah.i@example.com', phone: '+27 74 555 0112' },
} as const

/** The key of a data subject. */
export type SubjectName = keyof typeof SUBJECTS

const WORDING = 'I agree to hear from you about offers and services. I may withdraw this at any time.'
const SERVICE = 'I agree to get notices about my order.'

type Row = [
  who: SubjectName,
  channel: string,
  days: number,
  rest?: { purpose?: string; expires?: number; withdrawn?: string },
]

const CONSENTS: readonly Row[] = [
  ['andile', 'EMAIL', -190],
  ['andile', 'SMS', -190],
  ['carmen', 'EMAIL', -185],
  ['carmen', 'WHATSAPP', -185],
  ['naledi', 'EMAIL', -150],
  ['naledi', 'SOCIAL', -150],
  ['imraan', 'WHATSAPP', -140, { expires: 20 }],
  ['imraan', 'SMS', -140, { expires: 20 }],
  ['thulani', 'SMS', -130],
  ['thulani', 'PHONE', -130, { purpose: 'SERVICE' }],
  ['sune', 'EMAIL', -125, { expires: 12 }],
  ['dineo', 'EMAIL', -100, { withdrawn: 'Moved abroad.' }],
  ['dineo', 'SMS', -100, { withdrawn: 'Moved abroad.' }],
  ['ravi', 'POST', -90],
  ['ravi', 'EMAIL', -90, { purpose: 'RESEARCH' }],
  ['khanyi', 'IN_PERSON', -80, { purpose: 'A photograph at the harvest market' }],
  ['frik', 'EMAIL', -75],
  ['frik', 'SMS', -75],
  ['vhutshilo', 'WHATSAPP', -60],
  ['aaliyah', 'EMAIL', -200, { expires: -15 }],
  ['aaliyah', 'OTHER', -50, { purpose: 'Notices on the school’s own app' }],
]

/**
 * Creates consents on every channel: valid, about to expire, expired and withdrawn. Also creates an existing customer,
 * a request for consent and a suppression.
 */
export async function playConsents(stage: Stage): Promise<void> {
  for (const [index, [who, channel, days, { purpose = 'MARKETING', expires, withdrawn } = {}]] of CONSENTS.entries()) {
    const wording = purpose === 'SERVICE' ? SERVICE : WORDING
    const expiresAt = expires === undefined ? null : stage.at(expires)
    const input = {
      subject: SUBJECTS[who],
      purpose,
      channel,
      wording,
      version: '2',
      source: 'Registration form',
      expiresAt,
    }
    const { id } = await stage.perform(index % 2 === 0 ? 'ayesha' : 'pieter', days, RECORD, { input })
    if (withdrawn) await stage.perform('lerato', days + 70, WITHDRAW, { id, input: { reason: withdrawn } })
  }
  const customer = { gotWithSale: true, ownSimilarProducts: true, couldObject: true, evidence: 'Invoice KFF-2031' }
  const contact = { email: 'orders@corner-shop.example.com' }
  await stage.perform('lerato', -70, CUSTOMER, { input: { contact, channel: 'EMAIL', ...customer } })
  const asked = { contact: { email: 'g.maluleke@example.com' }, channel: 'EMAIL', evidence: 'Asked at the trade fair' }
  await stage.perform('lerato', -18, ASK, { input: asked })
  const stopped = { contact: { phone: '+27 82 555 0199' }, cause: 'OPT_OUT', note: 'Replied STOP' }
  await stage.perform('lerato', -33, SUPPRESS, { input: stopped })
}
