import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { redact, redactRepeated } from '../src/security/audit/redact.ts'
import { readNdjson } from './support/chain.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/** Spellings of a password in a text. */
const PASSWORD_SPELLINGS: ((secret: string) => string)[] = [
  (secret) => `pass=${secret}`,
  (secret) => `PASS ${secret}`,
  (secret) => `db_pass=${secret}`,
  (secret) => `smtpPass: ${secret}`,
  (secret) => `PASSWORD ${secret}`,
  (secret) => `Password:${secret}`,
  (secret) => `password = ${secret}`,
  (secret) => `password\t${secret}`,
  (secret) => `my password is ${secret}`,
  (secret) => `changed the password to ${secret}`,
  (secret) => `password is password ${secret}`,
  (secret) => `password reset password ${secret}`,
  (secret) => `passphrase ${secret}`,
  (secret) => `wagwoord ${secret}`,
  (secret) => `pwd: '${secret}'`,
  (secret) => `{"password":"${secret}"}`,
  (secret) => `{\\"password\\":\\"${secret}\\"}`,
  (secret) => `<password>${secret}</password>`,
  (secret) => `password%3D${secret}`,
  (secret) => `?user=x&password=${secret}`,
  (secret) => `--password ${secret}`,
  (secret) => `pin=${secret}`,
  (secret) => `otp: ${secret}`,
  (secret) => `https://user:${secret}@example.org/`,
]

/** Spellings of a token or key. */
const TOKEN_SPELLINGS: ((secret: string) => string)[] = [
  (secret) => `token ${secret}`,
  (secret) => `the token is ${secret}`,
  (secret) => `token="${secret}"`,
  (secret) => `client_secret=${secret}`,
  (secret) => `api key ${secret}`,
  (secret) => `X-Api-Key: ${secret}`,
  (secret) => `access key: ${secret}`,
  (secret) => `private-key=${secret}`,
  (secret) => `auth=${secret}`,
  (secret) => `Authorization: Bearer ${secret}`,
  (secret) => `Authorization: Basic ${secret}`,
  (secret) => `AKIA${secret.toUpperCase()}`,
  (secret) => `AWS_ACCESS_KEY_ID_ASIA${secret.toUpperCase()}`,
  (secret) => `sk_live_${secret}`,
  (secret) => `ghp_${secret}`,
  (secret) => `github_pat_${secret}`,
  (secret) => `glpat-${secret}`,
  (secret) => `xoxb-${secret}`,
  (secret) => `AIza${secret}${secret}`,
  (secret) => `eyJ${secret}.${secret}.${secret}`,
  (secret) => `eyJ${secret}`,
]

/** Spellings of an address with name, host and top-level domain. */
const ADDRESS_SPELLINGS: ((name: string, host: string, tld: string) => string)[] = [
  (name, host, tld) => `${name}@${host}.${tld}`,
  (name, host, tld) => `<${name}@${host}.${tld}>`,
  (name, host, tld) => `${name}%40${host}.${tld}`,
  (name, host, tld) => `${name}＠${host}.${tld}`,
  (name, host, tld) => `${name}&#64;${host}.${tld}`,
  (name, host, tld) => `${name} (at) ${host}.${tld}`,
  (name, host) => `${name} (at) ${host}`,
  (name, host, tld) => `${name}(at)${host}.${tld}`,
  (name, host, tld) => `${name} [AT] ${host}.${tld}`,
  (name, host, tld) => `${name} [at] ${host} dot ${tld}`,
  (name, host, tld) => `${name} {at} ${host} (dot) ${tld}`,
  (name, host, tld) => `${name}[at]${host}[dot]${tld}`,
  (name, host, tld) => `${name} at ${host} dot ${tld}`,
  (name, host, tld) => `first dot ${name} at ${host} dot co dot ${tld}`,
  (name, host, tld) => `${name}-at-${host} dot ${tld}`,
  (name, host, tld) => `${name} < at > ${host} < dot > ${tld}`,
]

/** Texts of people and programs without secrets. */
const PROSE = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Dalvik/2.1.0 (Linux; U; Android 9; SM-G950F Build/PPR1.180610.011)',
  'python-requests/2.32.3',
  'okhttp/4.12.0',
  'PostmanRuntime/7.43.0',
  'password reset requested',
  'Your password has expired.',
  'the password was changed, and the token expired',
  'password authentication failed for user "gateway"',
  'Unexpected token < in JSON at position 0',
  'a password manager, a password policy and a secret ballot',
  'the key to success is no secret',
  'pass the salt, author: Krog, bypass=1, compass: north',
  'meet at noon. look at example.com, or at the office',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'duplicate key value violates unique constraint "client_pkey"',
  'Nkosi Sikelel’ iAfrika; 3 + 4 = 7; 50% of R 1 200,00',
  '0198f7a2-aaaa-7bbb-8ccc-0123456789ab',
  'user_2abcDEFghi',
]

