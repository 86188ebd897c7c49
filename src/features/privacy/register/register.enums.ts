import { describeNames } from '../../../common/enums.ts'

export const ProcessingGround = describeNames(
  'ProcessingGround',
  'Legal ground for processing personal information (POPIA section 11(1)).',
  {
    CONSENT: 'Consent of the person.',
    CONTRACT: 'Conclusion or performance of a contract with the person.',
    LEGAL_OBLIGATION: 'Obligation imposed by law on the organization.',
    SUBJECT_INTEREST: 'Protection of a legitimate interest of the person.',
    PUBLIC_DUTY: 'Performance of a public law duty.',
    LEGITIMATE_INTEREST: 'Legitimate interests of the organization or of a recipient.',
  },
)
export type ProcessingGround = keyof typeof ProcessingGround

export const SpecialCategory = describeNames('SpecialCategory', 'Special personal information (POPIA section 26).', {
  RELIGION: 'Religious or philosophical beliefs.',
  RACE: 'Race or ethnic origin.',
  TRADE_UNION: 'Trade union membership.',
  POLITICS: 'Political persuasion.',
  HEALTH: 'Health.',
  SEX_LIFE: 'Sex life.',
  BIOMETRICS: 'Biometric information.',
  CRIMINAL_BEHAVIOUR: 'Criminal behaviour: an alleged offence or proceedings about one.',
})
export type SpecialCategory = keyof typeof SpecialCategory

export const SpecialGround = describeNames(
  'SpecialGround',
  'Legal ground for processing special personal information (POPIA sections 27 to 33).',
  {
    CONSENT: 'Consent of the person.',
    LEGAL_CLAIM: 'Establishment, exercise or defence of a right or obligation in law.',
    INTERNATIONAL_LAW: 'Compliance with an obligation of international public law.',
    RESEARCH: 'Historical, statistical or research purposes.',
    MADE_PUBLIC: 'Deliberately made public by the person.',
    SPECIFIC_AUTHORISATION: 'Authorised by sections 28 to 33 for this kind of information.',
  },
)
export type SpecialGround = keyof typeof SpecialGround

export const ChildrenGround = describeNames(
  'ChildrenGround',
  'Legal ground for processing information of children (POPIA section 35).',
  {
    COMPETENT_PERSON: 'Prior consent of a parent or guardian.',
    LEGAL_CLAIM: 'Establishment, exercise or defence of a right or obligation in law.',
    INTERNATIONAL_LAW: 'Compliance with an obligation of international public law.',
    RESEARCH: 'Historical, statistical or research purposes.',
    MADE_PUBLIC: 'Made public by the child with the consent of a parent or guardian.',
    REGULATOR: 'The Information Regulator authorised it by notice in the Gazette.',
  },
)
export type ChildrenGround = keyof typeof ChildrenGround

export const TransferGround = describeNames(
  'TransferGround',
  'Legal ground for a transfer out of South Africa (POPIA section 72(1)).',
  {
    ADEQUATE_PROTECTION: 'The recipient is bound to adequate protection by law, corporate rules or agreement.',
    CONSENT: 'Consent of the person.',
    CONTRACT_WITH_SUBJECT: 'Performance of a contract with the person.',
    CONTRACT_FOR_SUBJECT: 'Performance of a contract in the person’s interest.',
    BENEFIT_OF_SUBJECT: 'Benefit of the person, if consent cannot be obtained in time but would likely be given.',
  },
)
export type TransferGround = keyof typeof TransferGround
