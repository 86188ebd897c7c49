/** @database none */
import { expect, test } from '@jest/globals'
import { causeText } from '../../src/common/texts.ts'
import { failureCauseIn, tableText, undoneText } from '../../src/features/privacy/failure.ts'

test.each([
  ['client holds data of the subject and cannot be changed', { code: 'ERASURE_BLOCKED', resource: 'CLIENT' }],
  ['campaign_total still holds data of the subject', { code: 'ERASURE_INCOMPLETE', resource: 'CAMPAIGN_TOTAL' }],
  ['Undone: The wrong Smith', { code: 'COMPLETION_UNDONE', reason: 'The wrong Smith' }],
  // A person may write what the service writes.
  ['Undone: client still holds data of the subject', { reason: 'client still holds data of the subject' }],
])('version 0.5.0 wrote “%s”', (text, cause) => {
  expect(failureCauseIn(text)).toMatchObject(cause)
})

test('the cause of each text of the service is found again', () => {
  expect(failureCauseIn(tableText('ERASURE_BLOCKED', 'client'))?.code).toBe('ERASURE_BLOCKED')
  expect(failureCauseIn(tableText('ERASURE_INCOMPLETE', 'client'))?.code).toBe('ERASURE_INCOMPLETE')
  expect(failureCauseIn(undoneText('A reason'))).toEqual({ code: 'COMPLETION_UNDONE', reason: 'A reason' })
  expect([failureCauseIn(null), failureCauseIn('Something else')]).toEqual([null, null])
})

test('a text names the kind of record, not its table', () => {
  const cause = { code: 'ERASURE_INCOMPLETE', resource: 'CAMPAIGN_TOTAL' } as const
  expect(causeText(cause)).toBe('Records of the kind “Campaign totals” still hold data of the person')
})
