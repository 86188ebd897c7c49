import type { NameServer } from '../support/dns.ts'
import type { Issuer } from './issuer.ts'
import { ok, timed } from './turns.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of the gateway
type Json = any

/** Requests of an organization. Its second user approves what the first one makes. */
export class Client {
  readonly #url: string
  readonly #tokens: [string, string]
  readonly organizationId: string

  constructor(url: string, issuer: Issuer, organizationId: string) {
    this.#url = url
    this.organizationId = organizationId
    this.#tokens = [issuer.token(organizationId, 'author'), issuer.token(organizationId, 'approver')]
  }

  rest(method: string, path: string, body?: object, user: 0 | 1 = 0): Promise<Json> {
    const headers = { authorization: `Bearer ${this.#tokens[user]}`, 'content-type': 'application/json' }
    return ok(this.#url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }

  /** @throws Error with the errors of the answer */
  async graphql(query: string, variables: object = {}, user: 0 | 1 = 0): Promise<Json> {
    const { data, errors } = await this.rest('POST', '/graphql', { query, variables }, user)
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

  /** A verified sender. `names` publishes its records. */
  async sender(names: NameServer): Promise<string> {
    const input = {
      name: 'Karoo Foods',
      address: `news@${this.organizationId.replace('_', '-')}.example`,
      physicalAddress: '1 Long Street, Cape Town, 8001',
      telephone: '+27 21 555 0100',
      quietHours: false,
    }
    const create =
      'mutation ($input: SenderInput!) { createSender(input: $input) { id dnsRecords { name type value } } }'
    const { createSender: made } = await this.graphql(create, { input })
    names.records.push(...made.dnsRecords)
    const verify = 'mutation ($id: ID!) { verifySender(id: $id) { status } }'
    const { verifySender } = await this.graphql(verify, { id: made.id })
    if (verifySender.status !== 'VERIFIED') throw new Error('the sender was not verified')
    return made.id
  }

  /** A campaign that waits for its start. Returns its id, and the seconds of its import. */
  async campaign(senderId: string, audience: Iterable<string>): Promise<{ id: string; seconds: number }> {
    const campaign = { name: 'Fresh from the Karoo', type: 'EMAIL', status: 'PENDING_APPROVAL' }
    const { id } = (await this.rest('POST', '/api/campaigns', campaign)).data
    const content = {
      campaignId: id,
      type: 'EMAIL',
      title: 'Fresh from the Karoo',
      body: '<p>Hello from the farm.</p>',
    }
    const { id: contentId } = (await this.rest('POST', '/api/content', content)).data
    await this.rest('PUT', `/api/content/${contentId}/status`, { status: 'IN_REVIEW' })
    await this.rest('PUT', `/api/content/${contentId}/status`, { status: 'APPROVED' }, 1)
    const seconds = (await timed(() => this.#import(id, audience))) / 1000
    await this.graphql('mutation ($id: ID!, $s: ID!) { setCampaignSender(id: $id, senderId: $s) { id } }', {
      id,
      s: senderId,
    })
    await this.rest('PUT', `/api/campaigns/${id}/status`, { status: 'PENDING_APPROVAL' })
    return { id, seconds }
  }

  move(id: string, to: 'ACTIVE' | 'PAUSED'): Promise<Json> {
    const change = 'mutation ($id: ID!, $to: CampaignStatus!) { changeCampaignStatus(id: $id, status: $to) { status } }'
    return this.graphql(change, { id, to }, 1)
  }

  async #import(id: string, audience: Iterable<string>): Promise<void> {
    const send = `mutation ($id: ID!, $input: RecipientImportInput!) { importRecipients(id: $id, input: $input) { id } }`
    let importId: string | undefined
    let piece = 1
    for (const { csv, isLast } of piecesOf(audience)) {
      const input = { csv, isLast, piece: piece++, ...(importId && { importId }) }
      importId = (await this.graphql(send, { id, input })).importRecipients.id
    }
    const follow = 'query ($id: ID!) { campaign(id: $id) { recipientImports(first: 1) { nodes { status imported } } } }'
    for (let status = ''; status !== 'DONE'; ) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      status = (await this.graphql(follow, { id })).campaign.recipientImports.nodes[0].status
      if (status === 'FAILED') throw new Error('the import failed')
    }
  }
}

/** Lines of a piece, which has at most 500,000 characters. */
const PIECE_LINES = 10_000

/** A file of addresses in pieces of whole lines. */
function* piecesOf(audience: Iterable<string>): Generator<{ csv: string; isLast: boolean }> {
  let lines = ['email']
  for (const address of audience) {
    if (lines.length > PIECE_LINES) {
      yield { csv: `${lines.join('\n')}\n`, isLast: false }
      lines = []
    }
    lines.push(address)
  }
  yield { csv: `${lines.join('\n')}\n`, isLast: true }
}
