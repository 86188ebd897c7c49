import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { requireTool } from '../support/tools.ts'
import { HOUR_AGO, Host, ids, log, rows } from './support/activity.ts'
import { sqlite } from './support/databases.ts'

const suite = requireTool('php', 'apt-get install php-cli php-curl php-sqlite3') ? describe : describe.skip

const SECURITY = ['login', 'failed_login', 'delete', 'user_created', 'role_changed']
const mixed = [...SECURITY, 'update', 'logout', 'error', 'something else'].map((action, index) => ({
  id: index + 1,
  action,
}))

suite('ship-logs.php security', () => {
  test('ships what the security alerts count and reports by itself; the next full run ships all, and nothing twice', async () => {
    await using host = await Host.with(sqlite, mixed)
    expect(await host.kit.ship('security')).toMatchObject({ code: 0, err: '' })
    expect(host.storedIds).toEqual([1, 2, 3, 4, 5])
    expect(host.loki.job('activity').map(({ labels }) => labels.action_type)).toEqual([
      'login',
      'failed_login',
      'delete',
      'user_change',
      'permission_change',
    ])
    expect(host.loki.job('security-shipper')).toHaveLength(1)
    expect(host.loki.job('shipper')).toEqual([])
    expect(existsSync(host.kit.stateFile)).toBe(false)

    expect(await host.kit.ship()).toMatchObject({ code: 0, err: '' })
    expect(host.storedIds).toEqual(ids(1, 9))
    expect(host.state).toEqual({ last_id: 9, dropped: 0, rejected: 0 })
  })

  test('continues where its last run ended', async () => {
    await using host = await Host.with(sqlite, mixed)
    await host.kit.ship('security')
    await log(host.database, [{ id: 10, action: 'failed_login' }])
    await host.kit.ship('security')
    expect(host.loki.pushes.map(({ entries }) => entries.length)).toEqual([5, 1, 1, 1])
    expect(host.storedIds).toEqual([1, 2, 3, 4, 5, 10])
  })

  test('a full run that is hours behind loses nothing of what comes after it', async () => {
    const old = ids(1, 4).map((id) => ({ id, action: id % 2 ? 'login' : 'update', time: HOUR_AGO - 5 * 3600 + id }))
    await using host = await Host.with(sqlite, [...old, { id: 5, action: 'login', time: HOUR_AGO }])
    expect(await host.kit.ship('security')).toMatchObject({ code: 0, err: '' })
    expect(await host.kit.ship()).toMatchObject({ code: 0, err: '' })
    expect(host.storedIds.toSorted()).toEqual([1, 2, 3, 4, 5])
    expect(host.state).toEqual({ last_id: 5, dropped: 0, rejected: 0 })
  })

  test('security runs that stood still go on behind the full runs, which shipped for them', async () => {
    await using host = await Host.with(sqlite, [{ id: 1, action: 'login', time: HOUR_AGO - 5 * 3600 }])
    await host.kit.ship('security')
    await log(
      host.database,
      ids(2, 4).map((id) => ({ id, action: 'login', time: HOUR_AGO - 4 * 3600 + 3600 * id })),
    )
    expect(await host.kit.ship()).toMatchObject({ code: 0, err: '' })
    expect(host.storedIds).toEqual([1, 2, 3, 4])
    host.loki.pushes.length = 0
    expect(await host.kit.ship('security')).toMatchObject({ code: 0, err: '' })
    expect(host.loki.pushes.map(({ entries }) => entries[0]?.labels.job)).toEqual(['security-shipper'])
  })

  test('begins where the full runs are, not with the whole log', async () => {
    await using host = await Host.with(
      sqlite,
      rows(3).map((row) => ({ ...row, action: 'login' })),
    )
    await host.kit.ship()
    await log(host.database, [{ id: 4, action: 'login' }])
    host.loki.pushes.length = 0
    expect((await host.kit.ship('security')).code).toBe(0)
    expect(host.loki.pushes[0]?.entries.map(({ line }) => (JSON.parse(line) as { id: number }).id)).toEqual([4])
  })

  test('is delayed neither by a running full run, nor by rows that cannot be shipped', async () => {
    const unusable = [1, 2].map((id) => ({ id, action: 'failed_login', time: 'no time' }))
    await using host = await Host.with(sqlite, unusable)
    expect((await host.kit.ship('security')).code).toBe(0)
    await log(
      host.database,
      ids(3, 250).map((id) => ({ id, action: id === 250 ? 'failed_login' : 'update', time: HOUR_AGO + id })),
    )
    expect(await host.kit.ship('security')).toMatchObject({ code: 0, err: '' })
    expect(host.storedIds).toEqual([250])
    expect(existsSync(`${host.kit.stateFile}.security.rejected`)).toBe(false)
    expect((await host.kit.ship()).code).toBe(0)
    expect(readFileSync(`${host.kit.stateFile}.rejected`, 'utf8').trim().split('\n')).toHaveLength(2)

    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    host.loki.answer = async ({ entries }) => {
      if (entries[0]?.labels.job !== 'shipper') return 204
      arrive()
      await released
      return 204
    }
    const full = host.kit.start()
    await arrived
    expect(await host.kit.ship('security')).toMatchObject({ code: 0, err: '' })
    release()
    expect((await full.ended).code).toBe(0)
  })

  test('is the only other kind of run', async () => {
    await using host = await Host.with(sqlite, [])
    expect(await host.kit.ship('securty')).toMatchObject({
      code: 1,
      err: expect.stringContaining('securty is no kind of run: security, or nothing'),
    })
    expect(host.loki.pushes).toEqual([])
  })

  test('a missing setting is reported by name', async () => {
    await using host = await Host.with(sqlite, [], { SECURITY_INTERVAL_MINUTES: 'every minute' })
    expect(await host.kit.ship()).toMatchObject({
      code: 1,
      err: expect.stringContaining('SECURITY_INTERVAL_MINUTES must be a whole number of at least 1'),
    })
  })
})
