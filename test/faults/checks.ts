import { expect } from '@jest/globals'
import type { Json } from '../support/server.ts'
import { until } from '../support/until.ts'
import type { Followed, Ledger, Load } from './load.ts'
import type { Stage } from './stage.ts'

interface Row {
  id: string
  name: string
}

const rowsOf = (stage: Stage, { organizationId }: Ledger): Promise<Row[]> =>
  stage.cluster.admin<Row>(`select id, name from client where organization_id = '${organizationId}'`)

/** What the gateways logged of unforeseen errors. */
/** What the gateways logged of requests with an answer of 500. */
function errorsOf({ replicas }: Stage): string[] {
  const lines = replicas.flatMap(({ gateway }) => gateway.output.split('\n'))
  const failed = lines.filter((line) => line.includes('"status":500')).map((line) => JSON.parse(line).requestId)
  return lines.filter((line) => failed.some((id) => line.includes(id))).slice(-5)
}

/** Nothing that was acknowledged is lost, and nothing is there twice. */
async function checkRows(stage: Stage, ledger: Ledger): Promise<void> {
  const rows = await rowsOf(stage, ledger)
  const byName = Map.groupBy(rows, ({ name }) => name)
  const twice = [...byName].filter(([, same]) => same.length > 1).map(([name]) => name)
  expect({ twice }).toEqual({ twice: [] })
  const lost = [...ledger.acknowledged].filter(([name, id]) => byName.get(name)?.[0]?.id !== id)
  expect({ lost }).toEqual({ lost: [] })
  const invented = [...byName.keys()].filter((name) => !ledger.acknowledged.has(name) && !ledger.unknown.has(name))
  expect({ invented }).toEqual({ invented: [] })
}

async function checkChain(stage: Stage, { organizationId }: Ledger): Promise<void> {
  const [{ gateway }] = stage.replicas
  const headers = { Authorization: `Bearer ${stage.token(organizationId)}` }
  const response = await fetch(`${gateway.url}/api/audit/verify`, { headers })
  const body: Json = await response.json()
  expect({ status: response.status, valid: body.data?.valid }).toEqual({ status: 200, valid: true })
}

/** A stream received every client once, in the order of the commits. */
async function checkStream(stage: Stage, { ids, organizationId, replica }: Followed): Promise<void> {
  const rows = await stage.cluster.admin<{ id: string }>(
    `select resource_id as id from event
     where organization_id = '${organizationId}' and type = 'CLIENT_CREATED' order by number`,
  )
  const last = rows.at(-1)?.id ?? ''
  await until(`the last event on ${replica.name}`, () => ids.includes(last))
  expect(ids).toEqual(rows.map(({ id }) => id))
}

/** What must hold after any fault. */
export async function checkAll(stage: Stage, load: Load): Promise<void> {
  for (const ledger of load.ledgers) {
    await checkRows(stage, ledger)
    await checkChain(stage, ledger)
    const answers = [...ledger.statuses.keys()].sort()
    const unexpected = answers.filter((status) => ![200, 201, 409, 503].includes(status))
    expect({ unexpected, log: unexpected.length > 0 ? errorsOf(stage) : [] }).toEqual({ unexpected: [], log: [] })
  }
  for (const stream of load.streams) await checkStream(stage, stream)
  for (const { gateway } of stage.replicas) expect(gateway.exitCode).toBeNull()
}
