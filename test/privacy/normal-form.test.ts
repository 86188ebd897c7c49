import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  formerPhoneNumbers,
  idNumberOf,
  mailboxOf,
  phoneNumberOf,
  storedMailboxes,
} from '../../src/features/privacy/subjects/normal-form.ts'
import { behindGateway, openTestDatabase } from '../support/database.ts'
import { setUp } from '../support/set-up.ts'

let keysInDatabase: (texts: readonly string[]) => Promise<string[]>
setUp(async (opened) => {
  const connection = await openTestDatabase()
  opened.defer(() => connection.close())
  keysInDatabase = (texts) =>
    behindGateway(connection, async (ask) => {
      const { rows } = await ask<{ key: string }>(
        'select person_key(text) as key from unnest($1::text[]) with ordinality as given (text, place) order by place',
        [texts],
      )
      return rows.map(({ key }) => key)
    })
})

describe('identifiers have one form', () => {
  test.each([
    [mailboxOf, ' Nomsa+x@EXAMPLE.org ', 'nomsa@example.org'],
    [mailboxOf, 'nomsa+a+b@example.org', 'nomsa@example.org'],
    [mailboxOf, 'n.om.sa@example.org', 'n.om.sa@example.org'],
    [mailboxOf, '+x@example.org', '+x@example.org'],
    [mailboxOf, 'zoë@MÜLLER.example', 'zoë@xn--mller-kva.example'],
    [mailboxOf, '"a b"@example.org', '"a b"@example.org'],
    [mailboxOf, 'nomsa', null],
    [phoneNumberOf, '(082) 123-4567', '+27821234567'],
    [phoneNumberOf, '0027 82 123 4567', '+27821234567'],
    [phoneNumberOf, '+27 (0)82 123 4567', '+27821234567'],
    [phoneNumberOf, '+27 082 123 4567', '+27821234567'],
    [phoneNumberOf, '+264 81 123 4567', '+264811234567'],
    [phoneNumberOf, '00264 81 123 4567', '+264811234567'],
    [phoneNumberOf, '+264 (0) 81 123 4567', '+264811234567'],
    [phoneNumberOf, '+264 081 123 4567', '+264811234567'],
    [phoneNumberOf, '264811234567', '+264811234567'],
    [phoneNumberOf, '+44 20 7946 0958', '+442079460958'],
    [phoneNumberOf, '+39 06 698 12345', '+390669812345'],
    [phoneNumberOf, '+1 212 555 0100', '+12125550100'],
    [phoneNumberOf, '10111', '10111'],
    [phoneNumberOf, 'none', null],
    [idNumberOf, '800101 5009 087', '8001015009087'],
    [idNumberOf, '8001015009088', null],
    [idNumberOf, '8013015009087', null],
  ] as const)('%p of %j', (normal, text, expected) => {
    expect(normal(text)).toBe(expected)
  })

  test('of stored addresses and numbers too, whatever wrote them', async () => {
    const local = fc.stringMatching(/^[A-Za-z\d+._-]{1,12}$/)
    const host = fc.constantFrom('example.org', 'Example.CO.ZA', 'müller.example', 'xn--mller-kva.example')
    const blank = fc.constantFrom('', ' ', '\u00a0', '\t')
    const address = fc
      .tuple(blank, local, host, blank)
      .map(([before, name, at, after]) => `${before}${name}@${at}${after}`)
    const digits = fc.stringMatching(/^\d{5,12}$/)
    const country = fc.constantFrom(
      '',
      '0',
      '+27',
      '0027',
      '27',
      '+264',
      '00264 ',
      '+264 (0)',
      '+44(0) ',
      '+39',
      '+1 ',
      '(0',
    )
    const sign = fc.constantFrom('', ' ', '-', '. ', '/', ') ', '\u2003')
    const number = fc
      .tuple(country, digits, sign, fc.nat(6))
      .map(([prefix, text, between, at]) => `${prefix}${text.slice(0, at)}${between}${text.slice(at)}`)
    // PostgreSQL knows no escape of a vertical tab: `\v` is the letter.
    const texts = ['Vusi@example.org', ...fc.sample(fc.oneof(address, number), 2000)]
    const keys = await keysInDatabase(texts)
    for (const [index, text] of texts.entries()) {
      const mailbox = text.includes('@') ? mailboxOf(text) : null
      const known = mailbox ? storedMailboxes(mailbox) : [phoneNumberOf(text)]
      expect([text, known]).toEqual([text, expect.arrayContaining([keys[index]])])
    }
  })
})

test('a number is found by the digits of each notation that version 0.4 distinguished', () => {
  const number = phoneNumberOf('+264 81 123 4567')
  expect(number && formerPhoneNumbers(number)).toEqual([
    '264811234567',
    '00264811234567',
    '2640811234567',
    '002640811234567',
  ])
})
