import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient } from '../../ops/cli/clients.ts'
import { giveAccess, takeAccess, updateAccess } from '../../ops/cli/grafana.ts'
import { WithGrafana } from './support/grafana.ts'
import { ops } from './support/ops.ts'
import { ACME } from './support/stack.ts'

describe("a client's access to Grafana", () => {
  test('is an organization with his data sources, his dashboard and a viewer', async () => {
    await using t = await WithGrafana.open()
    const access = await giveAccess(t.stack.path, t.at, t.client)
    expect(access).toMatchObject({
      login: 'client-acme-water',
      password: expect.stringMatching(/^[\w-]{24}$/),
      url: 'https://dash.example/d/client-acme-water?orgId=2',
    })
    expect(t.grafana.users.get('client-acme-water')).toEqual({
      id: 11,
      org: 2,
      role: 'Viewer',
      name: 'Acme "Water" & Sons',
      email: 'client-acme-water',
    })
    expect([...t.grafana.dashboards.keys()]).toEqual(['2/client-acme-water'])
  })

  test('reaches nothing but his own: metrics through the label proxy, logs and traces of his tenant', async () => {
    await using t = await WithGrafana.open()
    await giveAccess(t.stack.path, t.at, t.client)
    expect([...t.grafana.dataSources.keys()]).toEqual(['2/prometheus', '2/loki-acme-water', '2/tempo-acme-water'])
    expect(t.grafana.dataSources.get('2/prometheus')).toMatchObject({
      url: 'http://prom-label-proxy:8080',
      jsonData: { httpHeaderName1: 'X-Client' },
      secureJsonData: { httpHeaderValue1: 'acme-water' },
    })
    for (const store of ['loki', 'tempo'])
      expect(t.grafana.dataSources.get(`2/${store}-acme-water`)).toMatchObject({
        jsonData: { httpHeaderName1: 'X-Scope-OrgID' },
        secureJsonData: { httpHeaderValue1: 'acme-water' },
      })
  })

  test('his dashboard asks no data source that his organization lacks', async () => {
    await using t = await WithGrafana.open()
    await giveAccess(t.stack.path, t.at, t.client)
    const text = JSON.stringify(t.grafana.dashboards.get('2/client-acme-water'))
    const asked = new Set(
      [...text.matchAll(/"uid":"([^"]+)"/g)].map(([, uid]) => uid).filter((uid) => uid !== 'client-acme-water'),
    )
    expect([...asked].sort()).toEqual(['loki-acme-water', 'prometheus', 'tempo-acme-water'])
  })

  test('given twice stays the same, and no password is changed', async () => {
    await using t = await WithGrafana.open()
    await giveAccess(t.stack.path, t.at, t.client)
    const again = await giveAccess(t.stack.path, t.at, t.client)
    expect(again.password).toBeUndefined()
    expect([t.grafana.orgs.size, t.grafana.users.size, t.grafana.dataSources.size]).toEqual([1, 2, 3])
  })

  test('is taken away whole, and taking it twice is fine', async () => {
    await using t = await WithGrafana.open()
    await giveAccess(t.stack.path, t.at, t.client)
    expect(await takeAccess(t.at, 'acme-water')).toEqual(['user client-acme-water', 'organization client-acme-water'])
    expect([t.grafana.orgs.size, [...t.grafana.users.keys()]]).toEqual([0, ['admin']])
    expect(await takeAccess(t.at, 'acme-water')).toEqual([])
  })

  test('the command line gives it, and offboarding takes it away with everything else', async () => {
    await using t = await WithGrafana.open()
    writeFileSync(
      join(t.stack.path, '.env'),
      'DASHBOARD_ADMIN_PASSWORD=secret\nDASHBOARD_ROOT_URL=https://dash.example\n',
    )
    const urls = { GRAFANA_URL: t.at.url }
    const given = await ops(t.stack.path, ['grafana', 'client', 'acme-water'], urls)
    expect(given.stdout).toMatch(
      /^https:\/\/dash.example\/d\/client-acme-water\?orgId=2\nuser: client-acme-water\npassword: [\w-]{24}\n$/,
    )
    const removed = await ops(t.stack.path, ['client', 'remove', 'acme-water'], urls)
    expect(removed.stdout).toMatch(
      /- clients\/acme-water\.yml\n[\s\S]*- Grafana user client-acme-water\n- Grafana organization client-acme-water\n$/,
    )
    expect([t.grafana.orgs.size, [...t.grafana.users.keys()]]).toEqual([0, ['admin']])
  })

  test('of a client named admin leaves the administrator as he is, and is taken away without him', async () => {
    await using t = await WithGrafana.open()
    const { client } = addClient(t.stack.path, ACME.replace('acme-water', 'admin'), 'admin.yml')
    const before = { ...t.grafana.users.get('admin') }
    expect((await giveAccess(t.stack.path, t.at, client)).login).toBe('client-admin')
    await updateAccess(t.stack.path, t.at, client)
    expect(await takeAccess(t.at, 'admin')).toEqual(['user client-admin', 'organization client-admin'])
    expect(t.grafana.users.get('admin')).toEqual(before)
  })

  test('is given to two clients with one contact', async () => {
    await using t = await WithGrafana.open()
    const { client } = addClient(t.stack.path, ACME.replace('acme-water', 'acme-power'), 'power.yml')
    for (const each of [t.client, client]) await giveAccess(t.stack.path, t.at, each)
    expect([...t.grafana.users.keys()]).toEqual(['admin', 'client-acme-water', 'client-acme-power'])
  })

  test('a Grafana that does not answer leaves a command to repeat', async () => {
    await using t = await WithGrafana.open()
    const removed = await ops(t.stack.path, ['client', 'remove', 'acme-water'], { GRAFANA_URL: 'http://127.0.0.1:9' })
    expect(removed).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('When Grafana answers: ops grafana remove acme-water'),
    })
  })

  test('a wrong administrator password is reported', async () => {
    await using t = await WithGrafana.open()
    await expect(giveAccess(t.stack.path, { ...t.at, password: 'wrong' }, t.client)).rejects.toThrow(
      /answered 401: .*Invalid username/,
    )
  })
})
