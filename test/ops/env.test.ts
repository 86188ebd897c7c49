import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { render } from '../../ops/cli/clients.ts'
import { advice, initEnv, missingFrom, readEnv } from '../../ops/cli/env.ts'
import { parseKey } from '../../src/security/secrets.ts'
import { ops } from './support/ops.ts'
import { copyOfStack, OPS } from './support/stack.ts'

/** Every variable that a deployment needs, with values of nobody. */
const COMPLETE = `DASHBOARD_ADMIN_PASSWORD=x
SMTP_ENABLED=false
ALERT_EMAIL_TO=alerts@operator.test
SLACK_CRITICAL_WEBHOOK_URL=https://slack.test/a
SLACK_ALERTS_WEBHOOK_URL=https://slack.test/b
TELEGRAM_BOT_TOKEN=x
TELEGRAM_CHAT_ID=1
TEAMS_WEBHOOK_URL=https://teams.test/x
HEARTBEAT_URL=https://heartbeat.test/x
PUSH_URL=https://push.test
RUNBOOK_URL=https://git.test/ops/runbooks
METRICS_TOKEN=a-token-of-the-gateway
SECRETS_KEY=${'A'.repeat(43)}
ALERTMANAGER_TOKEN=a-token-of-the-gateway
POSTGRES_PASSWORD=x
POSTGRES_OWNER_PASSWORD=x
POSTGRES_ADMIN_PASSWORD=x
POSTGRES_MONITORING_PASSWORD=x
AUTH_ISSUER=https://issuer.test
`

const write = (root: string, text: string) => writeFileSync(join(root, '.env'), text)

