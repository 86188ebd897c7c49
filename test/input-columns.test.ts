import { expect, test } from '@jest/globals'
import { getNamedType, isInputObjectType } from 'graphql'
import { entityOf } from '../src/data/columns.ts'
import { rootFields } from './support/surface.ts'

/*
 * A field of an input that no column keeps would be answered and lost, so each one is a column of the row that the
 * mutation returns, or is listed here with what becomes of it.
 */
const NO_COLUMN: Readonly<Record<string, string>> = {
  'BreachDelayInput.authority': 'kept in `subjectsDelay`',
  'BreachDelayInput.reference': 'kept in `subjectsDelay`',
  'BreachDelayInput.until': 'kept in `subjectsDelay`',
  'BreachNotificationInput.method': 'kept in the notification',
  'BreachNotificationInput.notifiedAt': 'kept in the notification',
  'BreachNotificationInput.recipient': 'chooses the notification',
  'BreachNotificationInput.reference': 'kept in the notification',
  'ClientAssessmentInput.dataClassification': 'kept in `compliance`',
  'ClientAssessmentInput.note': 'kept in `compliance`',
  'ClientAssessmentInput.popiaCompliant': 'kept in `compliance`',
  'CleansingAnswerInput.csv': 'kept in `suppression` and `matches`',
  'CleansingAnswerInput.isLast': 'kept as `status`',
  'CompletionInput.reason': 'kept as `graceReason`',
  'ContentCommentInput.mentions': 'kept as rows of their own',
  'DataSubjectRequestPatch.identityProof': 'kept in `identity`',
  'DecisionInput.reasons': 'kept as `decisionReasons`',
  'ExistingCustomerInput.couldObject': 'must be true',
  'ExistingCustomerInput.gotWithSale': 'must be true',
  'ExistingCustomerInput.ownSimilarProducts': 'must be true',
  'ExtensionInput.days': 'kept as `extensionDays`',
  'ExtensionInput.reasons': 'kept as `extensionReasons`',
  'ReasonInput.reason': 'kept as `graceReason`, `releaseReason` or in `failure`',
  'RecipientImportInput.csv': 'its rows are kept until they are recipients',
  'RecipientImportInput.importId': 'chooses the import',
  'RecipientImportInput.isLast': 'kept as `status`',
  'RecipientImportInput.piece': 'kept as `pieces`',
  'RequestReviewInput.rows': 'kept in `subject_link`',
  'SignOffInput.reviewers': 'kept in `sign_off_reviewer`',
  'SignOffRevocation.reason': 'kept as `endReason`',
  'SuppressionInput.contact': 'kept as `email` and `phone`',
  'SuppressionWithdrawalInput.reason': 'kept as `withdrawalReason`',
  'WebhookPatch.resend': 'sends a delivery again',
  'WebhookPatch.rotateSecret': 'creates a new secret',
  'WithdrawalInput.reason': 'kept as `withdrawalReason`',
}

const fields = rootFields.flatMap(([kind, , field]) => {
  const entity = kind === 'mutation' ? entityOf(getNamedType(field.type).name) : undefined
  const inputs = field.args.map(({ type }) => getNamedType(type)).filter(isInputObjectType)
  return inputs
    .flatMap((input) =>
      Object.keys(input.getFields()).map((name) => ({
        at: `${input.name}.${name}`,
        isColumn: entity?.columns.has(name),
      })),
    )
    .filter(() => entity !== undefined)
})

test('a field of an input is a column of the row, or is listed with what becomes of it', () => {
  expect(fields.length).toBeGreaterThan(50)
  const others = new Set(fields.filter(({ isColumn }) => !isColumn).map(({ at }) => at))
  expect([...others].sort()).toEqual(Object.keys(NO_COLUMN).sort())
})
