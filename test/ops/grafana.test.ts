import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { giveAccess, takeAccess } from '../../ops/cli/grafana.ts'
import { WithGrafana } from './support/grafana.ts'
import { ops } from './support/ops.ts'

describe("a client's access to Grafana", () => {
  test('is an organization with his data sources, his dashboard and a viewer', async () => {
    await using t = await WithGrafana.open()
    const access = await giveAccess(t.stack.path, t.at, t.client)
    expect(access).toMatchObject({
      login: 'acme-water',
      password: expect.stringMatching(/^[\w-]{24}$/),
      url: `${t.at.url}/d/client-acme-water?orgId=2`,
    })
    expect(t.grafana.users.get('acme-water')).toEqual({
      id: 10,
      org: 2,
      role: 'Viewer',
      name: 'Acme "Water" & Sons',
      email: 'it@acme.example',
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
    expect([t.grafana.orgs.size, t.grafana.users.size, t.grafana.dataSources.size]).toEqual([1, 1, 3])
  })

  test('is taken away whole, and taking it twice is fine', async () => {
    await using t = await WithGrafana.open()
    await giveAccess(t.stack.path, t.at, t.client)
    expect(await takeAccess(t.at, 'acme-water')).toEqual(['user acme-water', 'organization client-acme-water'])
    expect([t.grafana.orgs.size, t.grafana.users.size]).toEqual([0, 0])
    expect(await takeAccess(t.at, 'acme-water')).toEqual([])
  })

  test('the command line gives it, and offboarding takes it away with everything else', async () => {
    await using t = await WithGrafana.open()
    writeFileSync(join(t.stack.path, '.env'), 'DASHBOARD_ADMIN_PASSWORD=secret\n')
    const urls = { GRAFANA_URL: t.at.url }
    const given = await ops(t.stack.path, ['grafana', 'client', 'acme-water'], urls)
    expect(given.stdout).toMatch(/\/d\/client-acme-water\?orgId=2\nuser: acme-water\npassword: [\w-]{24}\n$/)
    const removed = await ops(t.stack.path, ['client', 'remove', 'acme-water'], urls)
    expect(removed.stdout).toMatch(
      /- clients\/acme-water\.yml\n[\s\S]*- Grafana user acme-water\n- Grafana organization client-acme-water\n$/,
    )
    expect([t.grafana.orgs.size, t.grafana.users.size]).toEqual([0, 0])
  })

  test('a Grafana that does not answer leaves a command to repeat', async () => {
    await using t = await WithGrafana.open()
    const removed = await ops(t.stack.path, ['client', 'remove', 'acme-water'], { GRAFANA_URL: 'http://127.0.0.1:9' })
    expect(removed).toMatchObject({ status: 1, stderr: expect.stringContaining('then: ops grafana remove acme-water') })
  })

  test('a wrong administrator password is told as such', async () => {
    await using t = await WithGrafana.open()
    await expect(giveAccess(t.stack.path, { ...t.at, password: 'wrong' }, t.client)).rejects.toThrow(
      /answered 401: .*Invalid username/,
    )
  })
})
