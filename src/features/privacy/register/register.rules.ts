import { type CodedFault, type FaultCode } from '../../../common/errors.ts'
import type { Operator } from './operator.entity.ts'
import { ProcessingGround, TransferGround } from './register.enums.ts'
import type { OperatorInput, ProcessingActivityInput } from './register.inputs.ts'

const { LEGITIMATE_INTEREST } = ProcessingGround

type Faults = Record<string, FaultCode | CodedFault>

/**
 * Requirements of POPIA for the combination of an activity's fields, with more for special information and information of
 * children.
 */
export function activityFaults(input: ProcessingActivityInput): Faults {
  const isSpecial = (input.specialCategories ?? []).length > 0
  const isGuarded = isSpecial || input.concernsChildren === true
  const isUnprotected = (input.transfers ?? []).some(({ ground }) => ground !== TransferGround.ADEQUATE_PROTECTION)
  return {
    ...(isSpecial && !input.specialGround && { specialGround: 'SPECIAL_GROUND_NEEDED' }),
    ...(input.concernsChildren && !input.childrenGround && { childrenGround: 'CHILDREN_GROUND_NEEDED' }),
    ...(isGuarded &&
      input.ground === LEGITIMATE_INTEREST && { ground: { code: 'GROUND_TOO_WEAK', ground: input.ground } }),
    ...(isGuarded && isUnprotected && !input.priorAuthorisation && { priorAuthorisation: 'AUTHORISATION_NEEDED' }),
  }
}

/** Faults in the combination of an operator's fields. */
export const operatorFaults = ({ agreementSignedOn, agreementEndsOn }: OperatorInput): Faults =>
  agreementSignedOn && agreementEndsOn && agreementEndsOn < agreementSignedOn
    ? { agreementEndsOn: { code: 'BEFORE_OTHER', other: 'agreementSignedOn' } }
    : {}

/** Whether a written agreement is in force for an operator on a day (section 21). */
export const isBound = (
  { agreementReference, agreementEndsOn }: Pick<Operator, 'agreementReference' | 'agreementEndsOn'>,
  day: string,
): boolean => Boolean(agreementReference) && (agreementEndsOn === null || agreementEndsOn >= day)
