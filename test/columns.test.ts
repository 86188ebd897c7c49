import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { aBreach, aCampaign } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

describe('what a column holds', () => {
  test.each([0, 999, Number.MAX_SAFE_INTEGER])('a budget of %s survives an edit and a move', async (budgetCents) => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { budgetCents })
    const edited = await actor.rest('PUT', `/api/campaigns/${id}`, { description: 'Edited' })
    expect(edited.body).toMatchObject({ success: true, data: { budgetCents } })
    const moved = await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'PENDING_APPROVAL' })
    expect(moved.body).toMatchObject({ success: true, data: { budgetCents } })
  })

  test('texts of a list stay what they are, whatever is in them', async () => {
    const actor = server.actor()
    const { id } = await aBreach(actor)
    const dataCategories = ['null', 'NULL', ' blank ', '', 'a\nb, c', '"quoted" \\ {braces}', 'ǃXóõ', '👩🏾‍🌾']
    const edited = await actor.rest('PUT', `/api/breaches/${id}`, { dataCategories })
    expect(edited.body).toMatchObject({ data: { dataCategories } })
    expect((await actor.rest('GET', `/api/breaches/${id}`)).body).toMatchObject({ data: { dataCategories } })
  })

  test('a bigint beyond 2^53 is an error, and never another number', async () => {
    const read = (text: string) =>
      server.database.transaction({ role: 'gateway_system' }, async ({ db }) => {
        const { rows } = await sql<{ big: number }>`select ${sql.lit(text)}::bigint as big`.execute(db)
        return rows[0]?.big
      })
    await expect(read('9007199254740993')).rejects.toThrow('9007199254740993')
    expect(await read('-9007199254740991')).toBe(Number.MIN_SAFE_INTEGER)
  })
})
