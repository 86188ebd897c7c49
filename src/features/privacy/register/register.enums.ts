import { describeEnum } from '../../../common/enums.ts'

export enum ProcessingGround {
  CONSENT = 'CONSENT',
  CONTRACT = 'CONTRACT',
  LEGAL_OBLIGATION = 'LEGAL_OBLIGATION',
  SUBJECT_INTEREST = 'SUBJECT_INTEREST',
  PUBLIC_DUTY = 'PUBLIC_DUTY',
  LEGITIMATE_INTEREST = 'LEGITIMATE_INTEREST',
}
describeEnum(
  'ProcessingGround',
  ProcessingGround,
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

export enum SpecialCategory {
  RELIGION = 'RELIGION',
  RACE = 'RACE',
  TRADE_UNION = 'TRADE_UNION',
  POLITICS = 'POLITICS',
  HEALTH = 'HEALTH',
  SEX_LIFE = 'SEX_LIFE',
  BIOMETRICS = 'BIOMETRICS',
  CRIMINAL_BEHAVIOUR = 'CRIMINAL_BEHAVIOUR',
}
describeEnum('SpecialCategory', SpecialCategory, 'Special personal information (POPIA section 26).', {
  RELIGION: 'Religious or philosophical beliefs.',
  RACE: 'Race or ethnic origin.',
  TRADE_UNION: 'Trade union membership.',
  POLITICS: 'Political persuasion.',
  HEALTH: 'Health.',
  SEX_LIFE: 'Sex life.',
  BIOMETRICS: 'Biometric information.',
  CRIMINAL_BEHAVIOUR: 'Criminal behaviour: an alleged offence or proceedings about one.',
})

export enum SpecialGround {
  CONSENT = 'CONSENT',
  LEGAL_CLAIM = 'LEGAL_CLAIM',
  INTERNATIONAL_LAW = 'INTERNATIONAL_LAW',
  RESEARCH = 'RESEARCH',
  MADE_PUBLIC = 'MADE_PUBLIC',
  SPECIFIC_AUTHORISATION = 'SPECIFIC_AUTHORISATION',
}
describeEnum(
  'SpecialGround',
  SpecialGround,
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

export enum ChildrenGround {
  COMPETENT_PERSON = 'COMPETENT_PERSON',
  LEGAL_CLAIM = 'LEGAL_CLAIM',
  INTERNATIONAL_LAW = 'INTERNATIONAL_LAW',
  RESEARCH = 'RESEARCH',
  MADE_PUBLIC = 'MADE_PUBLIC',
  REGULATOR = 'REGULATOR',
}
describeEnum(
  'ChildrenGround',
  ChildrenGround,
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

export enum TransferGround {
  ADEQUATE_PROTECTION = 'ADEQUATE_PROTECTION',
  CONSENT = 'CONSENT',
  CONTRACT_WITH_SUBJECT = 'CONTRACT_WITH_SUBJECT',
  CONTRACT_FOR_SUBJECT = 'CONTRACT_FOR_SUBJECT',
  BENEFIT_OF_SUBJECT = 'BENEFIT_OF_SUBJECT',
}
describeEnum(
  'TransferGround',
  TransferGround,
  'Legal ground for a transfer out of South Africa (POPIA section 72(1)).',
  {
    ADEQUATE_PROTECTION: 'The recipient is bound to adequate protection by law, corporate rules or agreement.',
    CONSENT: 'Consent of the person.',
    CONTRACT_WITH_SUBJECT: 'Performance of a contract with the person.',
    CONTRACT_FOR_SUBJECT: 'Performance of a contract in the person’s interest.',
    BENEFIT_OF_SUBJECT: 'Benefit of the person, if consent cannot be obtained in time but would likely be given.',
  },
)
