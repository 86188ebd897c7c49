import type { Stage } from './stage.ts'

const ADD_OPERATOR = 'mutation ($input: OperatorInput!) { addOperator(input: $input) { id } }'
const ADD_ACTIVITY = 'mutation ($input: ProcessingActivityInput!) { addProcessingActivity(input: $input) { id } }'
const HOLD = 'mutation ($input: LegalHoldInput!) { placeLegalHold(input: $input) { id } }'
const RELEASE = 'mutation ($id: ID!, $input: ReasonInput!) { releaseLegalHold(id: $id, input: $input) { id } }'

type Activity = [name: string, purpose: string, ground: string, more?: object]

const ACTIVITIES: readonly Activity[] = [
  ['Newsletters', 'To send newsletters to subscribers', 'CONSENT', { subjects: ['Subscribers'], isVoluntary: true }],
  ['Client accounts', 'To carry out what clients order', 'CONTRACT', { subjects: ['Contacts of clients'] }],
  ['Bookkeeping', 'To keep books as tax law demands', 'LEGAL_OBLIGATION', { categories: ['Invoices'] }],
  ['Emergency notices', 'To warn residents of floods', 'SUBJECT_INTEREST', { subjects: ['Residents'] }],
  ['Voter information', 'To tell residents where they vote', 'PUBLIC_DUTY', { subjects: ['Residents'] }],
  ['Fraud prevention', 'To find false sign-ups', 'LEGITIMATE_INTEREST', { categories: ['Addresses', 'Devices'] }],
]

/** Creates the register of processing activities, operators with and without an agreement, and legal holds. */
export async function playRegister(stage: Stage): Promise<void> {
  const day = (days: number) => stage.at(days).toISOString().slice(0, 10)
  const sender = {
    name: 'Umlayezo Messaging',
    services: 'Sends text messages',
    country: 'ZA',
    contact: 'privacy@umlayezo.example.org',
    agreementReference: 'AGR-2024-07',
    agreementSignedOn: day(-400),
    agreementEndsOn: day(330),
    safeguards: 'Encrypted in transit; deleted after 30 days',
  }
  const { id: senderId } = await stage.perform('lerato', -210, ADD_OPERATOR, { input: sender })
  const designer = { name: 'Studio Vlei', services: 'Designs newsletters', country: 'NA' }
  const { id: designerId } = await stage.perform('lerato', -40, ADD_OPERATOR, { input: designer })
  for (const [name, purpose, ground, more] of ACTIVITIES) {
    const input = { name, purpose, ground, retention: 'Five years after the last contact', ...more }
    await stage.perform('lerato', -205, ADD_ACTIVITY, { input })
  }
  const clinic = {
    name: 'Clinic reminders',
    purpose: 'To remind parents of vaccinations',
    ground: 'CONSENT',
    retention: 'One year',
    specialCategories: ['HEALTH'],
    specialGround: 'CONSENT',
    concernsChildren: true,
    childrenGround: 'COMPETENT_PERSON',
    operatorIds: [senderId, designerId],
    transfers: [{ country: 'NA', recipient: 'Studio Vlei', ground: 'ADEQUATE_PROTECTION' }],
  }
  await stage.perform('lerato', -118, ADD_ACTIVITY, { input: clinic })
  await playHolds(stage)
}

async function playHolds(stage: Stage): Promise<void> {
  const dispute = { kind: 'LEGAL_HOLD', resource: 'BREACH', ground: 'A claim about the stolen laptop' }
  const { id } = await stage.perform('lerato', -65, HOLD, { input: dispute })
  await stage.perform('lerato', -20, RELEASE, { id, input: { reason: 'The claim was withdrawn.' } })
  const duty = { kind: 'DUTY_TO_RETAIN', resource: 'CAMPAIGN', ground: 'Public money: kept for the audit of the year' }
  await stage.perform('lerato', -95, HOLD, { input: { ...duty, until: stage.at(270) } })
}
