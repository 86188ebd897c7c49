import { transitions } from '../../../common/transitions.ts'
import { ConsentStatus } from './consent.entity.ts'

/** A withdrawn consent is final: a person who agrees again gives a new consent. */
export const consentTransitions = transitions<ConsentStatus>('Consent', {
  [ConsentStatus.GRANTED]: [ConsentStatus.WITHDRAWN],
  [ConsentStatus.WITHDRAWN]: [],
})
