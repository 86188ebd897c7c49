import { transitions } from '../../common/transitions.ts'
import { type Invitation, InvitationStatus } from './invitation.entity.ts'

const { PENDING, ACCEPTED, DECLINED, REVOKED, EXPIRED } = InvitationStatus

/** The states that an invitation may go to, from each. Resending brings an expired one back. */
export const invitationTransitions = transitions<InvitationStatus>('Invitation', {
  [PENDING]: [PENDING, ACCEPTED, DECLINED, REVOKED, EXPIRED],
  [ACCEPTED]: [],
  [DECLINED]: [],
  [REVOKED]: [],
  [EXPIRED]: [PENDING, REVOKED],
})

/** The state by the clock: no job has to run for an invitation to expire. */
export const statusAt = (now: Date, invitation: { status: InvitationStatus; expiresAt: Date }): InvitationStatus =>
  invitation.status === PENDING && invitation.expiresAt <= now ? EXPIRED : invitation.status

const DAY = 24 * 3600 * 1000

/** How many days an invitation is good for, unless the inviter says otherwise. */
export const USUAL_DAYS = 7

/** When an invitation that is sent at a time expires. */
export const expiryOf = (sentAt: Date, days: number) => new Date(sentAt.getTime() + days * DAY)

/** How many days one to play with is good for. */
export const HOUR_IN_DAYS = 1 / 24

/** When it was sent, or sent again. */
export const sentAtOf = ({
  expiresAt,
  isDemo,
  validDays,
}: Pick<Invitation, 'expiresAt' | 'isDemo' | 'validDays'>): Date =>
  expiryOf(expiresAt, -(isDemo ? HOUR_IN_DAYS : validDays))
