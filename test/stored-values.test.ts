import { describe, expect, test } from '@jest/globals'
import { asAdministrator } from './support/database.ts'
import { aCampaign, aClient } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

describe('a stored value that the schema does not know', () => {
  test('is a fault of the service, on both surfaces, however often it is read', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    await asAdministrator(server.connection, `update campaign set status = 'NO_SUCH_STATUS' where id = '${id}'`)
    const query = 'query ($id: ID!) { campaign(id: $id) { status } }'
    for (let round = 0; round < 4; round++) {
      const rest = await actor.rest('GET', `/api/campaigns/${id}`)
      expect([rest.status, rest.body.error, rest.body.code]).toEqual([500, 'Internal server error', 'INTERNAL_ERROR'])
      const { body } = await actor.graphql(query, { id })
      expect(
        body.errors.map(({ message, extensions }: { message: string; extensions: { code: string } }) => [
          message,
          extensions.code,
        ]),
      ).toEqual([['Internal server error', 'INTERNAL_ERROR']])
    }
  })
})

describe('a stored JSON object without a field that is never null', () => {
  const DAMAGES = ["compliance - 'popiaCompliant'", `compliance || '{"securityClearance": null}'`]

  test.each(DAMAGES)('is a fault of the service: %s', async (damaged) => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    await asAdministrator(server.connection, `update client set compliance = ${damaged} where id = '${id}'`)
    const query = 'query ($id: ID!) { client(id: $id) { compliance { popiaCompliant securityClearance } } }'
    const { body } = await actor.graphql(query, { id })
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual(['Internal server error'])
  })
})

test.each(['0001-01-01T00:00:00.000Z', '1899-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'])(
  'the time %s is stored as it is by a process that is not in UTC',
  async (startsAt) => {
    expect(new Date(startsAt).getTimezoneOffset()).not.toBe(0)
    const { id } = await aCampaign(server.actor(), { startsAt, endsAt: null })
    const [row] = await asAdministrator<{ isSame: boolean }>(
      server.connection,
      `select starts_at = '${startsAt}'::timestamptz as "isSame" from campaign where id = '${id}'`,
    )
    expect(row).toEqual({ isSame: true })
  },
)
