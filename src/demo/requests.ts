import { SUBJECTS, type SubjectName } from './consents.ts'
import type { Stage } from './stage.ts'

const LODGE = 'mutation ($input: DataSubjectRequestInput!) { lodgeDataSubjectRequest(input: $input) { id } }'
const UPDATE =
  'mutation ($id: ID!, $input: DataSubjectRequestPatch!) { updateDataSubjectRequest(id: $id, input: $input) { id } }'
const EXTEND =
  'mutation ($id: ID!, $input: ExtensionInput!) { extendDataSubjectRequest(id: $id, input: $input) { id } }'
const DECIDE = 'mutation ($id: ID!, $input: DecisionInput!) { decideDataSubjectRequest(id: $id, input: $input) { id } }'
const COMPLETE =
  'mutation ($id: ID!, $input: CompletionInput) { completeDataSubjectRequest(id: $id, input: $input) { id } }'
const UNDO = 'mutation ($id: ID!, $input: ReasonInput!) { undoDataSubjectCompletion(id: $id, input: $input) { id } }'

/**
 * A step of a request, on a day relative to today. The Information Officer does the step unless `by` names another
 * person.
 */
type Step = [days: number, document: string, input: object | undefined, by?: string]

const assigned = (days: number): Step => [days, UPDATE, { assignedTo: 'user_demo_lerato' }]
const proven = (days: number): Step => [days, UPDATE, { identityProof: { method: 'Identity document seen' } }]
const granted = (days: number): Step => [days, DECIDE, { decision: 'APPROVED' }]
const completed = (days: number, input?: object): Step => [days, COMPLETE, input, 'admin']

interface DemoRequest {
  who: SubjectName
  type: string
  details: string
  received: number
  more?: object
  steps?: Step[]
}

const REQUESTS: readonly DemoRequest[] = [
  {
    who: 'sune',
    type: 'ACCESS',
    details: 'I would like to know everything that you hold on me, and who got it from you.',
    received: -41,
    steps: [assigned(-39), proven(-35)],
  },
  {
    who: 'sune',
    type: 'ACCESS',
    details: 'I asked last month. Please answer.',
    received: -8,
    steps: [[-7, UPDATE, { status: 'DUPLICATE' }]],
  },
  {
    who: 'imraan',
    type: 'CORRECTION',
    details: 'My number has changed.',
    more: { correction: { phone: '+27 84 555 0144' } },
    received: -28,
    steps: [assigned(-26), proven(-20)],
  },
  {
    who: 'ravi',
    type: 'ACCESS',
    details: 'A copy of the survey that I filled in, and what became of it.',
    received: -24,
    steps: [
      assigned(-23),
      proven(-22),
      [-10, EXTEND, { days: 20, reasons: 'The answers are on paper, in an archive.' }],
    ],
  },
  {
    who: 'khanyi',
    type: 'DELETION',
    details: 'Please delete my photograph and my details.',
    received: -12,
    steps: [assigned(-11)],
  },
  { who: 'thulani', type: 'ACCESS', details: 'What do you know about me?', received: -0.8 },
  {
    who: 'vhutshilo',
    type: 'PORTABILITY',
    details: 'I change to another provider, and want my data in a file.',
    received: -16,
    steps: [assigned(-15), proven(-14), granted(-3)],
  },
  {
    who: 'andile',
    type: 'CORRECTION',
    details: 'My surname and my address are wrong.',
    more: { correction: { email: 'andile.mkhize@example.com' } },
    received: -19,
    steps: [
      assigned(-18),
      proven(-17),
      [
        -6,
        DECIDE,
        {
          decision: 'PARTIALLY_APPROVED',
          reasons: 'The address is corrected for consents. The surname is as in the identity document.',
          granted: { fields: [{ resource: 'CONSENT', field: 'subject.email' }] },
        },
      ],
    ],
  },
  {
    who: 'carmen',
    type: 'CORRECTION',
    details: 'I am called Carmen Wessels-Botes now.',
    more: { correction: { name: 'Carmen Wessels-Botes' } },
    received: -14,
    steps: [assigned(-13), proven(-12), granted(-2), completed(-0.1)],
  },
  {
    who: 'naledi',
    type: 'DELETION',
    details: 'Delete everything.',
    received: -30,
    steps: [
      assigned(-29),
      proven(-27),
      granted(-15),
      completed(-14),
      [-13.5, UNDO, { reason: 'She called: only the SMS were meant.' }],
    ],
  },
  {
    who: 'aaliyah',
    type: 'DELETION',
    details: 'Please delete what you have on my late mother’s account.',
    received: -50,
    steps: [
      assigned(-49),
      proven(-45),
      [-30, DECIDE, { decision: 'REFUSED', reasons: 'The account is needed until the estate is settled.' }],
    ],
  },
  {
    who: 'ravi',
    type: 'ACCESS',
    details: 'Which consents do you hold?',
    received: -75,
    steps: [assigned(-74), proven(-70), granted(-60), completed(-59)],
  },
  {
    who: 'frik',
    type: 'DELETION',
    details: 'I close my account.',
    received: -65,
    steps: [
      assigned(-64),
      proven(-60),
      granted(-50),
      completed(-49, { reason: 'The subject leaves the country and asked for haste.' }),
    ],
  },
  {
    who: 'dineo',
    type: 'OBJECTION',
    details: 'No more messages, please.',
    received: -34,
    steps: [assigned(-33), proven(-33), granted(-32), completed(-32)],
  },
  {
    who: 'aaliyah',
    type: 'CONSENT_WITHDRAWAL',
    details: 'Nothing more by e-mail.',
    more: { purpose: 'MARKETING', channel: 'EMAIL' },
    received: -22,
    steps: [assigned(-21), proven(-21), granted(-20), completed(-20)],
  },
  {
    who: 'thulani',
    type: 'PORTABILITY',
    details: 'A file of my orders.',
    received: -55,
    steps: [assigned(-54), [-50, UPDATE, { status: 'WITHDRAWN' }]],
  },
]

/**
 * Creates requests in every status, with different times until their deadlines: new, due in a few days, overdue and
 * closed.
 */
export async function playRequests(stage: Stage): Promise<void> {
  for (const { who, type, details, received, more, steps = [] } of REQUESTS) {
    const input = { type, subject: SUBJECTS[who], details, ...more }
    const { id } = await stage.perform('pieter', received, LODGE, { input })
    for (const [days, document, given, by = 'lerato'] of steps)
      await stage.perform(by, days, document, { id, ...(given && { input: given }) })
  }
}
