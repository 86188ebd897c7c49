import type { Operator } from './operator.entity.ts'
import { ProcessingGround, TransferGround } from './register.enums.ts'
import type { OperatorInput, ProcessingActivityInput } from './register.inputs.ts'

type Faults = Record<string, string>

/**
 * Requirements of POPIA for the combination of an activity's fields, with more for special information and information of
 * children.
 */
export function activityFaults(input: ProcessingActivityInput): Faults {
  const isSpecial = (input.specialCategories ?? []).length > 0
  const isGuarded = isSpecial || input.concernsChildren === true
  const isUnprotected = (input.transfers ?? []).some(({ ground }) => ground !== TransferGround.ADEQUATE_PROTECTION)
  return {
    ...(isSpecial && !input.specialGround && { specialGround: 'is needed for special information (section 27)' }),
    ...(input.concernsChildren && !input.childrenGround && { childrenGround: 'is needed for children (section 35)' }),
    ...(isGuarded &&
      input.ground === ProcessingGround.LEGITIMATE_INTEREST && {
        ground: 'must be a ground other than LEGITIMATE_INTEREST for special information and for children',
      }),
    ...(isGuarded &&
      isUnprotected &&
      !input.priorAuthorisation && {
        priorAuthorisation:
          'is needed if special information or information of children is transferred abroad without adequate protection (section 57)',
      }),
  }
}

/** Faults in the combination of an operator's fields. */
export const operatorFaults = ({ agreementSignedOn, agreementEndsOn }: OperatorInput): Faults =>
  agreementSignedOn && agreementEndsOn && agreementEndsOn < agreementSignedOn
    ? { agreementEndsOn: 'must not be before agreementSignedOn' }
    : {}

/** Whether a written agreement is in force for an operator on a day (section 21). */
export const isBound = (
  { agreementReference, agreementEndsOn }: Pick<Operator, 'agreementReference' | 'agreementEndsOn'>,
  day: string,
): boolean => Boolean(agreementReference) && (agreementEndsOn === null || agreementEndsOn >= day)