describe('.env', () => {
  test('without one, the example holds', () => {
    using stack = copyOfStack()
    expect(readEnv(stack.path)).toMatchObject({
      DASHBOARD_ADMIN_USER: 'admin',
      SMTP_ENABLED: 'false',
      BIND_ADDRESS: '127.0.0.1',
    })
  })

  test('may name files that add to the compose file, and no others', () => {
    using stack = copyOfStack()
    const [, line = ''] = /^# (COMPOSE_FILE=.*)$/m.exec(readFileSync(join(stack.path, '.env.example'), 'utf8')) ?? []
    write(stack.path, line)
    const files = readEnv(stack.path).COMPOSE_FILE.split(':')
    expect(files.map((file) => existsSync(join(OPS, file)))).toEqual([true, true])
    write(stack.path, 'COMPOSE_FILE=docker-compose.4gb.yml')
    expect(() => readEnv(stack.path)).toThrow(
      '.env: COMPOSE_FILE: must be docker-compose.yml, and files that add to it',
    )
  })

  test('all problems are reported together, by variable', () => {
    using stack = copyOfStack()
    write(
      stack.path,
      'SMTP_ENABLED=yes\nSMTP_HOST=mail\nPUSH_URL=https://x.org/push\nTELEGRAM_CHAT_ID=me\nSMTP_HOTS=x\n',
    )
    expect(() => readEnv(stack.path)).toThrow(
      new Error(
        [
          '.env: SMTP_ENABLED: must be true or false',
          '.env: SMTP_HOST: must be host:port',
          '.env: TELEGRAM_CHAT_ID: must be a numeric chat id',
          '.env: PUSH_URL: must be an address without a path',
          '.env: SMTP_HOTS: is not a variable of the stack',
        ].join('\n'),
      ),
    )
  })

  test('init makes one with fresh secrets for its owner only, and never replaces it', () => {
    using stack = copyOfStack()
    const path = initEnv(stack.path)
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
    const env = parseEnv(readFileSync(path, 'utf8'))
    for (const name of [
      'DASHBOARD_ADMIN_PASSWORD',
      'METRICS_TOKEN',
      'ALERTMANAGER_TOKEN',
      'POSTGRES_PASSWORD',
      'POSTGRES_OWNER_PASSWORD',
      'POSTGRES_ADMIN_PASSWORD',
      'POSTGRES_MONITORING_PASSWORD',
    ])
      expect(env[name]).toMatch(/^[\w-]{32}$/)
    expect(parseKey(env.SECRETS_KEY ?? '')).toHaveLength(32)
    expect(env.OPS_GID).toBe(String(process.getgid?.()))
    expect(() => initEnv(stack.path)).toThrow(/EEXIST/)
  })

  test('check names what is empty and what is still the example', () => {
    using stack = copyOfStack()
    initEnv(stack.path)
    const missing = missingFrom(readEnv(stack.path))
    expect(missing).toEqual([
      'SMTP_ENABLED: no channel takes warnings: switch e-mail on, or set the two webhooks of Slack',
      'PUSH_URL: still has the value of the example',
      'RUNBOOK_URL: still has the value of the example',
      'AUTH_ISSUER: still has the value of the example',
    ])
  })

  test('check is not content while alerts of the gateway go to an address of the example', async () => {
    using stack = copyOfStack()
    write(stack.path, COMPLETE)
    const channels = 'email: off\nslack: on\ntelegram: on\nteams: on\n'
    const contact = 'clients/gateway.yml: contact: still has the value of the example\n'
    expect(await ops(stack.path, ['env', 'check'])).toMatchObject({ status: 1, stdout: contact + channels })
    const record = join(stack.path, 'clients/gateway.yml')
    writeFileSync(record, readFileSync(record, 'utf8').replace(/contact: .*/, 'contact: team@operator.test'))
    expect(await ops(stack.path, ['env', 'check'])).toMatchObject({ status: 0, stdout: `${channels}complete\n` })
  })

  test('check has the gateway judge its own settings', () => {
    using stack = copyOfStack()
    write(stack.path, `${COMPLETE}AUTH_AUDIENCE_PARAMETER=audience\nRATE_LIMIT_ANONYMOUS=-1\nLOG_LEVEL=loud\n`)
    expect(missingFrom(readEnv(stack.path))).toEqual([
      expect.stringMatching(/^RATE_LIMIT_ANONYMOUS: /),
      expect.stringMatching(/^LOG_LEVEL: /),
    ])
    write(stack.path, `${COMPLETE}AUTH_AUDIENCE_PARAMETER=audience\n`)
    expect(missingFrom(readEnv(stack.path))).toEqual([
      'AUTH_AUDIENCE_PARAMETER: needs AUTH_AUDIENCE, whose first value it requests',
    ])
  })

  /** What a receiver is configured with, by the kinds of its integrations. */
  const kindsOf = (root: string, name: string) => {
    const { receivers: all } = parse(readFileSync(join(root, 'alertmanager/alertmanager.yml'), 'utf8')) as {
      receivers: { name: string }[]
    }
    return Object.keys(all.find((each) => each.name === name) ?? {}).filter((key) => key !== 'name')
  }

  const WITHOUT_CHANNELS = COMPLETE.replace(/^(SLACK|TELEGRAM|TEAMS|HEARTBEAT).*\n/gm, '')
  const MAIL = 'SMTP_HOST=mail.test:587\nSMTP_FROM=alerts@operator.test\n'
  const MAIL_ONLY = WITHOUT_CHANNELS.replace('SMTP_ENABLED=false', 'SMTP_ENABLED=true') + MAIL

  test('e-mail alone is a deployment: nothing is missing, and no receiver has an empty address', () => {
    using stack = copyOfStack()
    write(stack.path, MAIL_ONLY)
    const env = readEnv(stack.path)
    expect(missingFrom(env)).toEqual([])
    expect(advice(env)).toEqual(['HEARTBEAT_URL: is empty: nobody is notified when this host is down'])
    render(stack.path)
    for (const name of [
      'default',
      'critical',
      'security',
      'warning',
      'info',
      'client:gateway',
      'client:gateway:critical',
    ])
      expect([name, kindsOf(stack.path, name)]).toEqual([name, ['email_configs']])
  })

  const SLACK = 'SLACK_CRITICAL_WEBHOOK_URL=https://s.test/a\nSLACK_ALERTS_WEBHOOK_URL=https://s.test/b\n'

  test.each([
    ['slack', WITHOUT_CHANNELS + SLACK, ['slack_configs']],
    ['telegram', `${MAIL_ONLY}TELEGRAM_BOT_TOKEN=x\nTELEGRAM_CHAT_ID=1\n`, ['email_configs', 'telegram_configs']],
    ['teams', `${MAIL_ONLY}TEAMS_WEBHOOK_URL=https://teams.test/x\n`, ['email_configs', 'msteamsv2_configs']],
  ])('%s is on if its variables have values', (_, values, kinds) => {
    using stack = copyOfStack()
    write(stack.path, values)
    expect(missingFrom(readEnv(stack.path))).toEqual([])
    render(stack.path)
    expect(kindsOf(stack.path, 'critical')).toEqual(kinds)
  })

  test('no channel, and half of a channel, are reported', () => {
    using stack = copyOfStack()
    write(stack.path, WITHOUT_CHANNELS)
    expect(missingFrom(readEnv(stack.path))).toEqual([
      'SMTP_ENABLED: no channel takes warnings: switch e-mail on, or set the two webhooks of Slack',
    ])
    write(stack.path, `${WITHOUT_CHANNELS}TELEGRAM_BOT_TOKEN=x\n`)
    expect(() => readEnv(stack.path)).toThrow(
      '.env: TELEGRAM_CHAT_ID: is empty, but TELEGRAM_BOT_TOKEN is given: both or none',
    )
  })

  test('check knows what the edge needs, where it is switched on', async () => {
    using stack = copyOfStack()
    write(stack.path, COMPLETE)
    expect(missingFrom(readEnv(stack.path))).toEqual([])
    write(stack.path, `${COMPLETE}COMPOSE_PROFILES=edge\nGATEWAY_URL=https://push.test\n`)
    expect(missingFrom(readEnv(stack.path))).toEqual([
      'EDGE_TLS: is empty',
      'DASHBOARD_ROOT_URL: must begin with https:// for the edge',
      'GATEWAY_URL: has the address of another one; the edge tells them apart by name',
    ])
    const names = 'DASHBOARD_ROOT_URL=https://dash.test\nGATEWAY_URL=https://gateway.test/\nEDGE_TLS=internal\n'
    write(stack.path, `${COMPLETE}COMPOSE_PROFILES=edge\n${names}`)
    expect(missingFrom(readEnv(stack.path))).toEqual([])
  })

  test('the edge is watched where it is switched on, and not missed where it is not', () => {
    using stack = copyOfStack()
    const target = join(stack.path, 'prometheus/targets/stack/edge.json')
    write(stack.path, 'COMPOSE_PROFILES=edge\n')
    render(stack.path)
    expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject([
      { targets: ['edge:8443'], labels: { module: 'tcp_connect', part: 'edge' } },
    ])
    write(stack.path, 'COMPOSE_PROFILES=\n')
    render(stack.path)
    expect(existsSync(target)).toBe(false)
  })

  test('a change reaches the files that are mounted as secrets', () => {
    using stack = copyOfStack()
    render(stack.path)
    write(
      stack.path,
      'SLACK_ALERTS_WEBHOOK_URL=https://hooks.slack.example/x\nSLACK_CRITICAL_WEBHOOK_URL=https://hooks.slack.example/y\nDASHBOARD_ROOT_URL=https://dash.example/\n',
    )
    expect(render(stack.path).map(({ path }) => path)).toEqual([
      'alertmanager/alertmanager.yml',
      'alertmanager/templates/links.tmpl',
      'secrets/slack_critical_url',
      'secrets/slack_alerts_url',
    ])
    expect(readFileSync(join(stack.path, 'secrets/slack_alerts_url'), 'utf8')).toBe('https://hooks.slack.example/x')
    expect((statSync(join(stack.path, 'secrets/slack_alerts_url')).mode & 0o777).toString(8)).toBe('640')
    expect(readFileSync(join(stack.path, 'alertmanager/templates/links.tmpl'), 'utf8')).toContain(
      '}}https://dash.example/d/',
    )
  })
})
