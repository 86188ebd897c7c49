import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient } from '../../ops/cli/clients.ts'
import { writeKit } from '../../ops/cli/kit.ts'
import { readCredentials } from '../../ops/cli/secrets.ts'
import { readClient } from '../../ops/cli/stack.ts'
import { requireTool } from '../support/tools.ts'
import { ACME, copyOfStack, TRACED } from './support/stack.ts'

const suite = requireTool('php', 'apt-get install php-cli php-curl php-sqlite3') ? describe : describe.skip

const NASTY = ACME.replace(/name:.*/, `name: "It's a 'test' \\\\"`)

suite("the bundle for a client's host", () => {
  test('holds everything, and the secrets are for the owner alone', () => {
    using stack = copyOfStack()
    const { client } = addClient(stack.path, ACME, 'acme.yml')
    const kit = writeKit(stack.path, client)
    expect(readdirSync(kit).sort()).toEqual(
      [
        'INSTRUCTIONS.md',
        'README.md',
        'client.env',
        'config.php',
        'crontab.txt',
        'masking.php',
        'metrics.php',
        'push.php',
        'rows.php',
        'ship-logs.php',
        'tracing.php',
      ].sort(),
    )
    expect((statSync(join(kit, 'client.env')).mode & 0o777).toString(8)).toBe('600')
    expect(readFileSync(join(kit, 'INSTRUCTIONS.md'), 'utf8')).toContain('npm run ops -- client verify acme-water')
  })

  test.each([
    ['mysql', 'mysql:charset=utf8mb4;host=h;dbname=d'],
    ['postgresql', 'pgsql:host=h;dbname=d'],
    ['sqlite', 'sqlite:file:d?mode=ro'],
  ])('its settings are those of the record, for %s', (database, dsn) => {
    using stack = copyOfStack()
    const yaml = `${NASTY.replace('mysql', database)}activity: { shipIntervalMinutes: 20, securityIntervalMinutes: 2, timeZone: Europe/Berlin }\n`
    const { client } = addClient(stack.path, yaml, 'acme.yml')
    const kit = writeKit(stack.path, client)
    const script = `. ${kit}/client.env; DB_HOST=h DB_NAME=d php -r 'echo json_encode(require "${kit}/config.php");'`
    const config: unknown = JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' }))
    const credentials = readCredentials(stack.path)['acme-water']
    expect(config).toMatchObject({
      CLIENT_ID: 'acme-water',
      CLIENT_NAME: `It's a 'test' \\`,
      PUSH_URL: 'https://push.example.org/loki/api/v1/push',
      TRACES_URL: '',
      PUSH_PASSWORD: credentials?.pushPassword,
      METRICS_TOKEN: credentials?.metricsToken,
      SHIP_INTERVAL_MINUTES: 20,
      SECURITY_INTERVAL_MINUTES: 2,
      BATCH_SIZE: 100,
      TIME_ZONE: 'Europe/Berlin',
      DATABASE: { dsn },
    })
  })

  test('a client that sends traces gets the address for them', () => {
    using stack = copyOfStack()
    const kit = writeKit(stack.path, addClient(stack.path, TRACED, 'acme.yml').client)
    expect(readFileSync(join(kit, 'config.php'), 'utf8')).toContain("'https://push.example.org/v1/traces'")
    expect(readFileSync(join(kit, 'INSTRUCTIONS.md'), 'utf8')).toContain('load `KIT/tracing.php` before it')
  })

  test('the cron line runs as often as the log rules expect', () => {
    using stack = copyOfStack()
    const { client } = addClient(stack.path, `${ACME}activity: { shipIntervalMinutes: 60 }\n`, 'acme.yml')
    expect(readFileSync(join(writeKit(stack.path, client), 'crontab.txt'), 'utf8')).toMatch(
      /^0 \* \* \* \* .*ship-logs\.php/m,
    )
    using quarter = copyOfStack()
    const usual = addClient(quarter.path, ACME, 'acme.yml').client
    const crontab = readFileSync(join(writeKit(quarter.path, usual), 'crontab.txt'), 'utf8')
    expect(crontab).toMatch(/^\*\/15 \* \* \* \* .*ship-logs\.php > \/dev\/null$/m)
    expect(crontab).toMatch(/^\*\/1 \* \* \* \* .*ship-logs\.php security > /m)
    expect(crontab).toMatch(/^\*\/5 \* \* \* \* curl .*https:\/\/www\.acme\.example\/api\/health$/m)
  })

  test('a kit that cannot be written leaves the old one', () => {
    using stack = copyOfStack()
    const { client } = addClient(stack.path, ACME, 'acme.yml')
    const kit = writeKit(stack.path, client)
    writeFileSync(join(stack.path, 'client-kit/config.example.php'), '<?php return [];')
    expect(() => writeKit(stack.path, client)).toThrow("client-kit/config.example.php has no '<CLIENT_ID>'")
    expect(existsSync(join(kit, 'config.php'))).toBe(true)
    expect(readdirSync(join(stack.path, 'secrets/kits'))).toEqual(['acme-water'])
  })

  test('a client without endpoint and log has no kit', () => {
    using stack = copyOfStack()
    expect(() => writeKit(stack.path, readClient(stack.path, 'gateway'))).toThrow('client "gateway" has no credentials')
  })
})
