import type { Operator } from './operator.entity.ts'
import { ProcessingGround, TransferGround } from './register.enums.ts'
import type { OperatorInput, ProcessingActivityInput } from './register.inputs.ts'

type Faults = Record<string, string>

/** What POPIA demands of an activity beyond its fields: more, where special information or children are concerned. */
export function activityFaults(input: ProcessingActivityInput): Faults {
  const isSpecial = (input.specialCategories ?? []).length > 0
  const isGuarded = isSpecial || input.concernsChildren === true
  const isUnprotected = (input.transfers ?? []).some(({ ground }) => ground !== TransferGround.ADEQUATE_PROTECTION)
  return {
    ...(isSpecial && !input.specialGround && { specialGround: 'is needed for special information (section 27)' }),
    ...(input.concernsChildren && !input.childrenGround && { childrenGround: 'is needed for children (section 35)' }),
    ...(isGuarded &&
      input.ground === ProcessingGround.LEGITIMATE_INTEREST && {
        ground: 'must be another one than LEGITIMATE_INTEREST for special information and children',
      }),
    ...(isGuarded &&
      isUnprotected &&
      !input.priorAuthorisation && {
        priorAuthorisation:
          'is needed where special information or that of children goes abroad without adequate protection (section 57)',
      }),
  }
}

/** What is wrong with an operator beyond its fields. */
export const operatorFaults = ({ agreementSignedOn, agreementEndsOn }: OperatorInput): Faults =>
  agreementSignedOn && agreementEndsOn && agreementEndsOn < agreementSignedOn
    ? { agreementEndsOn: 'must not be before agreementSignedOn' }
    : {}

/** Whether a written agreement binds an operator on a day (section 21). */
export const isBound = (
  { agreementReference, agreementEndsOn }: Pick<Operator, 'agreementReference' | 'agreementEndsOn'>,
  day: string,
): boolean => Boolean(agreementReference) && (agreementEndsOn === null || agreementEndsOn >= day)
