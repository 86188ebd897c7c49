/** @database none */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { checkStack } from '../../ops/cli/check.ts'
import { addClient } from '../../ops/cli/clients.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { ACME, copyOfStack, TemporaryFolder } from './support/stack.ts'

/**
 * The faults that the first operators met, each put back into the files of a stack that is ready for its first start.
 * `ops check` must name each of them before anything starts. README.md of ops describes the same way in words.
 */

const ENV = `SMTP_ENABLED=true
SMTP_HOST=mail.test:587
ALERT_EMAIL_TO=team@operator.test
COMPOSE_PROFILES=edge
EDGE_TLS=internal
DASHBOARD_ROOT_URL=https://dash.test
PUSH_URL=https://push.test
GATEWAY_URL=https://gateway.test
`

type Fault = [fault: string, check: string, putBack: (root: string) => void, named: RegExp]

/** Replaces a part of a file, which must be there. */
const edit = (path: string, from: string | RegExp, to: string) => (root: string) => {
  const file = join(root, path)
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
}

const RECORD = 'clients/acme.yml'
const ALERTMANAGER = 'alertmanager/alertmanager.yml'

const FAULTS: Fault[] = [
  [
    'the gateway gets no mail server',
    'compose',
    edit('docker-compose.yml', /^ +SMTP_URL_FILE: .*\n/m, ''),
    /SMTP_URL_FILE is not passed/,
  ],
  [
    'the gateway gets no client of the identity provider',
    'compose',
    edit('docker-compose.yml', /^ +AUTH_CLIENT_ID: .*\n/m, ''),
    /AUTH_CLIENT_ID is not passed/,
  ],
  [
    'a secret is in the environment',
    'compose',
    edit('docker-compose.yml', /SECRETS_KEY_FILE: .*/, `SECRETS_KEY: \${SECRETS_KEY}`),
    /SECRETS_KEY puts a secret into the environment/,
  ],
  [
    'the receivers of acme and acme-critical have one name',
    'routing',
    edit(ALERTMANAGER, /client:([\w-]+):critical/g, 'client:$1-critical'),
    /receiver client:acme-critical is defined twice/,
  ],
  [
    'the administrator of Grafana has the name of a viewer',
    'rendered',
    (root) => appendFileSync(join(root, '.env'), 'DASHBOARD_ADMIN_USER=client-acme\n'),
    /DASHBOARD_ADMIN_USER: must be a name that does not begin with client-/,
  ],
  [
    'a second command took the rules of a client',
    'rendered',
    (root) => rmSync(join(root, 'prometheus/rules/acme.yml')),
    /would create prometheus\/rules\/acme\.yml/,
  ],
  [
    'a second command took the targets of a client',
    'rendered',
    (root) => rmSync(join(root, 'prometheus/targets/probe/acme.json')),
    /would create prometheus\/targets\/probe\/acme\.json/,
  ],
  [
    'umask 027 hides the log alerts from Loki',
    'modes',
    (root) => chmodSync(join(root, 'loki/rules/acme'), 0o750),
    /loki\/rules\/acme: has mode 750, needs 755/,
  ],
  [
    'everybody reads a secret',
    'modes',
    (root) => chmodSync(join(root, 'secrets/smtp_password'), 0o644),
    /secrets\/smtp_password: has mode 644, needs 640/,
  ],
  [
    'half of a channel is configured',
    'rendered',
    (root) => appendFileSync(join(root, '.env'), 'TELEGRAM_BOT_TOKEN=x\n'),
    /TELEGRAM_CHAT_ID: is empty/,
  ],
  [
    'a channel without an address is in a receiver',
    'rendered',
    edit(
      ALERTMANAGER,
      'email_configs:',
      'telegram_configs: [{ bot_token_file: /run/secrets/telegram_bot_token }]\n    email_configs:',
    ),
    /edited by hand [\s\S]*alertmanager\.yml/,
  ],
  [
    "a client gets the operators' mail",
    'rendered',
    edit(ALERTMANAGER, 'template "email.client.html"', 'template "email.html"'),
    /edited by hand [\s\S]*alertmanager\.yml/,
  ],
  ['a port that does not exist', 'records', edit(RECORD, 'example:25', 'example:99999'), /port of 1 to 65535/],
  [
    'two probes of one address',
    'records',
    edit(RECORD, 'https://www.acme.example/admin', 'https://www.acme.example'),
    /is a duplicate of an earlier probe/,
  ],
  [
    'a password in an address',
    'records',
    edit(RECORD, 'https://www.acme.example/admin', 'https://user:secret@www.acme.example/admin'),
    /must not contain a user or a password/,
  ],
  [
    'a certificate is expected of http',
    'records',
    edit(RECORD, "'https://www.acme.example/'", "'http://www.acme.example/'"),
    /must start with https:\/\/ for module http_2xx_ssl/,
  ],
  [
    'people are sent to an address of a container',
    'addresses',
    edit('.env', 'https://dash.test', 'http://grafana:3000'),
    /DASHBOARD_ROOT_URL: http:\/\/grafana:3000 is an address within the stack/,
  ],
  [
    'another container takes the address of the edge',
    'compose',
    edit('docker-compose.yml', /, ip_range: [\d./]+/, ''),
    /may be given to another container of/,
  ],
  [
    'Alertmanager reaches the stack only, and no channel',
    'compose',
    edit('docker-compose.yml', /(\n {2}alertmanager:\n[\s\S]*?networks: )\[stack, outside\]/, '$1[stack]'),
    /alertmanager: needs the internet for notifications/,
  ],
  [
    'Alertmanager reaches the channels only, and Loki does not reach it',
    'addresses',
    edit('docker-compose.yml', /(\n {2}alertmanager:\n[\s\S]*?networks: )\[stack, outside\]/, '$1[outside]'),
    /loki\.yml: loki calls alertmanager, and shares no network with it/,
  ],
  [
    'the collector cannot read the logs of containers',
    'addresses',
    edit('docker-compose.yml', 'networks: [stack, socket]', 'networks: [stack]'),
    /config\.alloy: alloy calls docker-socket, and shares no network with it/,
  ],
]

const OF_EDGE: Fault[] = [
  [
    'the edge logs nothing',
    'edge',
    edit('edge/Caddyfile', /\n\tlog \{[\s\S]*?\n\t\}/, ''),
    /dash\.test has no access log/,
  ],
]

const hasCaddy = requireTool('caddy', 'apt-get install caddy')

describe('a stack that is ready for its first start', () => {
  let ready: TemporaryFolder
  setUp(async (opened) => {
    ready = opened.use(copyOfStack())
    writeFileSync(join(ready.path, '.env'), ENV)
    for (const id of ['acme', 'acme-critical']) addClient(ready.path, ACME.replace('acme-water', id), 'x.yml')
  })

  const withCopy = <T>(use: (root: string) => T): T => {
    using copy = new TemporaryFolder()
    execFileSync('cp', ['-a', `${ready.path}/.`, copy.path])
    return use(copy.path)
  }

  const faults = hasCaddy ? [...FAULTS, ...OF_EDGE] : FAULTS

  test.each([...new Set(faults.map(([, check]) => check))])('passes the check of its %s', (check) => {
    expect(withCopy((root) => checkStack(root, [check]))).toEqual([{ check, state: 'ok', detail: expect.any(String) }])
  })

  test.each(faults)('is refused when %s (%s)', (_, check, putBack, named) => {
    const findings = withCopy((root) => {
      putBack(root)
      return checkStack(root, [check])
    })
    expect(findings).toEqual([{ check, state: 'failed', detail: expect.stringMatching(named) }])
  })
})
