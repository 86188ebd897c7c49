import { constants, getPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, jest, test } from '@jest/globals'
import { moduleBeside, Threads } from '../src/common/threads.ts'
import { forecast, type Task } from '../src/features/analytics/forecast.ts'
import { eventsOf } from './support/events.ts'
import { clientBody } from './support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

let server: TestServer
let actor: Actor
setUp(async (opened) => {
  server = opened.use(await startServer())
  actor = server.actor()
})

const CSV = { 'Content-Type': 'text/csv' }
const load = (body: string, type = CSV) => actor.rest('POST', '/api/clients/import', body, type)
const HEADER = 'name,type,industry,sector,contact.email'
const ROW = 'Karoo,MEDIUM_BUSINESS,Retail,BUSINESS,a@example.org'

describe('what a CSV may hold', () => {
  test('10,000 dotted columns are refused', async () => {
    const columns = Array.from({ length: 10_000 }, (_, index) => `contact.c${index}`)
    const { status, body } = await load(`${columns.join()}\n${'x,'.repeat(9_999)}x\n`)
    expect([status, body.details]).toEqual([400, { body: 'must have at most 1000 columns' }])
  })

  test('1,000 columns of one object are read, each of them', async () => {
    const names = Array.from({ length: 995 }, (_, index) => `c${index}`)
    const header = [...names.map((name) => `contact.${name}`), HEADER].join()
    const { body } = await load(`${header}\n${'x,'.repeat(995)}${ROW}\n`)
    expect(body.data).toMatchObject({ imported: 1, errors: [] })
    const shown = await actor.rest('GET', `/api/clients/${body.data.ids[0]}`)
    expect(Object.keys(shown.body.data.contact)).toHaveLength(996)
  })

  test.each(['__proto__', 'contact.__proto__', '__proto__.polluted', 'contact.constructor.prototype'])(
    'the column %s is refused',
    async (column) => {
      const { status, body } = await load(`${HEADER},${column}\n${ROW},x\n`)
      expect([status, body.details]).toEqual([
        400,
        { body: 'must not contain the keys __proto__ or constructor.prototype' },
      ])
    },
  )

  test('a column and an object of the same name do not fail the import', async () => {
    const { status, body } = await load(`${HEADER},contact\n${ROW},plain\n`)
    expect([status, body.data.errors]).toEqual([200, [{ row: 1, field: 'contact', message: 'must be an object' }]])
  })

  test('quotes, line feeds in cells, a byte order mark and blank lines are CSV', async () => {
    const { body } = await load(`\ufeff${HEADER}\r\n"Karoo, ""Fresh""\nFoods",A,B,BUSINESS,a@example.org\r\n\r\n`)
    const { body: shown } = await actor.rest('GET', `/api/clients/${body.data.ids[0]}`)
    expect(shown.data).toMatchObject({ name: 'Karoo, "Fresh"\nFoods', contact: { email: 'a@example.org' } })
  })

  test.each([
    ['a quote that is never closed', `${HEADER}\n"Karoo`],
    ['a row of another width', `${HEADER}\nKaroo\n`],
    ['a record of more than 1 MiB', `${HEADER}\n"${'x'.repeat(1024 * 1024)}",a,b,BUSINESS,c\n`],
  ])('%s is no CSV', async (_, text) => {
    const { status, body } = await load(text)
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('too many rows are refused before all of them are parsed', () => {
  const TOO_MANY = 50_001
  // The rest is no CSV and no JSON: every parser reports that.
  test('of CSV', async () => {
    const { status, body } = await load(`name\n${'x\n'.repeat(TOO_MANY + 100_000)}"never closed`)
    expect([status, body.details]).toEqual([400, { rows: 'must be at most 50000' }])
  })

  test('of JSON', async () => {
    const { status, body } = await load(`[${'{},'.repeat(TOO_MANY)}nonsense`, { 'Content-Type': 'application/json' })
    expect([status, body.details]).toEqual([400, { body: 'must have at most 50000 items per list' }])
  })
})

test('others are answered while an import is parsed', async () => {
  const neighbour = server.actor()
  const rows = `${HEADER}\n${`${ROW}${'x'.repeat(400)}\n`.repeat(20_000)}wrong\n`
  const statuses: number[] = []
  const readOthers = async () => {
    while (statuses.length < 5) statuses.push((await neighbour.rest('GET', '/api/clients')).status)
  }
  const { run } = Threads.prototype
  // The thread continues after the others were answered: which of both is faster depends on the machine.
  const parsing = jest.spyOn(Threads.prototype, 'run').mockImplementation(function (
    this: Threads,
    poolUser,
    call,
    take,
  ) {
    return run.call(this, poolUser, call, async (part) => {
      await readOthers()
      await take?.(part)
    })
  })
  const { status } = await load(rows).finally(() => parsing.mockRestore())
  expect([status, statuses]).toEqual([400, Array(5).fill(200)])
})

test('a CSV that is read is written, bad rows by number, in both modes', async () => {
  const own = server.actor()
  const text = `${HEADER}\n${`${ROW}\n`.repeat(1200)}Bad,,B,BUSINESS,c\n`
  const post = (mode: string) => own.rest('POST', `/api/clients/import?mode=${mode}`, text, CSV)
  const atomic = await post('atomic')
  expect([atomic.status, atomic.body.details.errors]).toEqual([
    400,
    [{ row: 1201, field: 'type', message: 'type is required' }],
  ])
  const { body } = await post('partial')
  expect(body.data).toMatchObject({ imported: 1200, failed: 1 })
  const rest = await own.rest('POST', '/api/clients/import', [clientBody()])
  expect(rest.body.data.imported).toBe(1)
})

describe('threads', () => {
  const call = (name: string, ...args: unknown[]) => ({
    module: moduleBeside(import.meta.url, './support/thread-work'),
    name,
    args,
  })

  test('give part by part, each when the one before was answered', async () => {
    const threads = new Threads()
    const taken: unknown[] = []
    let isTaking = false
    const total = await threads.run('one', call('count', 5), async (part) => {
      expect(isTaking).toBe(false)
      isTaking = true
      await new Promise(setImmediate)
      isTaking = false
      taken.push(part)
      return 10
    })
    await threads.close()
    expect([taken, total]).toEqual([[0, 1, 2, 3, 4], 50])
  })

  test('end a call that uses too much processor time, and not one that waits', async () => {
    const threads = new Threads()
    const limited = { cpuMilliseconds: 250 }
    // The answer comes after the limit, if time counted instead of processor time.
    const waited = threads.run('one', { ...call('count', 1), ...limited }, () =>
      setTimeout(2 * limited.cpuMilliseconds, 7),
    )
    expect(await waited).toBe(7)
    await expect(threads.run('one', { ...call('block'), ...limited })).rejects.toThrow('took too long')
    await threads.close()
  })

  test('have a lower priority than requests, which only Linux permits', async () => {
    const threads = new Threads()
    const priority = await threads.run<number>('one', call('priority'))
    await threads.close()
    const low = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
    expect(priority).toBe(process.platform === 'linux' ? low : getPriority())
  })

  test('take several calls at once, each with the answers to its own parts', async () => {
    const threads = new Threads({ most: 1, atOnce: 20 })
    const isAsked = Array.from({ length: 20 }, () => Promise.withResolvers<void>())
    const calls = isAsked.map((own, index) =>
      threads.run(`organization ${index}`, call('count', 2), async () => {
        own.resolve()
        // None is answered before all have asked: the calls are in progress at the same time.
        await Promise.all(isAsked.map(({ promise }) => promise))
        return index
      }),
    )
    expect(await Promise.all(calls)).toEqual(isAsked.map((_, index) => 2 * index))
    await threads.close()
  })

  test('a call that takes too long ends those beside it, and the next ones go on', async () => {
    const threads = new Threads({ most: 1, atOnce: 2 })
    const never = new Promise(() => {})
    const beside = threads.run('one', call('count', 1), () => never)
    const ended = await Promise.allSettled([beside, threads.run('another', { ...call('block'), cpuMilliseconds: 250 })])
    expect(ended.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(['NOT_READY', 'NOT_READY'])
    expect(await threads.run('one', call('sum', [1, 2]))).toBe(3)
    await threads.close()
  })

  test('tell errors as they were, and go on with the next call', async () => {
    const threads = new Threads({ most: 1 })
    await expect(threads.run('one', call('refuse'))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { a: 'b' },
    })
    await expect(threads.run('one', call('fail'))).rejects.toThrow('broken')
    expect(await threads.run('one', call('sum', [1, 2, 3]))).toBe(6)
    await threads.close()
  })

  test('refuse arguments that cannot be copied, and nothing of the call stays', async () => {
    const threads = new Threads({ most: 1 })
    await expect(
      threads.run(
        'one',
        call('sum', () => {}),
      ),
    ).rejects.toThrow('could not be cloned')
    expect(await threads.run('one', call('sum', [1, 2]))).toBe(3)
    await threads.close()
  })

  test('who needs too much memory is refused, and nobody else notices', async () => {
    const threads = new Threads({ most: 1, megabytes: 64, milliseconds: 600_000 })
    const greedy = threads.run('one', call('fill'))
    const next = threads.run('one', call('sum', [1, 2]))
    await expect(greedy).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    expect(await next).toBe(3)
    await threads.close()
  })

  test('a thread that ended between two calls is replaced', async () => {
    const threads = new Threads({ most: 1, atOnce: 2 })
    // The error comes through another port than the answer. It may overtake the answer, or arrive during the next call.
    await threads.run('one', call('endLater')).catch(() => {})
    expect(await until('another thread', () => threads.run('one', call('sum', [1, 2])).catch(() => undefined))).toBe(3)
    await threads.close()
  })

  test('make the same forecast as the event loop would', async () => {
    const threads = new Threads()
    const series = Array.from({ length: 400 }, (_, index) => 100 + ((index * 7919) % 83) + index / 3)
    const task: Task = { series, season: 7, horizon: 14, level: 95 }
    const module = moduleBeside(import.meta.url, '../src/features/analytics/forecast')
    const made = await threads.run('one', { module, name: forecast.name, args: [task] })
    await threads.close()
    expect(made).toEqual(forecast(task))
  })

  test('one organization with many calls holds up no other', async () => {
    const threads = new Threads()
    const isFree = Promise.withResolvers<number>()
    const many = Array.from({ length: 20 }, () => threads.run('one', call('count', 1), () => isFree.promise))
    expect(await threads.run('another', call('sum', [1, 2]))).toBe(3)
    isFree.resolve(7)
    expect(await Promise.all(many)).toEqual(many.map(() => 7))
    await threads.close()
  })

  test('calls wait for a free thread, and too many of one organization are refused', async () => {
    const threads = new Threads({ most: 1 })
    const calls = Array.from({ length: 101 }, (_, index) => threads.run('one', call('sum', [index])))
    await expect(threads.run('one', call('sum', [1]))).rejects.toMatchObject({ code: 'NOT_READY' })
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 101 }, (_, index) => index))
    await threads.close()
  })
})

describe('an import that is rehearsed', () => {
  const IMPORT = `mutation ($rows: [JSONObject!]!, $mode: ImportMode, $dryRun: Boolean!) {
    importClients(rows: $rows, mode: $mode, dryRun: $dryRun) { imported failed ids errors { row field message } } }`
  const ROWS = [
    clientBody({ name: 'First' }),
    { ...clientBody(), sector: 'NONE' },
    clientBody({ name: '' }),
    { ...clientBody(), website: { deep: ['kept'] } },
    clientBody({ contact: 'text', type: 7 }),
  ]
  const shown = ({ body }: Answer) => {
    expect(body.errors).toBeUndefined()
    return body.data
  }
  const countOf = async (of: Actor) =>
    (await of.graphql('{ clients { totalCount nodes { id } } }')).body.data.clients.totalCount

  test('answers as the import does that follows, and keeps nothing', async () => {
    const own = server.actor()
    const report = async (dryRun: boolean) =>
      shown(await own.graphql(IMPORT, { rows: ROWS, mode: 'PARTIAL', dryRun })).importClients
    const { ids: none, ...rehearsed } = await report(true)
    expect(none).toEqual([])
    expect(rehearsed).toMatchObject({ imported: 2, failed: 3 })
    expect(rehearsed.errors.map(({ row }: { row: number }) => row)).toEqual(expect.arrayContaining([2, 3, 5]))
    expect(await countOf(own)).toBe(0)
    const { ids, ...done } = await report(false)
    expect(done).toEqual(rehearsed)
    expect(ids).toHaveLength(2)
    expect(await countOf(own)).toBe(2)
  })

  test('is refused as a whole where the import would be', async () => {
    const own = server.actor()
    const answers = await Promise.all(
      [true, false].map((dryRun) => own.graphql(IMPORT, { rows: ROWS, mode: 'ATOMIC', dryRun })),
    )
    const [rehearsed, done] = answers.map(({ body }) => body.errors[0].extensions)
    expect(rehearsed.code).toBe('VALIDATION_ERROR')
    expect(rehearsed.details).toEqual(done.details)
    expect(await countOf(own)).toBe(0)
  })

  test('keeps nothing of the operation around it either, is no event, and is recorded as what it was', async () => {
    const own = server.actor()
    const { body } = await own.graphql(
      `mutation ($rows: [JSONObject!]!, $input: ClientInput!) {
        createClient(input: $input) { id } importClients(rows: $rows, dryRun: true) { imported } }`,
      { rows: [clientBody()], input: clientBody() },
    )
    expect(body.data.importClients).toEqual({ imported: 1 })
    expect(await countOf(own)).toBe(0)
    expect(await eventsOf(server, own.organizationId)).toEqual([])
    const records = await own.graphql(
      '{ auditRecords(filter: { action: "REQUEST_REHEARSED" }) { nodes { metadata { details { attempted outcome } } } } }',
    )
    expect(shown(records).auditRecords.nodes).toContainEqual({
      metadata: { details: { attempted: 'CLIENT_IMPORTED', outcome: 'REHEARSED' } },
    })
  })

  test('leaves an organization that has no record yet as it was, whatever is rehearsed', async () => {
    const own = server.actor()
    const bulk = { operation: 'UPDATE', all: true, changes: { description: 'x' }, dryRun: true }
    expect((await own.rest('POST', '/api/campaigns/bulk', bulk)).status).toBe(200)
    expect((await own.rest('POST', '/api/clients', clientBody())).status).toBe(201)
  })

  test('is for every caller who may import', async () => {
    const { body } = await server
      .actor({ role: 'viewer' })
      .graphql(IMPORT, { rows: ROWS, mode: 'PARTIAL', dryRun: true })
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN')
  })
})

test('a row that is no object is reported by its number, and in partial mode the others are imported', async () => {
  const actor = server.actor()
  const rows = [clientBody(), 5, null, ['x'], 'text', clientBody()]
  const faults = [2, 3, 4, 5].map((row) => ({ row, field: null, message: 'must be an object' }))
  const atomic = await actor.rest('POST', '/api/clients/import?mode=atomic', rows)
  expect([atomic.status, atomic.body.details.errors]).toEqual([400, faults])
  const partial = await actor.rest('POST', '/api/clients/import?mode=partial', rows)
  expect([partial.status, partial.body.data]).toEqual([
    200,
    { imported: 2, failed: 4, ids: expect.any(Array), errors: faults },
  ])
  const mutation = 'mutation ($rows: [JSONObject]!) { importClients(rows: $rows) { imported errors { row message } } }'
  const { body } = await actor.graphql(mutation, { rows: [clientBody(), null] })
  expect(body.data.importClients).toEqual({ imported: 1, errors: [{ row: 2, message: 'must be an object' }] })
})
