import type { Context } from '../../../engine/execute/context.ts'
import { verdictOf } from '../../../engine/write/lifecycle.ts'
import type { Permission } from '../../../security/auth/permissions.ts'
import { demandExtensible } from './request.changes.ts'
import { type DataSubjectRequest, RequestStatus } from './request.entity.ts'
import type { DataSubjectRequestStep, RequestAction } from './request.outputs.ts'
import {
  demandSecondPerson,
  isAnsweredByPackage,
  isGranted,
  isInGrace,
  isOpen,
  requestTransitions,
} from './request.rules.ts'

/** The columns that decide which actions are possible. */
export const DECIDING = [
  'status',
  'type',
  'receivedAt',
  'extendedAt',
  'decidedBy',
  'executesAt',
  'exportRevokedAt',
] as const
type Row = Pick<DataSubjectRequest, (typeof DECIDING)[number]>

interface Rule {
  permit: Permission
  /** Whether the status allows the action. */
  isNext(request: Row): boolean
  /** @throws the reason why this caller cannot take the action now */
  demand?(ctx: Context, request: Row): void | Promise<void>
}

const leadsTo = (status: RequestStatus) => (request: Row) => requestTransitions.table[request.status].includes(status)

const RULES: Record<RequestAction, Rule> = {
  UPDATE: { permit: 'org:privacy:write', isNext: ({ status }) => isOpen(status) },
  VERIFY_IDENTITY: {
    permit: 'org:privacy:write',
    isNext: ({ status }) => status === RequestStatus.RECEIVED || status === RequestStatus.IDENTITY_PENDING,
  },
  DECIDE: { permit: 'org:privacy:decide', isNext: leadsTo(RequestStatus.APPROVED) },
  EXTEND: { permit: 'org:privacy:write', isNext: ({ status }) => isOpen(status), demand: demandExtensible },
  REVIEW: { permit: 'org:privacy:decide', isNext: ({ status }) => isOpen(status) },
  COMPLETE: {
    permit: 'org:privacy:decide',
    isNext: leadsTo(RequestStatus.PROCESSING),
    demand: demandSecondPerson,
  },
  UNDO: { permit: 'org:privacy:decide', isNext: isInGrace },
  END_GRACE: { permit: 'org:provider:write', isNext: isInGrace },
  EXPORT: {
    permit: 'org:privacy:write',
    isNext: ({ type, status, exportRevokedAt }) => isAnsweredByPackage(type) && isGranted(status) && !exportRevokedAt,
  },
}

const ACTIONS = Object.keys(RULES) as RequestAction[]

/** The actions that the caller can take on a request, and the reasons against the other actions. */
export const actionsOn = (ctx: Context, request: Row): Promise<DataSubjectRequestStep[]> =>
  Promise.all(
    ACTIONS.filter((action) => ctx.caller.permissions.has(RULES[action].permit) && RULES[action].isNext(request)).map(
      async (action) => ({
        action,
        ...(await verdictOf(Promise.resolve().then(() => RULES[action].demand?.(ctx, request)))),
      }),
    ),
  )
