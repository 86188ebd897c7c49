/** @long each statement of every operation and stream fails once. */
import { expect, test } from '@jest/globals'
import { ConnectionFault } from '../src/data/database-faults.ts'
import type { OpenDatabase } from '../src/data/open-database.ts'
import { openTestDatabase, SERVER } from './support/database.ts'
import { argumentsOf } from './support/graphql-samples.ts'
import { idsFor } from './support/ids.ts'
import { validInput } from './support/operation-samples.ts'
import { aBreach, aCampaign, aClient, aContent } from './support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { aSignOff } from './support/sign-offs.ts'
import { isForBackground } from './support/statements.ts'
import { api, documentOf, rootFields, rows, schema } from './support/surface.ts'

/*
 * Each statement of an operation fails once: it is cancelled, or its connection is cut. The caller gets a clean error,
 * the connection keeps no role and no organization (CVE-2024-10978), and no promise fails unobserved: jest fails a test
 * during which one does.
 */

type Fault = 'cancel' | 'cut'
/** A server alone has connections to cut. */
const FAULTS: Fault[] = SERVER ? ['cancel', 'cut'] : ['cancel']
const CANCEL = "do $$ begin raise exception 'cancelled' using errcode = '57014'; end $$"
/** What a session must be like between two transactions. */
const SESSION = `select current_user = session_user and coalesce(current_setting('app.organization_id', true), '') = ''
  and current_setting('transaction_isolation') = 'read committed' as clean`

/** The statement that is to fail: of whose transactions, after how many others, and how. */
interface Plan {
  organizationId: string
  left: number
  fault: Fault
  isHit: boolean
  /** Whether it may be of work in the background: that of a stream is. */
  isStream: boolean
}

let plan: Plan | undefined
const unclean: string[] = []
let server: TestServer

async function openFaulty(): Promise<OpenDatabase> {
  const connection = await openTestDatabase()
  const { pool } = connection
  const connect = pool.connect.bind(pool)
  const isWrapped = new WeakSet<object>()
  const inBackground = new WeakMap<object, boolean>()
  pool.connect = async (deadline) => {
    const isBackground = isForBackground(deadline)
    const client = await connect(deadline)
    inBackground.set(client, isBackground)
    if (isWrapped.has(client)) return client
    isWrapped.add(client)
    const { begin, query, release, abandon } = client
    // Functions of their own, which need no `this`: `call` knows one of their signatures only.
    const plain = { query }
    let isOurs = false
    let failed: string | undefined
    return Object.assign(client, {
      begin: (statements: string) => {
        isOurs =
          plan !== undefined &&
          statements.includes(`'${plan.organizationId}'`) &&
          (plan.isStream || !inBackground.get(client))
        return begin.call(client, statements)
      },
      query: (...[text, ...rest]: Parameters<typeof query>) => {
        // An operation that begins outside of an organization enters it.
        if (plan && !inBackground.get(client) && String(text).includes(`'${plan.organizationId}'`)) isOurs = true
        if (!isOurs || !plan || plan.isHit || plan.left-- > 0) return query.call(client, text, ...rest)
        plan.isHit = true
        if (plan.fault === 'cancel') {
          failed = String(text)
          // A commit that fails ends its transaction.
          return plain.query(failed === 'commit' ? `rollback; ${CANCEL}` : CANCEL, [])
        }
        abandon.call(client, new ConnectionFault('08006', 'The connection was cut'))
        return query.call(client, text, ...rest)
      },
      release: () => {
        const statement = failed
        isOurs = false
        failed = undefined
        if (statement === undefined) return release.call(client)
        plain.query<{ clean: boolean }>(SESSION, []).then(
          ({ rows: [row] }) => {
            if (!row?.clean) unclean.push(statement)
            release.call(client)
          },
          () => release.call(client),
        )
      },
    })
  }
  return connection
}

setUp(async (opened) => {
  server = opened.use(await startServer({}, openFaulty))
})

/** More statements than any operation sends. */
const MOST = 80

/** Sends a request until none of its statements is left to fail; what a failure rolled back is there to be asked again. */
async function sweep(
  actor: Actor,
  send: () => Promise<Answer>,
  judge: (answer: Answer) => unknown,
  isStream = false,
): Promise<number> {
  for (let statement = 0; statement < MOST; statement++) {
    for (const fault of FAULTS) {
      plan = { organizationId: actor.organizationId, left: statement, fault, isHit: false, isStream }
      const answer = await send()
      const { isHit } = plan
      plan = undefined
      if (!isHit) return statement
      expect([statement, fault, judge(answer)]).toEqual([statement, fault, 'clean'])
    }
  }
  throw new Error(`more than ${MOST} statements`)
}

const isClean = ({ code, message }: { code?: string; message?: string } = {}) =>
  code === 'NOT_READY' && !/select|insert|update|cancelled/i.test(message ?? '')

const ofRest = ({ status, body }: Answer) =>
  status === 503 && isClean({ code: body.code, message: body.error }) ? 'clean' : [status, body]

/** A stream reads again what failed in the background, or says why it ends. */
const ofStream = ({ status, body }: Answer) =>
  [200, 503].includes(status) && !/cancelled|INTERNAL_ERROR/.test(JSON.stringify(body)) ? 'clean' : [status, body]

const ofGraphql = ({ status, body }: Answer) =>
  status === 503 && isClean({ code: body.errors?.[0]?.extensions.code, message: body.errors?.[0]?.message })
    ? 'clean'
    : [status, body]

const isEndless = (key: string) => key.includes('/realtime/')

test.each(api.operations.map((operation) => [operation.key, operation] as const))('%s', async (key, operation) => {
  const actor = server.actor()
  const { path, query = {}, body } = await validInput(api, operation, actor)
  const search = new URLSearchParams(query).toString()
  const headers = isEndless(key) ? { Accept: 'text/event-stream' } : {}
  const send = () => actor.rest(operation.method, search ? `${path}?${search}` : path, body, headers)
  expect(await sweep(actor, send, isEndless(key) ? ofStream : ofRest, isEndless(key))).toBeGreaterThan(0)
  expect(unclean).toEqual([])
})

const graphqlOnly = rootFields.filter(([, , field]) => !rows.some(({ operation }) => operation.fields.includes(field)))

test.each(graphqlOnly.map((root) => [root[1], root] as const))('%s, over GraphQL', async (_name, root) => {
  const actor = server.actor()
  const variables = argumentsOf(root, await idsFor(server, root, actor))
  const send = () => actor.graphql(documentOf(root), variables)
  await sweep(actor, send, ofGraphql)
  expect(unclean).toEqual([])
})

/** How something happens that a subscription sends; a dashboard sends its figures at once. */
const HAPPENINGS: Record<string, (actor: Actor) => Promise<unknown>> = {
  clientChanged: aClient,
  campaignChanged: aCampaign,
  contentChanged: aContent,
  signOffChanged: async (actor) => aSignOff(actor, { contentId: (await aContent(actor)).id }),
  breaches: aBreach,
  auditRecorded: aClient,
}
const subscriptions = Object.keys(schema.getSubscriptionType()?.getFields() ?? {})

test.each(subscriptions)('the subscription %s, with a replay', async (name) => {
  const actor = server.actor()
  await HAPPENINGS[name]?.(actor)
  const query = `subscription { ${name}${name in HAPPENINGS ? '(since: "0")' : ''} { id } }`
  const send = () => actor.rest('POST', '/graphql/stream', { query }, { Accept: 'text/event-stream' })
  expect(await sweep(actor, send, ofStream, true)).toBeGreaterThan(0)
  expect(unclean).toEqual([])
})
