import { Output } from '../../../graphql/columns.ts'
import { field, fields } from '../../../graphql/fields.ts'
import type { InformationOfficer } from '../information-officer.ts'
import type { Breach } from './breach.entity.ts'

@Output('Draft notices as required by section 22 of POPIA. A person must check and send them.')
export class BreachNotice extends fields({
  regulator: field(String, 'Notice to the Information Regulator.'),
  subjects: field(String, 'Notice to the affected people.'),
}) {}

const day = new Intl.DateTimeFormat('en-ZA', { dateStyle: 'long', timeZone: 'Africa/Johannesburg' })
const UNKNOWN = '[not known yet]'

const facts = (breach: Breach): string[] => [
  `Discovered: ${day.format(breach.discoveredAt)}`,
  `What happened: ${breach.description}`,
  `Personal information involved: ${breach.dataCategories.join(', ') || UNKNOWN}`,
  `Possible consequences: ${breach.consequences ?? UNKNOWN}`,
  `What we have done and will do: ${breach.measures ?? UNKNOWN}`,
  `Who may have had access: ${breach.unauthorisedPerson ?? UNKNOWN}`,
]

function signature({ organization, name, email, phone }: InformationOfficer): string[] {
  const ways = [email, phone].filter((way) => way !== null).join(', ')
  return ['', name ?? '[Information Officer]', `Information Officer, ${organization ?? '[organization]'}`, ways]
}

/** Drafts both notices with the content that section 22(5) requires. Marks facts that the record lacks. */
export const draftNotice = (breach: Breach, officer: InformationOfficer): BreachNotice => ({
  regulator: [
    'To: The Information Regulator (South Africa)',
    `Subject: Notification of a security compromise under section 22 of POPIA: ${breach.title}`,
    '',
    ...facts(breach),
    `People affected: ${breach.affectedSubjects ?? UNKNOWN}`,
    `Advice given to the people affected: ${breach.recommendations ?? UNKNOWN}`,
    ...signature(officer),
  ].join('\n'),
  subjects: [
    'Subject: Your personal information may have been compromised',
    '',
    'We write to you as section 22 of the Protection of Personal Information Act demands.',
    ...facts(breach),
    `What you can do: ${breach.recommendations ?? UNKNOWN}`,
    'You may complain to the Information Regulator (South Africa).',
    ...signature(officer),
  ].join('\n'),
})
