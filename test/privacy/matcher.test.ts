import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isIdNumber } from '../../src/features/privacy/subjects/normal-form.ts'
import { plain, rangesOf } from '../../src/features/privacy/subjects/spelling.ts'
import { mapLeaves } from '../../src/features/privacy/subjects/subject.leaves.ts'
import { SubjectMatcher } from '../../src/features/privacy/subjects/subject.matcher.ts'

const subject = {
  name: 'Nomsa Dlamini',
  email: 'nomsa@example.org',
  phone: '+27 82 123 4567',
  idNumber: '8001015009087',
  reference: 'CUST-4711',
}
const matcher = new SubjectMatcher(subject)
const zoe = new SubjectMatcher({ name: 'Zoë Müller', email: 'zoë@müller.example', phone: null })

const fullWidth = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

describe('a subject is recognised', () => {
  test.each([
    ['email', 'Write to NOMSA@example.org.'],
    ['email', 'mailto:nomsa%40example.org'],
    ['email', 'nomsa%40EXAMPLE%2Eorg'],
    ['email', 'nomsa&#64;example.org'],
    ['email', 'nomsa&#x40;example&period;org'],
    ['email', 'nomsa&commat;example.org'],
    ['email', String.raw`nomsa\u0040example.org`],
    ['email', 'nomsa+newsletter@example.org'],
    ['email', fullWidth('nomsa@example.org')],
    ['email', 'nomsa (at) example (dot) org'],
    ['email', 'nomsa[at]example.org'],
    ['email', 'nom\u200bsa@example.org'],
    ['phone', '0821234567'],
    ['phone', '27821234567'],
    ['phone', 'call +27 (0)82-123-4567 now'],
    ['phone', '0027 82 123 4567'],
    ['phone', '(082) 123 4567'],
    ['phone', '082.123.4567'],
    ['phone', '082/123/4567'],
    ['phone', '082 – 123 – 4567'],
    ['phone', '082\u00a0123\u202f4567'],
    ['phone', '+27&nbsp;82&nbsp;123&nbsp;4567'],
    ['phone', fullWidth('0821234567')],
    ['phone', 'tel:+27-82-123-4567'],
    ['phone', 821234567],
    ['phone', '082    123    4567'],
    ['phone', '082\t123\r\n4567'],
    ['phone', '<td>082</td>\n    <td>123</td><td>4567</td>'],
    ['email', 'nom<b>sa</b>@example.<wbr>org'],
    ['email', '<a href="mailto:nomsa@example.org">write</a>'],
    ['idNumber', '800101\t\t5009  087'],
    ['name', '<b>Nomsa</b> <i>Dlamini</i>'],
    ['name', 'Nomsa<br/>Dlamini'],
    ['name', '<b>N</b>omsa<br>Dla<i>mini</i>'],
    ['name', '&lt;b&gt;Nomsa&lt;/b&gt; Dlamini'],
    ['idNumber', '8001015009087'],
    ['idNumber', 'ID 800101 5009 087.'],
    ['idNumber', '800101-5009-08-7'],
    ['idNumber', fullWidth('8001015009087')],
    ['idNumber', 8001015009087],
    ['reference', 'Order of cust-4711, by phone'],
    ['name', 'nomsa  dlamini was here'],
    ['name', 'Dlamini, Nomsa'],
    ['name', 'DLAMINI NOMSA'],
    ['name', 'nomsa_dlamini.pdf'],
    ['name', 'Nomsa%20Dlamini'],
    ['name', 'Nomsa+Dlamini'],
    ['name', 'Nomsa&nbsp;Dlamini'],
    ['name', 'Nomsa\nDlamini'],
    ['name', `${fullWidth('Nomsa')}\u3000${fullWidth('Dlamini')}`],
  ])('by %s in %j', (identifier, value) => {
    expect([...matcher.find({ deep: [{ value }] })]).toEqual([identifier])
  })

  test.each(['nomsa@example.org', 'click-by-nomsa@example.org', 'by_nomsa@example.org_2026'])(
    'in the key %s, of an object or of a figure',
    (key) => {
      expect([...matcher.find({ [key]: 1 })]).toEqual(['email'])
      expect(matcher.read({ value: key, key: 'key' })?.identifiers).toEqual(new Set(['email']))
    },
  )

  test.each([
    ['name', 'Zoë Müller'],
    ['name', 'Zoë Müller'.normalize('NFD')],
    ['name', 'ZOE MULLER'],
    ['name', 'Zo&euml; M&uuml;ller'],
    ['name', 'Zo%C3%AB M%C3%BCller'],
    ['name', 'Müller, Zoë'],
    ['email', 'zoë@müller.example'.normalize('NFD')],
    ['email', 'zoe@xn--mller-kva.example'],
  ])('by %s with accents in %j', (identifier, value) => {
    expect([...zoe.find(value)]).toEqual([identifier])
  })

  test.each([
    ["Sean O'Brien", 'Sean O’Brien'],
    ["Sean O'Brien", 'Sean O&#39;Brien'],
    ['Anne-Marie Botha', 'Anne Marie Botha'],
    ['Jan van der Merwe', 'van der Merwe, Jan'],
    ['Jan van der Merwe', 'MERWE, JAN VAN DER'],
    ['Ivan Strauß', 'IVAN STRAUSS'],
  ])('%s in %j', (name, text) => {
    expect([...new SubjectMatcher({ name, email: null, phone: null }).find(text)]).toEqual(['name'])
  })

  test('by a phone number of another country with its country only', () => {
    const briton = new SubjectMatcher({ name: 'B', email: null, phone: '+44 20 7946 0958' })
    expect([...briton.find('0044 (0)20 7946 0958')]).toEqual(['phone'])
    expect([...briton.find('2079460958')]).toEqual([])
  })

  test('by an identity number that lost its zeros as a number', () => {
    const young = new SubjectMatcher({ name: 'Y', email: null, phone: '0821234567', idNumber: '0001015009085' })
    expect([...young.find(Number('0001015009085'))]).toEqual(['idNumber'])
  })
})

