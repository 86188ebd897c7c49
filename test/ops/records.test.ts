import { describe, expect, test } from '@jest/globals'
import { addClient } from '../../ops/cli/clients.ts'
import { ACME, copyOfStack, filesBelow } from './support/stack.ts'

describe('a record that cannot be used', () => {
  const BAD: [what: string, yaml: string, message: string][] = [
    [
      'an id in upper case',
      ACME.replace('acme-water', 'Acme'),
      'bad.yml:1: id: must be a lower-case slug such as "acme-water" (letters, digits and single hyphens, a letter first)',
    ],
    [
      'path traversal in the id',
      ACME.replace('acme-water', '../../etc/x'),
      'bad.yml:1: id: must be a lower-case slug such as "acme-water" (letters, digits and single hyphens, a letter first)',
    ],
    ['a reserved id', ACME.replace('acme-water', 'alerts'), 'bad.yml:1: id: is reserved by the stack itself'],
    [
      'a domain with a path',
      ACME.replace('www.acme.example\n', 'www.acme.example/shop\n'),
      'bad.yml:3: domain: must be a bare host name in lower case, such as "www.acme.example": no scheme, no port, no path',
    ],
    ['a missing e-mail', ACME.replace(/contact:.*\n/, ''), 'bad.yml:1: contact: is required'],
    [
      'a malformed e-mail',
      ACME.replace('it@acme.example', 'it at acme'),
      'bad.yml:4: contact: must be an e-mail address',
    ],
    [
      'a client that exists',
      ACME.replace('acme-water', 'gateway'),
      'client "gateway" exists already: edit clients/gateway.yml and run "npm run ops -- render"',
    ],
    [
      'a name over two lines',
      ACME.replace(/name:.*/, 'name: "a\\nb"'),
      'bad.yml:2: name: must be one line without control characters',
    ],
    [
      'an unknown module',
      ACME.replace('tcp_connect', 'icmp'),
      'bad.yml:11: probes[2].module: must be one of http_2xx, http_2xx_ssl, http_auth_protected, tcp_connect',
    ],
    [
      'an address for a port probe',
      ACME.replace('mail.acme.example:25', 'https://x'),
      'bad.yml:11: probes[2].target: must be "host:port" with a port of 1 to 65535 for module tcp_connect',
    ],
    [
      'a port that no host has',
      ACME.replace('mail.acme.example:25', 'mail.acme.example:99999'),
      'bad.yml:11: probes[2].target: must be "host:port" with a port of 1 to 65535 for module tcp_connect',
    ],
    [
      'a password in an address',
      ACME.replace('https://www.acme.example/admin', 'https://user:secret@www.acme.example/admin'),
      'bad.yml:10: probes[1].target: must not contain a user or a password: targets and messages show the address',
    ],
    [
      'a certificate of an address without one',
      ACME.replace("'https://www.acme.example/'", "'http://www.acme.example/'"),
      'bad.yml:9: probes[0].target: must start with https:// for module http_2xx_ssl',
    ],
    [
      'the same target twice, written in two ways',
      ACME.replace("'https://www.acme.example/admin'", "'https://WWW.acme.example:443'"),
      'bad.yml:10: probes[1].target: is a duplicate of an earlier probe',
    ],
    [
      'a server without a port',
      `${ACME}servers: [10.0.0.5]\n`,
      'bad.yml:12: servers[0]: must be "host:port" with a port of 1 to 65535',
    ],
    [
      'a server twice',
      `${ACME}servers: ['a.example:9100', 'a.example:9100']\n`,
      'bad.yml:12: servers[1]: is a duplicate',
    ],
    ['an unknown field', `${ACME}colour: red\n`, 'bad.yml:12: colour: is not a field of a client record'],
    [
      'an unknown database',
      ACME.replace('mysql', 'oracle'),
      'bad.yml:7: database: must be mysql, postgresql, sqlite or none',
    ],
    [
      'an unknown time zone',
      `${ACME}activity: { timeZone: Mars/Base }\n`,
      'bad.yml:12: activity.timeZone: must be an IANA time zone such as "Africa/Johannesburg"',
    ],
    ['logs for no time', `${ACME}retention: { logDays: 0 }\n`, 'bad.yml:12: retention.logDays: must be at least 1'],
    [
      'evidence that goes before the rest',
      `${ACME}retention: { logDays: 100 }\n`,
      'bad.yml:12: retention.securityDays: must not be shorter than logDays',
    ],
    ['YAML that is a list', '- acme\n', 'bad.yml:1: a client record must be a YAML mapping of fields'],
    ['the same field twice', `${ACME}id: other\n`, 'bad.yml:12: not valid YAML: Map keys must be unique'],
    ['an alias bomb', 'id: &a x\nname: *a\n', 'bad.yml:2: not valid YAML: aliases are not allowed'],
  ]

  test.each(BAD)('%s: one clear message, nothing written', (_, yaml, message) => {
    using stack = copyOfStack()
    const before = filesBelow(stack.path)
    expect(() => addClient(stack.path, yaml, 'bad.yml')).toThrow(new Error(message))
    expect(filesBelow(stack.path)).toEqual(before)
  })

  test('YAML that is not YAML names the line', () => {
    using stack = copyOfStack()
    expect(() => addClient(stack.path, 'id: acme\nname: [\n', 'bad.yml')).toThrow(/^bad\.yml:\d+: not valid YAML: /)
  })

  test('several problems are reported together', () => {
    using stack = copyOfStack()
    expect(() => addClient(stack.path, 'id: A\ndomain: B\n', 'bad.yml')).toThrow(
      /bad\.yml:1: id: [\s\S]*bad\.yml:2: domain: [\s\S]*contact: is required/,
    )
  })
})
