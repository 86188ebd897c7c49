import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { render } from '../../ops/cli/clients.ts'
import { initEnv, missingFrom, readEnv } from '../../ops/cli/env.ts'
import { parseKey } from '../../src/security/secrets.ts'
import { ops } from './support/ops.ts'
import { copyOfStack } from './support/stack.ts'

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
METRICS_TOKEN=x
SECRETS_KEY=${'A'.repeat(43)}
ALERTMANAGER_TOKEN=x
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

  test('every problem is told at once, by variable', () => {
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
      'SLACK_CRITICAL_WEBHOOK_URL: is empty',
      'SLACK_ALERTS_WEBHOOK_URL: is empty',
      'TELEGRAM_BOT_TOKEN: is empty',
      'TELEGRAM_CHAT_ID: is empty',
      'TEAMS_WEBHOOK_URL: is empty',
      'HEARTBEAT_URL: is empty',
      'ALERT_EMAIL_TO: still has the value of the example',
      'PUSH_URL: still has the value of the example',
      'RUNBOOK_URL: still has the value of the example',
      'AUTH_ISSUER: still has the value of the example',
    ])
  })

  test('check is not content while alerts of the gateway go to an address of the example', async () => {
    using stack = copyOfStack()
    write(stack.path, COMPLETE)
    const contact = 'clients/gateway.yml: contact: still has the value of the example\n'
    expect(await ops(stack.path, ['env', 'check'])).toMatchObject({ status: 1, stdout: contact })
    const record = join(stack.path, 'clients/gateway.yml')
    writeFileSync(record, readFileSync(record, 'utf8').replace(/contact: .*/, 'contact: team@operator.test'))
    expect(await ops(stack.path, ['env', 'check'])).toMatchObject({ status: 0, stdout: 'complete\n' })
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
      'SLACK_ALERTS_WEBHOOK_URL=https://hooks.slack.example/x\nDASHBOARD_ROOT_URL=https://dash.example/\n',
    )
    expect(render(stack.path).map(({ path }) => path)).toEqual([
      'alertmanager/templates/links.tmpl',
      'secrets/slack_alerts_url',
    ])
    expect(readFileSync(join(stack.path, 'secrets/slack_alerts_url'), 'utf8')).toBe('https://hooks.slack.example/x')
    expect((statSync(join(stack.path, 'secrets/slack_alerts_url')).mode & 0o777).toString(8)).toBe('640')
    expect(readFileSync(join(stack.path, 'alertmanager/templates/links.tmpl'), 'utf8')).toContain(
      '}}https://dash.example/d/',
    )
  })
})
