/** @database none */
import { expect, test } from '@jest/globals'
import { type Cause, causeText } from '../../src/common/texts.ts'
import { type MessageCause, messageCauseIn } from '../../src/features/delivery/messages/message.reasons.ts'
import texts from '../../src/web/i18n/en/notifications.json' with { type: 'json' }

const refused: MessageCause = { code: 'MAIL_REFUSED', answer: '550 5.7.1' }

test.each<[string, Partial<Cause>]>([
  ['The mail server refused the message: 550 5.1.1', { code: 'MAIL_REFUSED', answer: '550 5.1.1' }],
  ['The connection to the mail server failed (ECONNREFUSED)', { code: 'MAIL_NO_CONNECTION', error: 'ECONNREFUSED' }],
  ['The connection to the mail server failed (no answer)', { code: 'MAIL_NO_ANSWER' }],
  [
    'All 12 attempts failed. The mail server asked to wait: 451 4.7.1',
    { code: 'MAIL_ATTEMPTS', attempts: '12', last: { code: 'MAIL_WAIT', answer: '451 4.7.1' } },
  ],
  ['The message cannot be composed: body has\na line break', { code: 'MAIL_FAULTY', faults: 'body has\na line break' }],
])('version 0.5.0 wrote “%s”', (text, cause) => {
  expect(messageCauseIn(text)).toEqual(cause)
})

test.each<MessageCause>([
  { code: 'MAIL_ATTEMPTS', attempts: '3', last: refused },
  ...(Object.keys(texts.reasons) as Cause['code'][])
    .filter((code): code is Exclude<MessageCause['code'], 'MAIL_ATTEMPTS'> => /^MAIL_(?!ATTEMPTS)/.test(code))
    .map((code) => ({
      code,
      ...Object.fromEntries([...texts.reasons[code].matchAll(/\{\{(\w+)/g)].map(([, name]) => [name, `a ${name}`])),
    })),
])('the cause of each text is found again: $code', (cause) => {
  expect(messageCauseIn(causeText(cause))).toEqual(cause)
})

test.each([null, 'NO_GROUND', '550 No such user', 'All 3 attempts failed. 550 No such user'])(
  '%s has none',
  (reason) => {
    expect(messageCauseIn(reason)).toBeNull()
  },
)
