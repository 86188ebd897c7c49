import { transitions } from '../../../common/transitions.ts'
import type { Lifecycle } from '../../../engine/lifecycle.ts'
import { type Breach, BreachStatus } from './breach.entity.ts'

const { DISCOVERED, INVESTIGATING, CONTAINED, CLOSED } = BreachStatus

/** The states that a breach may go to, from each. Notification is no part of it: it may come at any time. */
export const breachTransitions = transitions<BreachStatus>('Breach', {
  [DISCOVERED]: [INVESTIGATING],
  [INVESTIGATING]: [CONTAINED],
  [CONTAINED]: [CLOSED],
  [CLOSED]: [],
})

export const breachLifecycle: Lifecycle<BreachStatus, Pick<Breach, 'status'>> = {
  transitions: breachTransitions,
  permit: 'org:privacy:write',
}
