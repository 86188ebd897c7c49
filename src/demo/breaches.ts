import type { Stage } from './stage.ts'

const REPORT = 'mutation ($input: BreachInput!) { reportBreach(input: $input) { id } }'
const UPDATE = 'mutation ($id: ID!, $input: BreachPatch!) { updateBreach(id: $id, input: $input) { id } }'
const NOTIFY =
  'mutation ($id: ID!, $input: BreachNotificationInput!) { recordBreachNotification(id: $id, input: $input) { id } }'
const TELL = 'mutation ($id: ID!, $input: BreachUpdateInput!) { recordBreachUpdate(id: $id, input: $input) { id } }'
const ALERTS = 'query { complianceAlerts(first: 100) { nodes { id type } } }'
const MARK =
  'mutation ($id: ID!, $input: ComplianceAlertMarkInput!) { markComplianceAlert(id: $id, input: $input) { id } }'

const OFFICER = { assignedTo: 'user_demo_lerato' }

/**
 * Breaches in every state: one that is closed, one whose notification of the affected people is due, and two new ones.
 */
export async function playBreaches(stage: Stage): Promise<void> {
  await closedBreach(stage)
  await containedBreach(stage)
  const supplier = await report(stage, 'lerato', -1.5, {
    title: 'The sender of our text messages reports a break-in',
    description: 'The supplier found unknown sign-ins to its console. Which lists were read is not known yet.',
    severity: 'CRITICAL',
    dataCategories: ['Names', 'Phone numbers'],
  })
  await stage.perform('lerato', -1.2, UPDATE, { id: supplier, input: { status: 'INVESTIGATING', ...OFFICER } })
  await report(stage, 'thandi', -4, {
    title: 'Report sent to the wrong client',
    description: 'A monthly report of one client went to another. It holds figures, and two names.',
    severity: 'LOW',
    affectedSubjects: 2,
    dataCategories: ['Names'],
  })
}

async function report(stage: Stage, by: string, days: number, input: object): Promise<string> {
  const { id } = await stage.perform(by, days + 0.1, REPORT, { input: { ...input, discoveredAt: stage.at(days) } })
  return id
}

async function closedBreach(stage: Stage): Promise<void> {
  const id = await report(stage, 'pieter', -72, {
    title: 'Laptop stolen from a car',
    description: 'A laptop with the subscribers of two newsletters was stolen. The disk was encrypted.',
    severity: 'MEDIUM',
    affectedSubjects: 1_240,
    dataCategories: ['Names', 'E-mail addresses'],
    consequences: 'Unwanted mail, should the encryption be broken.',
    measures: 'Erased from afar; passwords changed.',
    recommendations: 'Be careful with mail that asks for payment.',
  })
  await stage.perform('lerato', -71.5, UPDATE, { id, input: { status: 'INVESTIGATING', ...OFFICER } })
  const regulator = { recipient: 'REGULATOR', reference: 'DEMO-IR-1042', method: 'E-mail' }
  await stage.perform('lerato', -71, NOTIFY, { id, input: regulator })
  await stage.perform('lerato', -70, NOTIFY, { id, input: { recipient: 'SUBJECTS', method: 'E-mail' } })
  await stage.perform('lerato', -69, UPDATE, { id, input: { status: 'CONTAINED' } })
  await stage.perform('lerato', -60, TELL, {
    id,
    input: { text: 'The laptop was erased and has not been seen since.' },
  })
  await stage.perform('lerato', -55, UPDATE, { id, input: { status: 'CLOSED' } })
}

async function containedBreach(stage: Stage): Promise<void> {
  const id = await report(stage, 'ayesha', -6, {
    title: 'Addresses visible in a newsletter',
    description: 'A newsletter went out with 86 addresses in the open copy field.',
    severity: 'HIGH',
    affectedSubjects: 86,
    dataCategories: ['E-mail addresses'],
  })
  await stage.perform('lerato', -5.8, UPDATE, { id, input: { status: 'INVESTIGATING', ...OFFICER } })
  await stage.perform('lerato', -5, NOTIFY, { id, input: { recipient: 'REGULATOR', reference: 'DEMO-IR-1077' } })
  await stage.perform('lerato', -4.5, UPDATE, { id, input: { status: 'CONTAINED' } })
}

const MARKS: Readonly<Record<string, { status: string; note: string }>> = {
  BREACH_SUBJECTS_NOT_TOLD: { status: 'ACKNOWLEDGED', note: 'The letter is with the printer.' },
  CONSENTS_EXPIRING: { status: 'RESOLVED', note: 'They were asked again.' },
}

/** Responses of the officer to the current alerts. */
export async function playAlerts(stage: Stage): Promise<void> {
  type Alerts = { nodes: { id: string; type: string }[] }
  const { nodes } = await stage.perform<Alerts>('lerato', 0, ALERTS)
  for (const { id, type } of nodes) if (MARKS[type]) await stage.perform('lerato', 0, MARK, { id, input: MARKS[type] })
}
