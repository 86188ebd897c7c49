/** @database none */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import relay from 'relay-compiler'
import { aCampaign, aClient } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/*
 * The compiler of Relay takes what clients of Relay write against the published schema, and the gateway answers what it
 * makes of that.
 */

const SCHEMA = join(import.meta.dirname, '../schema/schema.graphql')

/** Documents of an app, by the name of their file, which Relay demands in their names. */
const APP: Record<string, string[]> = {
  client: [
    `fragment client_card on Client
      @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" })
      @refetchable(queryName: "clientCardQuery") {
      name status
      campaigns(first: $count, after: $cursor, orderBy: { field: NAME }) @connection(key: "client_card_campaigns") {
        totalCount
        edges { node { id ...campaign_row } }
      }
    }`,
    `fragment client_list on Query
      @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" })
      @refetchable(queryName: "clientListQuery") {
      clients(first: $count, after: $cursor, orderBy: { field: NAME }) @connection(key: "client_list_clients") {
        totalCount
        edges { node { id ...client_card } }
      }
    }`,
  ],
  campaign: ['fragment campaign_row on Campaign @refetchable(queryName: "campaignRowQuery") { name clientName }'],
}

/** Compiles documents. @returns the texts of the operations, by name @throws Error with what the compiler says */
function compile(documents: Record<string, string[]>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'relay-'))
  try {
    mkdirSync(join(folder, 'src'))
    copyFileSync(SCHEMA, join(folder, 'schema.graphql'))
    const config = { src: 'src', schema: 'schema.graphql', language: 'typescript' }
    writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config))
    for (const [name, texts] of Object.entries(documents)) {
      writeFileSync(join(folder, `src/${name}.ts`), texts.map((text) => `graphql\`${text}\``).join('\n'))
    }
    execFileSync(relay, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    const made = join(folder, 'src/__generated__')
    return Object.fromEntries(
      readdirSync(made).flatMap((file) => {
        const [, text] = /"text": (".*")/.exec(readFileSync(join(made, file), 'utf8')) ?? []
        return text ? [[file.replace('.graphql.ts', ''), JSON.parse(text)]] : []
      }),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the Relay compiler', () => {
  let server: TestServer
  let actor: Actor
  setUp(async (opened) => {
    server = opened.use(await startServer())
    actor = server.actor()
  })

  const operations = compile(APP)

  test('makes a page of a connection that the gateway answers, and the next one', async () => {
    for (const name of ['Aloe', 'Baobab', 'Clivia']) await aClient(actor, { name })
    const read = async (cursor?: string) => {
      const { body } = await actor.graphql(operations.clientListQuery ?? '', { count: 2, cursor })
      expect(body.errors).toBeUndefined()
      return body.data.clients
    }
    const first = await read()
    expect(first.totalCount).toBe(3)
    expect(first.edges.map(({ node }: Json) => node.name)).toEqual(['Aloe', 'Baobab'])
    const second = await read(first.pageInfo.endCursor)
    expect(second.edges.map(({ node }: Json) => node.name)).toEqual(['Clivia'])
    expect(second.pageInfo.hasNextPage).toBe(false)
  })

  test('makes a query that reads a row again by its id, and the next page of a list inside of it', async () => {
    const { id: clientId } = await aClient(actor, { name: 'Disa' })
    for (const name of ['Spring', 'Autumn', 'Winter']) await aCampaign(actor, { clientId, name })
    const read = async (cursor?: string) => {
      const { body } = await actor.graphql(operations.clientCardQuery ?? '', { id: clientId, cursor })
      expect(body.errors).toBeUndefined()
      return body.data.node
    }
    const { campaigns, ...client } = await read()
    expect(client).toMatchObject({ __typename: 'Client', id: clientId, name: 'Disa' })
    const namesOf = ({ edges }: Json) => edges.map(({ node }: Json) => node.name)
    expect([campaigns.totalCount, namesOf(campaigns)]).toEqual([3, ['Autumn', 'Spring']])
    const next = (await read(campaigns.pageInfo.endCursor)).campaigns
    expect([next.totalCount, namesOf(next), next.pageInfo.hasNextPage]).toEqual([3, ['Winter'], false])
    const { id } = campaigns.edges[0].node
    const campaign = await actor.graphql(operations.campaignRowQuery ?? '', { id })
    expect(campaign.body.data.node).toEqual({ __typename: 'Campaign', id, name: 'Autumn', clientName: 'Disa' })
  })

  test.each([
    ['what is no Node', 'fragment client_part on ClientCompliance @refetchable(queryName: "clientQuery") { note }'],
    [
      'what is no connection',
      `fragment client_part on Query { integrations @connection(key: "client_part_integrations") { items { name } } }`,
    ],
    ['a field that is not there', 'fragment client_part on Client { colour }'],
  ])('refuses %s', (_, document) => {
    expect(() => compile({ client: [document] })).toThrow()
  })
})
