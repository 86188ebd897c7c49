import type { ContactBasis } from '../contacts/contact-basis.entity.ts'
import type { InformationOfficer } from '../information-officer.ts'
import { type DataSubjectRequest, RequestType } from '../requests/request.entity.ts'
import type { FilledForm } from './form.layout.ts'

const officerLines = ({ organization, name, email, phone }: InformationOfficer) =>
  [
    ['Name of the responsible party', organization],
    ['Information Officer', name],
    ['Contact number', phone],
    ['E-mail address', email],
  ] as const

const subjectLines = ({ subject: { name, email, phone, idNumber = null } }: DataSubjectRequest) =>
  [
    ['Name and surname', name],
    ['Unique identifier or identity number', idNumber],
    ['Residential, postal or business address', null],
    ['Contact number', phone],
    ['E-mail address', email],
  ] as const

const SUBJECT = 'Details of the data subject'
const PARTY = 'Details of the responsible party'

/** Form 1: an objection. */
export const objectionForm = (request: DataSubjectRequest, officer: InformationOfficer): FilledForm => ({
  number: 1,
  title: 'Objection to the processing of personal information',
  section: 'Section 11(3) of the Protection of Personal Information Act, 2013 (Act No. 4 of 2013)',
  regulation: 2,
  parts: [
    { heading: SUBJECT, lines: subjectLines(request) },
    { heading: PARTY, lines: officerLines(officer) },
    {
      heading: 'Reasons for the objection in terms of section 11(1)(d) to (f)',
      lines: [
        ['Reasons', request.details],
        ['Only for the purpose', request.purpose],
        ['Only on the channel', request.channel],
      ],
    },
  ],
})

/** Form 2: a request for correction, or for deletion. */
export function correctionForm(request: DataSubjectRequest, officer: InformationOfficer): FilledForm {
  const { type, correction, details } = request
  const changes = [
    ['Name', correction?.name ?? null],
    ['E-mail address', correction?.email ?? null],
    ['Phone number', correction?.phone ?? null],
  ] as const
  const isDeletion = type === RequestType.DELETION
  return {
    number: 2,
    title: 'Request for correction or deletion of personal information',
    section: 'Section 24(1) of the Protection of Personal Information Act, 2013 (Act No. 4 of 2013)',
    regulation: 3,
    parts: [
      { heading: SUBJECT, lines: subjectLines(request) },
      { heading: PARTY, lines: officerLines(officer) },
      {
        heading: 'Information to be corrected or deleted',
        lines: [
          ['The request is for', isDeletion ? 'deletion or destruction' : 'correction'],
          ...(isDeletion ? [] : changes),
        ],
      },
      { heading: 'Reasons', lines: [['Reasons', details]] },
    ],
  }
}

/** Form 4: asks for consent to direct marketing. */
export const consentForm = (approach: ContactBasis, officer: InformationOfficer): FilledForm => ({
  number: 4,
  title: 'Application for the consent of a data subject to direct marketing',
  section: 'Section 69(2) of the Protection of Personal Information Act, 2013 (Act No. 4 of 2013)',
  regulation: 6,
  parts: [
    {
      heading: 'To',
      lines: [
        ['Name of the data subject', null],
        ['Address or number', approach.contact],
      ],
    },
    { heading: 'From', lines: officerLines(officer) },
    {
      heading: 'Consent',
      lines: [
        ['I consent to direct marketing of these goods or services', null],
        ['By electronic communication on', approach.channel],
        ['Full names and designation of the person who signs for the responsible party', officer.name],
        ['Yes or no, by the data subject', null],
      ],
    },
  ],
})
