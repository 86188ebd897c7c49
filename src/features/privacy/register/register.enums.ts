import { registerEnumType } from 'type-graphql'

export enum ProcessingGround {
  CONSENT = 'CONSENT',
  CONTRACT = 'CONTRACT',
  LEGAL_OBLIGATION = 'LEGAL_OBLIGATION',
  SUBJECT_INTEREST = 'SUBJECT_INTEREST',
  PUBLIC_DUTY = 'PUBLIC_DUTY',
  LEGITIMATE_INTEREST = 'LEGITIMATE_INTEREST',
}
registerEnumType(ProcessingGround, {
  name: 'ProcessingGround',
  description: 'By what information may be processed (POPIA section 11(1)).',
})

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
registerEnumType(SpecialCategory, {
  name: 'SpecialCategory',
  description: 'Special personal information (POPIA section 26).',
})

export enum SpecialGround {
  CONSENT = 'CONSENT',
  LEGAL_CLAIM = 'LEGAL_CLAIM',
  INTERNATIONAL_LAW = 'INTERNATIONAL_LAW',
  RESEARCH = 'RESEARCH',
  MADE_PUBLIC = 'MADE_PUBLIC',
  SPECIFIC_AUTHORISATION = 'SPECIFIC_AUTHORISATION',
}
registerEnumType(SpecialGround, {
  name: 'SpecialGround',
  description: 'By what special personal information may be processed (POPIA sections 27 to 33).',
})

export enum ChildrenGround {
  COMPETENT_PERSON = 'COMPETENT_PERSON',
  LEGAL_CLAIM = 'LEGAL_CLAIM',
  INTERNATIONAL_LAW = 'INTERNATIONAL_LAW',
  RESEARCH = 'RESEARCH',
  MADE_PUBLIC = 'MADE_PUBLIC',
  REGULATOR = 'REGULATOR',
}
registerEnumType(ChildrenGround, {
  name: 'ChildrenGround',
  description: 'By what information of children may be processed (POPIA section 35).',
  valuesConfig: {
    COMPETENT_PERSON: { description: 'A parent or guardian consented before.' },
    MADE_PUBLIC: { description: 'Made public by the child with the consent of a parent or guardian.' },
    REGULATOR: { description: 'The Information Regulator authorised it by notice in the Gazette.' },
  },
})

export enum TransferGround {
  ADEQUATE_PROTECTION = 'ADEQUATE_PROTECTION',
  CONSENT = 'CONSENT',
  CONTRACT_WITH_SUBJECT = 'CONTRACT_WITH_SUBJECT',
  CONTRACT_FOR_SUBJECT = 'CONTRACT_FOR_SUBJECT',
  BENEFIT_OF_SUBJECT = 'BENEFIT_OF_SUBJECT',
}
registerEnumType(TransferGround, {
  name: 'TransferGround',
  description: 'By what information may leave South Africa (POPIA section 72(1)).',
  valuesConfig: {
    ADEQUATE_PROTECTION: {
      description: 'The recipient is bound to adequate protection by law, corporate rules or agreement.',
    },
  },
})
