import { describe, expect, test } from '@jest/globals'
import { SubjectMatcher } from '../../src/privacy/subjects/subject.matcher.ts'

const subject = { name: 'Nomsa Dlamini', email: 'nomsa@example.org', phone: '+27 82 123 4567' }
const matcher = new SubjectMatcher(subject)
const by = { name: 'X', email: 'x@erased.invalid', phone: 'P' }

describe('a subject is recognised', () => {
  test.each([
    ['email', 'Write to NOMSA@example.org.'],
    ['email', 'mailto:nomsa%40example.org'],
    ['phone', '0821234567'],
    ['phone', '27821234567'],
    ['phone', 'call +27 (0)82-123-4567 now'],
    ['phone', '0027 82 123 4567'],
    ['phone', 821234567],
    ['name', 'nomsa  dlamini was here'],
    ['name', 'Dlamini, Nomsa'],
  ])('by %s in %j', (identifier, value) => {
    expect([...matcher.find({ deep: [{ value }] })]).toEqual([identifier])
  })

  test('in the key of an object', () => {
    expect([...matcher.find({ 'nomsa@example.org': 1 })]).toEqual(['email'])
  })
})

describe('a subject is not recognised', () => {
  test.each([
    'anomsa@example.org',
    'nomsa@example.org.za',
    'nomsa@example.organic',
    'nomsa+tag@example.org',
    '10821234567',
    '08212345678',
    'Nomsa Dlaminis',
    'Nomsa',
    'Dlamini',
  ])('in %j', (value) => {
    expect([...matcher.find(value)]).toEqual([])
  })

  test('by a name of one word alone, which many share', () => {
    const single = new SubjectMatcher({ name: 'Nomsa', email: 'nomsa@example.org', phone: null })
    expect([...single.find('Nomsa was here')]).toEqual([])
    expect([...single.find('Nomsa <nomsa@example.org>')].sort()).toEqual(['email', 'name'])
  })
})

describe('a subject is replaced', () => {
  test('in texts, keys, lists and numbers, and nothing else is', () => {
    const value = { note: 'Ask Nomsa Dlamini (082 123 4567)', 'nomsa@example.org': [821234567, 5, null, true, 'Nomsa'] }
    expect(matcher.rewrite(value, by, true)).toEqual({
      note: 'Ask X (P)',
      'x@erased.invalid': ['P', 5, null, true, 'Nomsa'],
    })
  })

  test('by parts of the name, in fields for names of a row that is the subject’s', () => {
    const value = { firstName: 'Nomsa', surname: 'DLAMINI', town: 'Nomsa' }
    expect(matcher.rewrite(value, by, true)).toEqual({ firstName: 'X', surname: 'X', town: 'Nomsa' })
    expect(matcher.rewrite(value, by, false)).toEqual(value)
  })

  test('part by part, when the new name has as many', () => {
    const corrected = { name: 'Nomsa Khumalo', email: null, phone: null }
    expect(matcher.rewrite({ last_name: 'Dlamini', email: 'nomsa@example.org' }, corrected, true)).toEqual({
      last_name: 'Khumalo',
      email: 'nomsa@example.org',
    })
  })

  test('as it stands: a replacement is no pattern', () => {
    expect(matcher.rewrite('nomsa@example.org', { ...by, email: '$&$1' }, true)).toBe('$&$1')
  })
})

test('a name beyond ASCII is looked for in both cases, and recognised in any', () => {
  const beyond = new SubjectMatcher({ name: 'Zoë Łukasz', email: null, phone: '0821234567' })
  expect(beyond.likely).toEqual(expect.arrayContaining(['%Zoë%Łukasz%', '%zoë%łukasz%', '%ZOË%ŁUKASZ%']))
  expect([...beyond.find('ZOË łukasz')]).toEqual(['name'])
  expect([...beyond.find('Zoëx Łukasz')]).toEqual([])
})

test('every spelling that is recognised is found by the query for likely rows', () => {
  const likely = matcher.likely.map(
    (pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('%', '.*')}$`, 'is'),
  )
  for (const text of ['Write to NOMSA@example.org.', 'nomsa%40example.org', 'nomsa  dlamini', 'Dlamini, Nomsa']) {
    expect(likely.some((pattern) => pattern.test(text))).toBe(true)
  }
  expect(matcher.digits).toBe('821234567')
})

// So long that whatever is not linear runs into the time limit of the test itself.
test.each(['a', 'nomsa ', '0 '])('a long text of %j is read to its end', (unit) => {
  expect([...matcher.find(`${unit.repeat(500_000)} nomsa@example.org`)]).toEqual(['email'])
})
