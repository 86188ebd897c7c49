import { transitions } from '../../../common/transitions.ts'
import type { Lifecycle } from '../../../engine/write/lifecycle.ts'
import { type Breach, BreachStatus } from './breach.entity.ts'

const { DISCOVERED, INVESTIGATING, CONTAINED, CLOSED } = BreachStatus

/** The allowed next statuses of each status. Notifications do not depend on the status. */
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
