import { writeFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { requireTool } from '../support/tools.ts'
import { HOUR_AGO, Host, rows } from './support/activity.ts'
import { sqlite } from './support/databases.ts'

const suite = requireTool('php', 'apt-get install php-cli php-curl php-sqlite3 php-pgsql') ? describe : describe.skip

suite('ship-logs.php and its rows', () => {
  const hours = (count: number): number => Math.floor(Date.now() / 1000) - count * 3600

  test('drops and counts what is too old for the log store', async () => {
    await using host = await Host.with(sqlite, [
      { id: 1, time: hours(9000) },
      { id: 2, time: hours(1680) },
      { id: 3, time: hours(1678) },
    ])
    expect((await host.kit.ship()).code).toBe(0)
    expect(host.storedIds).toEqual([3])
    expect(host.state).toEqual({ last_id: 3, dropped: 2, rejected: 0 })
  })

  test('waits for rows to settle, and for all after them: ids commit out of order', async () => {
    await using host = await Host.with(sqlite, [{ id: 1 }, { id: 2, time: hours(0) }, { id: 3 }])
    expect((await host.kit.ship()).code).toBe(0)
    expect(host.storedIds).toEqual([1])
    expect(host.state).toMatchObject({ last_id: 1 })
  })

  test('sets rows aside whose time is none or in the future', async () => {
    await using host = await Host.with(sqlite, [
      { id: 1 },
      { id: 2, time: 'now' },
      { id: 3, time: hours(-1) },
      { id: 4 },
    ])
    expect(await host.kit.ship()).toMatchObject({
      code: 0,
      err: expect.stringContaining('row 2 set aside: its time is none'),
    })
    expect(host.storedIds).toEqual([1, 4])
    expect(host.state).toEqual({ last_id: 4, dropped: 0, rejected: 2 })
  })

  test('writes local time of the database in UTC, and the hour of the working day into the line', async () => {
    const zone = 'Africa/Johannesburg'
    const logged = [{ id: 7, user: 'admin', action: ' LOGIN ', time: HOUR_AGO + 2 * 3600 }]
    await using host = await Host.with(sqlite, logged, { DATABASE: { time_zone: zone }, TIME_ZONE: zone })
    expect((await host.kit.ship()).code).toBe(0)
    const hour = (new Date(HOUR_AGO * 1000).getUTCHours() + 2) % 24
    expect(host.loki.job('activity')).toEqual([
      {
        labels: { client: 'acme', job: 'activity', level: 'info', action_type: 'login' },
        time: `${HOUR_AGO}000000007`,
        line: `{"id":7,"user":"admin","action":" LOGIN ","data":"row 7","ip":"192.0.2.7","admin":true,"hour":${hour}}`,
      },
    ])
  })

  test('gives each action its type and level', async () => {
    const actions = { failed_login: 'warning', error: 'error', user_created: 'info', view_page: 'info' }
    await using host = await Host.with(
      sqlite,
      Object.keys(actions).map((action, index) => ({ id: index + 1, action })),
    )
    expect((await host.kit.ship()).code).toBe(0)
    expect(host.loki.job('activity').map(({ labels }) => [labels.action_type, labels.level])).toEqual([
      ['failed_login', 'warning'],
      ['error', 'error'],
      ['user_change', 'info'],
      ['other', 'info'],
    ])
  })

  test('whatever bytes a row holds, it is shipped', async () => {
    const data = ['\u0000\u001f"\\', '日本', 'x'.repeat(100_000), '', '{"a":{"b":[1,2]}}']
    await using host = await Host.with(
      sqlite,
      data.map((text, index) => ({ id: index + 1, data: text })),
    )
    expect((await host.kit.ship()).code).toBe(0)
    const shipped = host.stored.map(({ data }) => data)
    expect(shipped).toEqual([data[0], '日本', 'x'.repeat(8192), '', '{"a":{"b":[1,2]}}'])
  })

  test('bytes that are no UTF-8 are replaced, not refused', async () => {
    await using host = await Host.with(sqlite, rows(2))
    await host.database.run("UPDATE activity_log SET details = CAST(X'61ff62' AS TEXT) WHERE id = 1")
    expect((await host.kit.ship()).code).toBe(0)
    expect(host.stored.map(({ data }) => data)).toEqual(['a\u{fffd}b', 'row 2'])
  })

  test('each stream is oldest first, whatever the order of ids', async () => {
    const times = [5, 2, 9, 1].map((seconds) => HOUR_AGO + seconds)
    await using host = await Host.with(
      sqlite,
      times.map((time, index) => ({ id: index + 1, time })),
    )
    expect((await host.kit.ship()).code).toBe(0)
    expect(host.storedIds).toEqual([4, 2, 1, 3])
  })

  test('a damaged state stops the run instead of guessing', async () => {
    await using host = await Host.with(sqlite, rows(3))
    writeFileSync(host.kit.stateFile, '{"last_id":')
    expect(await host.kit.ship()).toMatchObject({ code: 1, err: expect.stringContaining('is damaged') })
    expect(host.loki.pushes).toHaveLength(0)
  })
})

suite('ship-logs.php and secrets', () => {
  const secrets = [
    'password=hunter2-S3CRET&x=1',
    '{"password":"hunter2-S3CRET","user":"bob"}',
    '{"login":{"new_password":{"value":"hunter2-S3CRET"}}}',
    '{"tokens":["hunter2-S3CRET","hunter2-S3CRET"]}',
    '{"body":"{\\"apiKey\\":\\"hunter2-S3CRET\\"}"}',
    'a:1:{s:8:"password";s:14:"hunter2-S3CRET";}',
    "array('client_secret' => 'hunter2-S3CRET')",
    '[passwd] => hunter2-S3CRET',
    'Authorization: Bearer hunter2-S3CRET',
    'Cookie: theme=dark; PHPSESSID=hunter2-S3CRET',
    'mysql://app:hunter2-S3CRET@db/app',
    'Passphrase: "two hunter2-S3CRET words"',
    'sent bearer hunter2-S3CRET',
    'eyJhbGciOiJIUzI1NiJ9.hunter2-S3CRET.c2ln',
  ]
  const cards = [
    '4111111111111111',
    '4111 1111 1111 1111',
    '5500-0000-0000-0004',
    '3782 822463 10005',
    '{"n":4111111111111111}',
  ]
  const harmless = [
    'order 1234567890123',
    'deleted page 42 at 10:30',
    '{"page":"/about","ids":[1,2]}',
    'passenger list',
  ]

  test('passwords, tokens and card numbers never leave the host', async () => {
    const logged = [...secrets, ...cards].map((data, index) => ({ id: index + 1, data }))
    await using host = await Host.with(sqlite, [...logged, { id: 99, user: 'token=hunter2-S3CRET', action: cards[0] }])
    expect((await host.kit.ship()).code).toBe(0)
    expect(host.storedIds).toHaveLength(secrets.length + cards.length + 1)
    const leaking = host.loki.job('activity').filter(({ line }) => /S3CRET|4111|5500-0|822463/.test(line))
    expect(leaking).toEqual([])
  })

  test('what is no secret arrives as it is', async () => {
    await using host = await Host.with(
      sqlite,
      harmless.map((data, index) => ({ id: index + 1, data })),
    )
    expect((await host.kit.ship()).code).toBe(0)
    expect(host.stored.map(({ data }) => data)).toEqual(harmless)
  })

  const hostile = ['id; DROP TABLE activity_log', 'id"--', 'id`', 'a.b', '1id', '', 'id\n', 'ïd', '(SELECT 1)']
  const keys = ['table', 'id_column', 'user_column', 'action_column', 'data_column', 'ip_column', 'time_column']
  test.each(keys)('a %s that is no plain name is refused', async (key) => {
    for (const name of hostile) {
      await using host = await Host.with(sqlite, rows(1), { LOG_TABLE: { [key]: name } })
      expect(await host.kit.ship()).toMatchObject({ code: 1, err: expect.stringContaining(`LOG_TABLE ${key} must be`) })
      expect(host.loki.pushes).toHaveLength(0)
    }
  })

  test.each([
    [{ PUSH_URL: 'http://logs.example/loki/api/v1/push' }, 'PUSH_URL'],
    [{ PUSH_URL: 'https://logs.example/' }, 'PUSH_URL'],
    [{ CLIENT_ID: 'Acme\r\nX-Evil: 1' }, 'CLIENT_ID'],
    [{ BATCH_SIZE: 0 }, 'BATCH_SIZE'],
    [{ TIME_ZONE: 'Mars/Olympus' }, 'Mars/Olympus'],
    [{ ACTION_TYPES: { login: 'admin_login' } }, 'admin_login'],
    [{ LOG_TABLE: { data_column: 'misspelt' } }, 'misspelt'],
  ])('refuses %j', async (settings, named) => {
    await using host = await Host.with(sqlite, rows(1), settings)
    expect(await host.kit.ship()).toMatchObject({ code: 1, err: expect.stringContaining(named) })
    expect(host.loki.pushes).toHaveLength(0)
  })

  test('the web server shows nothing of the kit but the metrics', async () => {
    await using host = await Host.with(sqlite, rows(1))
    const address = await host.kit.serve()
    expect((await fetch(`${address}/ship-logs.php`)).status).toBe(403)
    for (const file of ['config.php', 'masking.php', 'rows.php', 'push.php'])
      expect(await (await fetch(`${address}/${file}`)).text()).toBe('')
    expect(host.loki.pushes).toHaveLength(0)
  })
})
