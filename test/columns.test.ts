import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { aBreach, aCampaign, aClient } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

describe('values of columns', () => {
  test.each([0, 999, Number.MAX_SAFE_INTEGER])('a budget of %s survives an edit and a move', async (budgetCents) => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { budgetCents })
    const edited = await actor.rest('PUT', `/api/campaigns/${id}`, { description: 'Edited' })
    expect(edited.body).toMatchObject({ success: true, data: { budgetCents } })
    const moved = await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'PENDING_APPROVAL' })
    expect(moved.body).toMatchObject({ success: true, data: { budgetCents } })
  })

  test('texts of a list are stored unchanged, whatever they contain', async () => {
    const actor = server.actor()
    const { id } = await aBreach(actor)
    const dataCategories = ['null', 'NULL', ' blank ', '', 'a\nb, c', '"quoted" \\ {braces}', 'ǃXóõ', '👩🏾‍🌾']
    const edited = await actor.rest('PUT', `/api/breaches/${id}`, { dataCategories })
    expect(edited.body).toMatchObject({ data: { dataCategories } })
    expect((await actor.rest('GET', `/api/breaches/${id}`)).body).toMatchObject({ data: { dataCategories } })
  })

  test('an unreadable stored value is not an error of the request, and has no message of GraphQL', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    await server.database.transaction({ role: 'gateway_tenant', organizationId: actor.organizationId }, ({ db }) =>
      sql`update client set contact = '[1]' where id = ${id}`.execute(db),
    )
    const edited = await actor.rest('PUT', `/api/clients/${id}`, { name: 'Edited' })
    expect([edited.status, edited.body]).toMatchObject([
      500,
      { error: 'Internal server error', code: 'INTERNAL_ERROR' },
    ])
    const update = 'mutation ($id: ID!) { updateClient(id: $id, input: { name: "Edited" }) { contact } }'
    const { errors } = (await actor.graphql(update, { id })).body
    expect(errors).toMatchObject([{ message: 'Internal server error', extensions: { code: 'INTERNAL_ERROR' } }])
    // A read passes stored JSON on unread, as a list does: the caller sees what is stored.
    const { status, body } = await actor.rest('GET', `/api/clients/${id}`)
    expect([status, body]).toMatchObject([200, { data: { contact: [1] } }])
  })

  test('a bigint above 2^53 is an error, and never another number', async () => {
    const read = (text: string) =>
      server.database.transaction({ role: 'gateway_system' }, async ({ db }) => {
        const { rows } = await sql<{ big: number }>`select ${sql.lit(text)}::bigint as big`.execute(db)
        return rows[0]?.big
      })
    await expect(read('9007199254740993')).rejects.toThrow('9007199254740993')
    expect(await read('-9007199254740991')).toBe(Number.MIN_SAFE_INTEGER)
  })
})