describe('a subject is not recognised', () => {
  test.each([
    'anomsa@example.org',
    'nomsa@example.org.za',
    'nomsa@example.organic',
    'x+nomsa@example.org',
    'anne-nomsa@example.org',
    '10821234567',
    '08212345678',
    '18001015009087',
    '80010150090871',
    'XCUST-4711',
    'CUST-47110',
    'Nomsa Dlaminis',
    'Nomsa',
    'Dlamini',
    'Nomsa and Thabo Dlamini',
  ])('in %j', (value) => {
    expect([...matcher.find(value)]).toEqual([])
  })

  test('by a name of one word, which many share, nor by initials', () => {
    for (const name of ['Nomsa', 'N. D.']) {
      const single = new SubjectMatcher({ name, email: 'nomsa@example.org', phone: null })
      expect([...single.find(`${name} was here`)]).toEqual([])
      expect([...single.find(`${name} <nomsa@example.org>`)]).toEqual(['email'])
    }
  })
})

/** Texts with letters of all kinds, escapes, and what combines. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('&amp;', '%41', '&#x41;', 'ß', 'é', '\u0301', '\\u0041', '%zz'),
    ),
  )
  .map((parts) => parts.join(''))

describe('for any text', () => {
  test('the plain form leads back to the source, in order and without gaps', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = plain(text)
        let last = 0
        for (let at = 0; at < found.text.length; at++) {
          const [[from, to] = [0, 0]] = rangesOf(found, at, at + 1)
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThan(from)
          expect(from).toBeGreaterThanOrEqual(last === to ? 0 : last - (to - from))
          expect(to).toBeLessThanOrEqual(text.length)
          last = to
        }
        expect(plain(found.text.normalize('NFC').normalize('NFD')).text).toBe(plain(found.text).text)
      }),
    )
  })

  test('what surrounds the subject is found to be left alone, and the subject goes', () => {
    const by = { name: 'X', email: 'x@erased.invalid', phone: 'P', idNumber: 'I', reference: 'R' }
    const spelling = fc.constantFrom(
      'nomsa@example.org',
      'NOMSA%40example.org',
      '082 123 4567',
      'Dlamini, Nomsa',
      '800101 5009 087',
    )
    fc.assert(
      fc.property(anyText, spelling, anyText, (before, spelt, after) => {
        const rewritten = String(matcher.rewrite({ value: `${before} | ${spelt} | ${after}` }, by))
        expect(rewritten.startsWith(`${before} |`)).toBe(true)
        expect(rewritten.endsWith(`| ${after}`)).toBe(true)
        expect([...matcher.find(rewritten)]).toEqual([])
      }),
    )
  })

  test('tags within an identifier stay, and so does each character around it', () => {
    const by = { name: 'X', email: 'E', phone: 'P', idNumber: 'I' }
    for (const [text, expected] of [
      ['Tel: +27 82 123 4567.', 'Tel: P.'],
      ['Tel:\t0027 (0)82 123 4567', 'Tel:\tP'],
      ['Tel (+27) 82 123 4567 or', 'Tel P or'],
      ['a - +27821234567 - b', 'a - P - b'],
      ['<b>Nomsa</b> <i>Dlamini</i>!', '<b>X</b><i></i>!'],
      ['<td>082 <em>123</em> 4567</td>', '<td>P<em></em></td>'],
      ['No: 800101\r\n5009087;', 'No: I;'],
      ['<a href="mailto:nomsa@example.org">Nomsa\n Dlamini</a>', '<a href="mailto:E">X</a>'],
    ])
      expect(matcher.rewrite({ value: String(text) }, by)).toBe(expected)
  })

  test('a subject is found by its own identifiers, and is gone once they are replaced', () => {
    const name = fc
      .array(fc.stringMatching(/^[A-Za-zÀ-ÿ]{2,10}$/), { minLength: 2, maxLength: 4 })
      .map((words) => words.join(' '))
    // Signs that an address may hold and that look like escapes, which random addresses rarely have.
    const sign = fc.constantFrom('%0a', '%20', '%40', '%2B', '%41', '%c3%a9', '%zz', '&#')
    const odd = fc
      .tuple(fc.constantFrom('a', 'a.b', 'a+b'), sign, fc.constantFrom('', 'c', '.d'), fc.emailAddress())
      .map(([before, escaped, after, address]) => `${before}${escaped}${after}@${address.split('@').at(-1)}`)
    const email = fc.oneof(fc.emailAddress(), odd)
    fc.assert(
      fc.property(name, email, (given, address) => {
        const each = new SubjectMatcher({ name: given, email: address, phone: null })
        expect(each.find(given).has('name')).toBe(true)
        expect(each.find(given.normalize('NFD').toUpperCase()).has('name')).toBe(true)
        expect(each.find(`<${address.toUpperCase()}>`).has('email')).toBe(true)
        const gone = each.rewrite({ value: `${given} ${address}` }, { name: '-', email: '-' })
        expect(each.find(gone).size).toBe(0)
      }),
    )
  })

  test('an identity number with one digit changed is none', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...'8001015009087']
        digits[at] = String((Number(digits[at]) + by) % 10)
        expect(isIdNumber(digits.join(''))).toBe(false)
      }),
    )
  })
})

test('keys that are special elsewhere are keys like others', () => {
  const row = { data: JSON.parse('{"__proto__":"nomsa@example.org","constructor":[1],"hasOwnProperty":null}') }
  const seen = mapLeaves(row, (leaf) => matcher.rewrite(leaf, { email: 'X' }))
  expect(JSON.stringify(seen)).toBe('{"data":{"__proto__":"X","constructor":[1],"hasOwnProperty":null}}')
})

// So long that whatever is not linear runs into the time limit of the test itself.
test.each(['a', 'nomsa ', '0 ', '8 ', 'é', '&#', '%4'])('a long text of %j is read to its end', (unit) => {
  expect([...matcher.find(`${unit.repeat(500_000)} nomsa@example.org`)]).toEqual(['email'])
})
