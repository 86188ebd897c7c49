import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { alertmanagerFiles } from '../../ops/cli/alertmanager.ts'
import { copyAlertmanager } from '../../ops/cli/check.ts'
import { addClient } from '../../ops/cli/clients.ts'
import { readEnv } from '../../ops/cli/env.ts'
import type { Route } from '../../ops/cli/routing.ts'
import { readClients } from '../../ops/cli/stack.ts'
import { findTool, run, versionOf } from '../../ops/cli/tools.ts'
import { timeIntervals } from '../../ops/cli/working-hours.ts'
import { setUp } from '../support/set-up.ts'
import { client } from './support/log-lines.ts'
import { requireProgram } from './support/programs.ts'
import { ACME, copyOfStack, EVERY_CHANNEL, type TemporaryFolder } from './support/stack.ts'

const suite = requireProgram('amtool') ? describe : describe.skip

interface Receiver {
  name: string
  email_configs?: { to: string; send_resolved: boolean; html: string; headers: { Subject: string } }[]
  slack_configs?: { channel: string; send_resolved: boolean; username: string; icon_emoji: string; color: string }[]
  telegram_configs?: { parse_mode: string; send_resolved: boolean }[]
  msteamsv2_configs?: { send_resolved: boolean }[]
  webhook_configs?: {
    url: string
    send_resolved: boolean
    http_config: { authorization: { type: string; credentials_file: string } }
  }[]
}

interface Config {
  global: Record<string, unknown>
  route: Route
  receivers: Receiver[]
  inhibit_rules: unknown[]
  time_intervals: { name: string }[]
}

/** Section 6 of the source: severity, wait, repeat, channels; security and the client routes with it. */
const SOURCE = [
  { kind: 'critical', wait: '10s', repeat: '1h', channels: ['email', '#critical', 'telegram', 'teams'] },
  { kind: 'security', wait: '10s', repeat: '30m', channels: ['email', '#critical', 'telegram', 'teams'] },
  { kind: 'warning', wait: '1m', repeat: '4h', channels: ['email', '#alerts'] },
  { kind: 'info', wait: '5m', repeat: '12h', channels: ['#alerts'] },
  { kind: 'default', wait: '30s', repeat: '4h', channels: ['email', '#alerts'] },
  { kind: 'client:acme-water', wait: '30s', repeat: '2h', channels: ['email', '#alerts'] },
  { kind: 'client:acme-water:critical', wait: '10s', repeat: '30m', channels: ['email', '#critical', 'telegram'] },
] as const

/** Which receiver, besides the gateway, hears what. */
const TRUTH: [severity: string, category: string, client: string, receiver: string][] = [
  ...['critical', 'warning', 'info', 'other', ''].flatMap((severity): [string, string, string, string][] => {
    const plain = ['critical', 'warning', 'info'].includes(severity) ? severity : 'default'
    const client = severity === 'critical' ? 'client:acme-water:critical' : 'client:acme-water'
    return [
      [severity, '', '', plain],
      [severity, 'security', '', 'security'],
      [severity, 'performance', '', plain],
      [severity, '', 'acme-water', client],
      [severity, 'security', 'acme-water', 'client:acme-water:critical'],
      [severity, '', 'unknown-client', plain],
      [severity, 'security', 'unknown-client', 'security'],
      [severity, '', 'acme', plain],
    ]
  }),
]

let stack: TemporaryFolder
let config: Config

setUp(async (opened) => {
  stack = opened.use(copyOfStack())
  addClient(stack.path, ACME, 'acme.yml')
  const env = { ...readEnv(stack.path), ...EVERY_CHANNEL }
  const [file] = alertmanagerFiles(env, readClients(stack.path))
  writeFileSync(join(stack.path, 'alertmanager/alertmanager.yml'), file?.content ?? '')
  config = parse(file?.content ?? '') as Config
})

const channelsOf = (receiver: Receiver): string[] => [
  ...(receiver.email_configs ? ['email'] : []),
  ...(receiver.slack_configs ?? []).map(({ channel }) => channel),
  ...(receiver.telegram_configs ? ['telegram'] : []),
  ...(receiver.msteamsv2_configs ? ['teams'] : []),
]

