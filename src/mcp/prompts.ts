/** A task that a person starts in an agent: instructions, and the record that the task is about. */
export interface PromptRow {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean }[]
  /** Reads the record with the argument `id`. The document has one root field. */
  document: string
  instructions: string
}

const id = (thing: string) => ({ name: 'id', description: `Id of the ${thing}.`, required: true })

export const PROMPTS: readonly PromptRow[] = [
  {
    name: 'campaign_brief',
    title: 'Write a campaign brief',
    description: 'Writes a brief for a campaign from its record.',
    arguments: [id('campaign')],
    document:
      'query ($id: ID!) { campaign(id: $id) { id name type status description channels budgetCents spentCents startsAt endsAt clientName clientSector client { industry sector governmentLevel } } }',
    instructions:
      'Write a brief of at most one page for the campaign below: goal, audience, message, channels, budget in rand, ' +
      'timetable, measures of success, and open questions. Invent no fact: list what the record lacks as a question. ' +
      'For EMAIL, SMS and WHATSAPP name the consent that POPIA section 69 demands. Offer to store texts with ' +
      'draft_content. A person decides.',
  },
  {
    name: 'popia_answer',
    title: 'Draft an answer to a data subject',
    description: 'Drafts the answer to a request of a data subject under POPIA from its record.',
    arguments: [id('data-subject request')],
    document:
      'query ($id: ID!) { dataSubjectRequest(id: $id) { id type status details purpose channel receivedAt dueAt daysLeft overdue extensionDays extensionReasons decision decisionReasons decidedAt } }',
    instructions:
      'Draft the answer of the responsible party to the data-subject request below, in plain language. Name the right ' +
      'that the person uses (POPIA sections 5, 11(3), 23, 24), the decision with its reasons if the record has one, the ' +
      'date by which the person hears more, and the right to complain to the Information Regulator (section 74). Leave ' +
      'a blank for the name of the person. Decide nothing: if the record has no decision, write an acknowledgement. ' +
      'The information officer reviews the draft and sends it.',
  },
]
