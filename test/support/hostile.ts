import fc from 'fast-check'

/** `[[[...]]]` of the given depth, as text, because JSON.stringify would overflow the stack. */
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** JSON values that a body or variable may contain and that should be refused. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -(2 ** 31) - 1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  '',
  ' \t\n',
  '\0',
  'nul\0nul',
  '\ud800',
  'lone \udfff surrogate',
  '\u202e\ufeff\u0007',
  '__proto__',
  'constructor',
  'x'.repeat(300),
  'é'.repeat(20_000),
  "' or 1=1; drop table client; --",
  '%00',
  '$1',
  '{{7*7}}',
  '=1+1',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '2026-02-30T25:61:61Z',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59.999Z',
  '999999999999999999999',
  'NaN',
  'ALL',
  'NO_SUCH_VALUE',
  'not-an-id',
  '00000000-0000-0000-0000-000000000000',
  [],
  [null],
  [[]],
  {},
  { id: 1 },
  JSON.parse('{"toString":1,"valueOf":2,"length":-1,"then":"x"}'),
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
  { 'nul\0key': 1 },
  { '\udc00': '\ud800' },
  JSON.parse(nested(60)),
  JSON.parse(nested(3000)),
  Array.from({ length: 5000 }, () => ''),
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, 'v'])),
]

/** A hostile value: a known one, one of the caller's, or any JSON. */
export const hostile = (own: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 2, arbitrary: fc.constantFrom(...own) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  )

/** A valid JSON value with some fields replaced, removed or added; sometimes the whole value is replaced. */
export function spoiled(valid: unknown, fields: readonly string[], own: readonly unknown[]): fc.Arbitrary<unknown> {
  const value = hostile(own)
  if (typeof valid !== 'object' || valid === null || Array.isArray(valid)) {
    return fc.oneof(value, fc.array(fc.oneof(value, fc.constant(valid)), { maxLength: 4 }))
  }
  const names = fc.constantFrom(...fields, ...Object.keys(valid), 'unknownField', 'attributes', 'organizationId', 'id')
  const changes = fc.array(fc.tuple(names, value), { minLength: 1, maxLength: 3 })
  const changed = changes.map((entries) => ({ ...valid, ...Object.fromEntries(entries) }))
  return fc.oneof({ weight: 8, arbitrary: changed }, { weight: 1, arbitrary: value })
}

/** The JSON text of a value. Lone surrogates and own `__proto__` keys are kept. */
export const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null'

/** Bodies that do not match their headers, or that must be refused. */
export const RAW_BODIES: readonly { body: string | Uint8Array; type: string; encoding?: string }[] = [
  { body: '{', type: 'application/json' },
  { body: '{"a":1}{"b":2}', type: 'application/json' },
  { body: '\ufeff{}', type: 'application/json' },
  { body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), type: 'application/json' },
  { body: '{"__proto__":{"polluted":true}}', type: 'application/json' },
  { body: '{"a":{"constructor":{"prototype":{"x":1}}}}', type: 'application/json' },
  { body: `{"name":${nested(100_000)}}`, type: 'application/json' },
  { body: nested(200_000), type: 'application/json' },
  { body: '1e400', type: 'application/json' },
  { body: 'null', type: 'application/json' },
  { body: '[]', type: 'application/json; charset=utf-16' },
  { body: 'name=x', type: 'application/x-www-form-urlencoded' },
  { body: '<a/>', type: 'application/xml' },
  { body: '{}', type: '' },
  { body: '{}', type: 'nonsense; ; ;' },
  { body: '{}', type: 'application/json', encoding: 'gzip' },
  { body: '{}', type: 'application/json', encoding: 'identity, deflate' },
  { body: '"a","b"\n"unclosed', type: 'text/csv' },
  { body: 'name,type,industry,sector,contact.__proto__\na,b,c,BUSINESS,d\n', type: 'text/csv' },
  { body: '__proto__,constructor.prototype\na,b\n', type: 'text/csv' },
]