/** Secrets that are not part of a spelling, of prose or of a mark. */
const secrets = fc.stringMatching(/^q[a-z0-9]{6,14}7[a-z0-9]{8,20}$/)
const names = fc.stringMatching(/^q[a-z]{6,12}z$/)
test('the id of a row contains nothing to replace, in capitals too', () => {
  const ids = fc.uuid().chain((id) => fc.constantFrom(id, id.toUpperCase()))
  fc.assert(
    fc.property(ids, (id) => expect(redact(id)).toBe(id)),
    { numRuns: 1000 },
  )
})

test('a text that repeats is replaced each time', () => {
  for (const text of ['tool/1', 'tool/1 (password=hunter7zebra)', `${'tool '.repeat(60)}`])
    expect([redactRepeated(text), redactRepeated(text)]).toEqual([redact(text), redact(text)])
})

const prose = fc.constantFrom('', ...PROSE)

test.each(PASSWORD_SPELLINGS.map((spell) => [spell('…'), spell] as const))('no secret is left of %s', (_, spell) => {
  fc.assert(
    fc.property(prose, secrets, prose, (before, secret, behind) => {
      expect(redact(`${before} ${spell(secret)} ${behind}`, 1000)).not.toContain(secret)
    }),
  )
})

test.each(PASSWORD_SPELLINGS.slice(0, -3).map((spell) => [spell('…'), spell] as const))(
  'nor when it is a word, or all signs: %s',
  (_, spell) => {
    for (const secret of ['hunter', 'Liefie', '$ecret-ish', '!!§§!!', 'correcthorse']) {
      expect(redact(`it says ${spell(secret)} there`, 1000)).not.toContain(secret)
    }
  },
)

test.each(TOKEN_SPELLINGS.map((spell) => [spell('…'), spell] as const))('no token is left of %s', (_, spell) => {
  fc.assert(
    fc.property(prose, secrets, prose, (before, secret, behind) => {
      const left = redact(`${before} ${spell(secret)} ${behind}`, 1000)
      expect(left.toLowerCase()).not.toContain(secret)
    }),
  )
})

test.each(ADDRESS_SPELLINGS.map((spell) => [spell('name', 'host', 'org'), spell] as const))(
  'no address is left of %s',
  (_, spell) => {
    fc.assert(
      fc.property(
        prose,
        names,
        names,
        fc.constantFrom('org', 'com', 'africa', 'za'),
        prose,
        (before, name, host, tld, behind) => {
          fc.pre(name !== host)
          const left = redact(`${before} ${spell(name, host, tld)} ${behind}`, 1000)
          expect([left.includes(name), left.includes(host)]).toEqual([false, false])
        },
      ),
    )
  },
)

test('joined addresses are all removed', () => {
  const links = fc.array(fc.tuple(names, names, fc.constantFrom('!', ',', '/', ';', '!0!', '"', ' ')), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(fc.constantFrom(...ADDRESS_SPELLINGS), links, (spell, chain) => {
      const text = chain.map(([name, host, link]) => spell(name, host, 'org') + link).join('')
      const left = redact(text, 1000)
      expect(chain.filter(([name]) => left.includes(name))).toEqual([])
    }),
  )
})

test.each(PROSE)('prose is not changed: %s', (text) => {
  expect(redact(text)).toBe(text)
})

test('a cut text does not end with half of an address', () => {
  const filler = `password=${'x'.repeat(1000)} `
  expect(redact(`${filler}nomsa@example.org`)).toBe('password=[secret] ')
})

describe('over HTTP', () => {
  let server: TestServer
  setUp(async (opened) => {
    server = opened.use(await startServer())
  })

  test('no spelling of a secret in a user agent reaches a record', async () => {
    const actor = server.actor()
    const secret = 'qhunter7zebra9okapi'
    // Headers are Latin-1.
    const spelled = [
      ...[...PASSWORD_SPELLINGS, ...TOKEN_SPELLINGS].map((spell) => spell(secret)),
      ...ADDRESS_SPELLINGS.map((spell) => spell('qnomsa', secret, 'org')),
    ].filter((text) => /^[\0-\xff]*$/.test(text))
    for (const text of spelled) {
      const headers = { 'User-Agent': `tool/1 (${text})` }
      expect((await actor.rest('GET', '/api/clients', undefined, headers)).status).toBe(200)
    }
    const text = String((await actor.rest('GET', '/api/audit/export?format=ndjson')).body)
    expect(readNdjson(text).records).toHaveLength(spelled.length)
    expect(text.toLowerCase()).not.toMatch(/hunter7zebra|qnomsa/)
  })
})
