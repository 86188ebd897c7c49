import { transitions } from '../../../common/transitions.ts'
import type { Lifecycle } from '../../../engine/write/lifecycle.ts'
import { transitionType } from '../../../graphql/transition.ts'
import { type Breach, BreachStatus } from './breach.entity.ts'

const { DISCOVERED, INVESTIGATING, CONTAINED, CLOSED } = BreachStatus

/** Notifications do not depend on the status. */
export const breachLifecycle: Lifecycle<BreachStatus, Pick<Breach, 'status'>> = {
  transitions: transitions<BreachStatus>('Breach', {
    [DISCOVERED]: [INVESTIGATING],
    [INVESTIGATING]: [CONTAINED],
    [CONTAINED]: [CLOSED],
    [CLOSED]: [],
  }),
  permit: 'org:privacy:write',
}

export const BreachTransition = transitionType('BreachTransition', BreachStatus)