/** Routes with the settings they inherit. */
const flatten = (route: Route, inherited: Partial<Route> = {}): Route[] => {
  const { routes = [], ...own } = { ...inherited, ...route, routes: route.routes, matchers: route.matchers }
  return [own, ...routes.flatMap((child) => flatten(child, own))]
}

describe('routing', () => {
  test.each(SOURCE)('$kind waits, repeats and goes where the source says', ({ kind, wait, repeat, channels }) => {
    const found = flatten(config.route).filter(({ receiver }) => receiver === kind)
    expect(found.length).toBeGreaterThan(0)
    for (const route of found) {
      expect(route).toMatchObject({
        group_wait: wait,
        repeat_interval: repeat,
        group_by: ['alertname', 'severity'],
        group_interval: '5m',
      })
    }
    const receiver = config.receivers.find(({ name }) => name === kind)
    expect(receiver && channelsOf(receiver)).toEqual(channels)
  })

  test('repeat intervals are multiples of the group interval', () => {
    const seconds = (text = '') => Number.parseInt(text, 10) * { s: 1, m: 60, h: 3600 }[text.at(-1) as 's' | 'm' | 'h']
    for (const route of flatten(config.route))
      expect(seconds(route.repeat_interval) % seconds(route.group_interval)).toBe(0)
  })

  test('every receiver tells when an alert is over, in the format of its channel', () => {
    for (const { name, ...kinds } of config.receivers)
      for (const configs of Object.values(kinds))
        for (const { send_resolved } of configs) expect([name, send_resolved]).toEqual([name, name !== 'heartbeat'])
    const critical = config.receivers.find(({ name }) => name === 'critical')
    expect(critical?.email_configs?.[0]).toMatchObject({
      html: '{{ template "email.html" . }}',
      headers: { Subject: '{{ template "email.subject" . }}' },
    })
    expect(critical?.slack_configs?.[0]).toMatchObject({
      username: '{{ template "slack.username" . }}',
      icon_emoji: '{{ template "slack.icon" . }}',
      color: '{{ template "slack.color" . }}',
    })
    expect(critical?.telegram_configs?.[0]?.parse_mode).toBe('HTML')
  })

  test('the gateway hears everything at once, and the heartbeat, with its bearer token', () => {
    const [first, second] = config.route.routes ?? []
    expect(first).toMatchObject({
      receiver: 'gateway',
      continue: true,
      group_by: ['...'],
      matchers: ['alertname!="Watchdog"'],
    })
    expect(second).toMatchObject({ receiver: 'heartbeat', matchers: ['alertname="Watchdog"'], repeat_interval: '1m' })
    for (const name of ['gateway', 'heartbeat'])
      expect(config.receivers.find((receiver) => receiver.name === name)?.webhook_configs?.[0]).toMatchObject({
        url: 'http://gateway:4000/hooks/alertmanager',
        http_config: { authorization: { type: 'Bearer', credentials_file: '/run/secrets/alertmanager_token' } },
      })
  })

  test('the service outside is called where it has an address, which no generated file holds', () => {
    const heartbeat = (HEARTBEAT_URL: string) => {
      const [file] = alertmanagerFiles({ ...readEnv(stack.path), HEARTBEAT_URL }, [])
      expect(file?.content).not.toContain('https://outside.example')
      return (parse(file?.content ?? '') as Config).receivers.find(({ name }) => name === 'heartbeat')?.webhook_configs
    }
    expect(heartbeat('')).toHaveLength(1)
    expect(heartbeat('https://outside.example/ping/1')).toEqual([
      expect.objectContaining({ url: 'http://gateway:4000/hooks/alertmanager' }),
      { url_file: '/run/secrets/heartbeat_url', send_resolved: false },
    ])
  })

  test('silence of a client is sent in the working hours, from the time by which the first line of the day is due', () => {
    const acme = config.route.routes?.find(({ receiver }) => receiver === 'client:acme-water')
    expect(acme?.routes?.at(-1)).toEqual({
      receiver: 'client:acme-water',
      matchers: ['alertname="AcmeWaterNoActivity"'],
      active_time_intervals: ['working-hours-acme-water'],
    })
    const gateway = config.route.routes?.find(({ receiver }) => receiver === 'client:gateway')
    expect(gateway?.routes).toHaveLength(2)
    expect(config.time_intervals.map(({ name }) => name)).toEqual(['working-hours-acme-water'])
  })

  test.each([
    ['the usual day, an hour and the ship interval later', {}, [['08:17', '18:00']]],
    ['a longer ship interval', { shipIntervalMinutes: 60 }, [['09:02', '18:00']]],
    [
      'over midnight',
      { dayStarts: '20:00', dayEnds: '06:00' },
      [
        ['21:17', '24:00'],
        ['00:00', '06:00'],
      ],
    ],
    ['begins after midnight with the wait', { dayStarts: '23:00', dayEnds: '06:00' }, [['00:17', '06:00']]],
    ['until midnight', { dayStarts: '12:00', dayEnds: '00:00' }, [['13:17', '24:00']]],
    ['always at work', { dayStarts: '00:00', dayEnds: '00:00' }, [['00:00', '24:00']]],
    ['a day shorter than the wait', { dayStarts: '12:00', dayEnds: '13:00' }, [['12:00', '13:00']]],
  ])('the working hours of a client: %s', (_, hours, expected) => {
    const activity = `activity: ${JSON.stringify({ timeZone: 'Europe/Berlin', ...hours })}`
    const [interval] = timeIntervals([client('acme', activity)])
    expect(interval?.time_intervals).toEqual([
      { times: expected.map(([start_time, end_time]) => ({ start_time, end_time })), location: 'Europe/Berlin' },
    ])
  })

  test("a client's mail goes to his contact and to us", () => {
    const receiver = config.receivers.find(({ name }) => name === 'client:acme-water')
    expect(receiver?.email_configs?.map(({ to, html }) => [to, html])).toEqual([
      ['operations@example.org', '{{ template "email.html" . }}'],
      ['it@acme.example', '{{ template "email.client.html" . }}'],
    ])
  })

  test('without SMTP_ENABLED there is no mail at all', () => {
    const [file] = alertmanagerFiles(readEnv(stack.path), readClients(stack.path))
    expect(file?.content).not.toMatch(/smtp_|email_configs/)
  })

  test('the sender and the server of mails come from .env, the password from a file', () => {
    const env = {
      ...readEnv(stack.path),
      SMTP_ENABLED: 'true' as const,
      SMTP_HOST: 'mail.x.org:25',
      SMTP_FROM: 'a@x.org',
      SMTP_USER: 'u',
    }
    const [file] = alertmanagerFiles(env, [])
    expect((parse(file?.content ?? '') as Config).global).toMatchObject({
      smtp_smarthost: 'mail.x.org:25',
      smtp_from: 'a@x.org',
      smtp_auth_username: 'u',
      smtp_auth_password_file: '/run/secrets/smtp_password',
    })
  })
})

suite('routing, by amtool', () => {
  let path: string

  beforeAll(() => {
    const folder = join(stack.path, 'amtool')
    mkdirSync(folder)
    const copy = copyAlertmanager(stack.path, folder, versionOf('amtool'))
    path = copy.path
    process.stdout.write(`Not read by ${findTool('amtool')}: ${copy.taken.join(', ') || 'nothing'}\n`)
  })

  test.each(TRUTH)('severity=%j category=%j client=%j goes to %s', (severity, category, client, receiver) => {
    const labels = Object.entries({ alertname: 'Anything', severity, category, client }).flatMap(([name, value]) =>
      value ? [`${name}=${value}`] : [],
    )
    const verdict = run('amtool', [
      'config',
      'routes',
      'test',
      `--config.file=${path}`,
      `--verify.receivers=gateway,${receiver}`,
      ...labels,
    ])
    expect(verdict.trim()).toBe(`gateway,${receiver}`)
  })

  test('the heartbeat goes to the gateway alone', () => {
    const verdict = run('amtool', [
      'config',
      'routes',
      'test',
      `--config.file=${path}`,
      'alertname=Watchdog',
      'severity=none',
    ])
    expect(verdict.trim()).toBe('heartbeat')
  })
})
