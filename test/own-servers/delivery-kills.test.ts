/** More than 20 s: it kills the built gateway and starts it again many times. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { openIssuer } from '../../src/security/auth/issuer.ts'
import { asked } from '../support/answers.ts'
import { finished, move, readyCampaign } from '../support/delivery.ts'
import { startNameServer } from '../support/dns.ts'
import { fillDataFolder } from '../support/images.ts'
import { build, Gateway } from '../support/process.ts'
import { freePort } from '../support/redis.ts'
import { runs } from '../support/runs.ts'
import { actorOf, type Json, read } from '../support/server.ts'
import { startSink } from '../support/sink.ts'
import { until } from '../support/until.ts'

/** `KILLS=50` is the number of the figure in docs/delivery.md. */
const KILLS = Number(process.env.KILLS ?? runs(5))
/** Messages that each process sends before it is killed, at least. */
const PER_LIFE = 2

beforeAll(() => void build())

test('a gateway that is killed again and again loses no message, and sends none twice', async () => {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'gateway-kills-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  await fillDataFolder(folder)
  const names = opened.use(await startNameServer())
  const sink = opened.use(await startSink())
  const port = await freePort()
  const start = () => {
    const settings = { NODE_ENV: 'test', DATA_DIR: folder, DEMO_DATA: 'false', LOG_LEVEL: 'warn' }
    const limits = { RATE_LIMIT_AUTHENTICATED: '1000000', RATE_LIMIT_ORGANIZATION: '1000000' }
    return new Gateway({ ...settings, ...limits, DNS_SERVERS: names.address, SMTP_URL: sink.url }, port).ready()
  }
  let gateway = await start()
  opened.defer(async () => void (await gateway.stop('SIGKILL')))
  const issuer = await openIssuer({ dataDir: folder, issuer: `http://localhost:${port}` })
  const send = async (path: string, init?: RequestInit) => read(await fetch(gateway.url + path, init))
  const server = { actor: (claims = {}) => actorOf(issuer, send, claims) }
  const actor = server.actor()
  // Enough for several seconds of each process, at 4 a second: a busy machine kills late.
  const people = KILLS * 10 * PER_LIFE
  const campaign = await readyCampaign(server, actor, names, { people, sender: { perSecond: 4 } })
  await move(campaign.approver, campaign.id, 'ACTIVE')
  for (let kill = 0; kill < KILLS; kill++) {
    const before = sink.messages.length
    await until('messages of this process', () => sink.messages.length >= before + PER_LIFE)
    await gateway.stop('SIGKILL')
    gateway = await start()
  }
  await asked(actor, 'mutation ($id: ID!) { updateSender(id: $id, input: { perSecond: null }) { id } }', {
    id: campaign.sender.id,
  })
  const { delivery } = await finished(actor, campaign.id)
  expect(delivery).toMatchObject({ queued: 0, sending: 0, failed: 0, skipped: 0, bounced: 0 })
  expect(delivery.sent + delivery.unknown).toBe(people)
  // Each process that was killed leaves at most the messages of one second.
  expect(delivery.unknown).toBeLessThanOrEqual(KILLS * 8)
  const copies = (contact: string) => sink.messages.filter(({ to }) => to === contact).length
  const statuses = await allMessages(campaign.id)
  expect(statuses).toHaveLength(people)
  for (const { contact, status } of statuses) {
    if (status === 'SENT') expect([contact, copies(contact)]).toEqual([contact, 1])
    else expect([contact, status, copies(contact) <= 1]).toEqual([contact, 'UNKNOWN', true])
  }

  async function allMessages(id: string): Promise<Json[]> {
    const PAGE = `query ($id: ID!, $after: String) { campaign(id: $id) { messages(first: 100, after: $after) {
      nodes { contact status } pageInfo { hasNextPage endCursor } } } }`
    const found: Json[] = []
    let after: string | null = null
    do {
      const page: Json = (await asked(actor, PAGE, { id, after })).campaign.messages
      found.push(...page.nodes)
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
    } while (after)
    return found
  }
})
