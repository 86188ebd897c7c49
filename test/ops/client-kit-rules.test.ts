import { describe, expect, test } from '@jest/globals'
import { type LogRule, logRules } from '../../ops/cli/log-rules.ts'
import type { LogLine } from '../../ops/cli/logql-evaluate.ts'
import { requireTool } from '../support/tools.ts'
import { Host, type Row } from './support/activity.ts'
import { sqlite } from './support/databases.ts'
import { client, firings, MINUTE, SECOND } from './support/log-lines.ts'
import type { Entry } from './support/loki.ts'

const suite = requireTool('php', 'apt-get install php-cli php-curl php-sqlite3 php-pgsql') ? describe : describe.skip

/** Half past six in the evening in Johannesburg, yesterday or the day before; in seconds. */
const EVENING = Math.floor(Date.now() / 86_400_000 - 1) * 86_400 + 16.5 * 3600

const asLine = ({ labels, time, line }: Entry): LogLine => ({ labels, time: Number(BigInt(time) / 1_000_000n), line })

/** Suffixes of the alerts that rows lead to once they are old enough, through the shipper and the rules. */
const alertsAfter = async (actions: Omit<Row, 'id'>[], timeZone = 'Africa/Johannesburg'): Promise<string[]> => {
  const logged = actions.map((row, index) => ({ id: index + 1, time: EVENING + index, ...row }))
  await using host = await Host.with(sqlite, logged, { TIME_ZONE: timeZone })
  expect(await host.kit.ship('security')).toMatchObject({ code: 0, err: '' })
  expect(await host.kit.ship()).toMatchObject({ code: 0, err: '' })
  const lines = [...host.loki.stored.values()].map(asLine)
  const { groups } = logRules(client('acme', `activity: { timeZone: ${timeZone} }`))
  const written = Number(logged.at(-1)?.time ?? EVENING) * SECOND
  const fires = (rule: LogRule): boolean => {
    const lateness = Number(/ offset (\d+)m/.exec(rule.expr)?.[1]) * MINUTE
    return firings(rule, lines, [written + lateness + MINUTE, written + lateness + 9 * MINUTE]).length > 0
  }
  return groups
    .flatMap(({ rules }) => rules)
    .filter(({ expr }) => expr.includes('job="activity"'))
    .filter(fires)
    .map(({ alert }) => alert.replace('Acme', ''))
}

suite('rows of the log table', () => {
  const of = (count: number, action: string): Omit<Row, 'id'>[] => Array.from({ length: count }, () => ({ action }))

  test.each([
    ['four failed logins', of(4, 'failed_login'), []],
    ['five failed logins', of(5, 'Login_Failed'), ['FailedLoginSpike']],
    ['ten failed logins', of(10, 'failed_login'), ['FailedLoginSpike', 'BruteForceDetected']],
    ['a login', [{ action: 'login' }], []],
    ['a login by an admin in the evening', [{ action: 'login', user: 'admin' }], ['AdminAfterHours']],
    ['a login by an admin at noon', [{ action: 'login', user: 'admin', time: EVENING - 6.5 * 3600 }], []],
    ['five deletions', of(5, 'delete'), ['BulkDelete']],
    ['a new user', of(1, 'user_created'), ['UserManagement']],
    ['a changed role', of(1, 'role_changed'), ['UserManagement']],
    ['five errors', of(5, 'error'), ['ErrorSpike']],
    ['ten actions of an unknown kind', of(10, 'view_page'), []],
    ['none at all', [], ['NoActivity']],
  ])('%s', async (_, actions, alerts) => {
    expect(await alertsAfter(actions)).toEqual(alerts)
  })

  test('in a zone with daylight saving the hour that the shipper writes decides', async () => {
    const login = [{ action: 'login', user: 'admin' }]
    // Half past four in the afternoon UTC is before six in London and noon in New York, all year.
    expect(await alertsAfter(login, 'Europe/London')).toEqual([])
    expect(await alertsAfter(login, 'America/New_York')).toEqual([])
    expect(await alertsAfter(login, 'Australia/Sydney')).toEqual(['AdminAfterHours'])
  })
})
