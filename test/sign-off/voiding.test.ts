import { describe, expect, test } from '@jest/globals'
import { isInputObjectType } from 'graphql'
import { Campaign } from '../../src/features/campaigns/campaign.entity.ts'
import { ContentItem } from '../../src/features/content/content-item.entity.ts'
import { asked } from '../support/answers.ts'
import { aSender, setSender } from '../support/delivery.ts'
import { aCampaign, aClient, aContent } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { aSignOff, showSignOff } from '../support/sign-offs.ts'
import { schema } from '../support/surface.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const day = (number: number) => new Date(Date.UTC(2040, 0, number)).toISOString()

/** Another value of each writable field. */
const CAMPAIGN_EDITS: Record<string, (actor: Actor) => unknown> = {
  name: () => 'Other',
  clientId: async (actor) => (await aClient(actor)).id,
  type: () => 'RADIO',
  description: () => 'Other',
  channels: () => ['PRINT'],
  budgetCents: () => 7,
  purpose: () => 'SERVICE',
  startsAt: () => day(1),
  endsAt: () => day(2),
}
const CONTENT_EDITS: Record<string, (actor: Actor) => unknown> = {
  campaignId: async (actor) => (await aCampaign(actor)).id,
  title: () => 'Other',
  body: () => 'Other.',
  variables: () => ['name'],
  language: () => 'zu',
  channel: () => 'RADIO',
}

/** Columns that no edit of the details writes: the operation that voids by a change of it, or why a change does not void. */
const CAMPAIGN_COLUMNS = {
  status: 'The approval of a client does not say when the campaign starts, pauses or ends.',
  budgetTold: 'The service writes it, for notifications.',
  failureReason: 'It explains the status.',
  failureCause: 'It explains the status.',
  returnReason: 'A status change inside of the team writes it.',
  tracksMessages: 'Reviewers do not see it, and the messages read the same.',
  senderId: 'voids: setCampaignSender',
  segmentId: 'voids: setCampaignSegment, updateSegment',
  segmentFrozenAt: 'The start of the campaign writes it. The segment was chosen before.',
  approved: 'The approval inside of the team writes it.',
  createdBy: 'It never changes.',
}
const CONTENT_COLUMNS = {
  translationOf: 'It is fixed, and becomes null when the original is deleted. The text stays.',
  type: 'It is fixed.',
  isTemplate: 'It is fixed.',
  status: 'voids: ARCHIVED. Other statuses are decisions inside of the team.',
  version: 'Every edit increments it, and voids.',
  approvedVersion: 'The approval inside of the team writes it.',
  returnReason: 'A status change inside of the team writes it.',
  createdBy: 'It never changes.',
  editedBy: 'Every edit writes it, and voids.',
}

const patchFields = (name: string): string[] => {
  const type = schema.getType(name)
  return isInputObjectType(type) ? Object.keys(type.getFields()) : []
}

async function columnsOf(entity: typeof Campaign | typeof ContentItem): Promise<string[]> {
  const { organizationId } = server.actor()
  const names = await server.database.transaction({ role: 'gateway_tenant', organizationId }, async ({ metadata }) =>
    metadata.get<Campaign | ContentItem>(entity).props.map(({ name }) => String(name)),
  )
  return names.filter((name) => !['id', 'organizationId', 'createdAt', 'updatedAt'].includes(name)).sort()
}

const edit = (actor: Actor, kind: 'Campaign' | 'Content', id: string, input: object) =>
  asked(actor, `mutation ($id: ID!, $input: ${kind}Patch!) { update${kind}(id: $id, input: $input) { id } }`, {
    id,
    input,
  })

const statusOf = async (actor: Actor, { id }: Json) => (await showSignOff(actor, id)).status

describe('each writable field', () => {
  test('is edited by this suite, or it is said why a change does not void a sign-off', async () => {
    expect(Object.keys(CAMPAIGN_EDITS).sort()).toEqual(patchFields('CampaignPatch').sort())
    expect(Object.keys(CONTENT_EDITS).sort()).toEqual(patchFields('ContentPatch').sort())
    const campaign = [...Object.keys(CAMPAIGN_EDITS), ...Object.keys(CAMPAIGN_COLUMNS)]
    expect(campaign.sort()).toEqual(await columnsOf(Campaign))
    const content = [...Object.keys(CONTENT_EDITS), ...Object.keys(CONTENT_COLUMNS)]
    expect(content.sort()).toEqual(await columnsOf(ContentItem))
  })

  test.each(Object.entries(CAMPAIGN_EDITS))('of a campaign voids: %s', async (field, otherValue) => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const signOff = await aSignOff(actor, { campaignId: id })
    await edit(actor, 'Campaign', id, { [field]: await otherValue(actor) })
    expect(await showSignOff(actor, signOff.id)).toMatchObject({
      status: 'VOIDED',
      endReason: 'The campaign was edited',
      endCause: { code: 'CAMPAIGN_EDITED' },
    })
  })

  test.each(Object.entries(CONTENT_EDITS))(
    'of content voids its own and its campaign’s: %s',
    async (field, otherValue) => {
      const actor = server.actor()
      const { id: campaignId } = await aCampaign(actor)
      const { id: contentId } = await aContent(actor, { campaignId })
      const signOffs = [await aSignOff(actor, { contentId }), await aSignOff(actor, { campaignId })]
      await edit(actor, 'Content', contentId, { [field]: await otherValue(actor) })
      for (const signOff of signOffs) expect(await statusOf(actor, signOff)).toBe('VOIDED')
    },
  )
})

const SET_SEGMENT = 'mutation ($id: ID!, $segmentId: ID) { setCampaignSegment(id: $id, segmentId: $segmentId) { id } }'

const aSegment = async (actor: Actor): Promise<string> => {
  const input = { name: 'Everybody', filter: {} }
  const query = 'mutation ($input: SegmentInput!) { createSegment(input: $input) { id } }'
  return (await asked(actor, query, { input })).createSegment.id
}

const addPeople = (actor: Actor, id: string, email: string) => {
  const input = { channel: 'EMAIL', contacts: [{ email }] }
  const query =
    'mutation ($id: ID!, $input: AudienceInput!) { addCampaignRecipients(id: $id, input: $input) { campaignId } }'
  return asked(actor, query, { id, input })
}

const importPeople = (actor: Actor, id: string, isLast: boolean) => {
  const input = { csv: 'email\nthandi@example.org\n', isLast }
  const query = 'mutation ($id: ID!, $input: RecipientImportInput!) { importRecipients(id: $id, input: $input) { id } }'
  return asked(actor, query, { id, input })
}

describe('another sender or audience voids the sign-off of the campaign', () => {
  test.each<[string, string, (actor: Actor, id: string) => Promise<unknown>]>([
    ['a sender', 'sender', async (actor, id) => setSender(actor, id, (await aSender(actor)).id)],
    ['a segment', 'audience', async (actor, id) => asked(actor, SET_SEGMENT, { id, segmentId: await aSegment(actor) })],
    ['recipients', 'audience', (actor, id) => addPeople(actor, id, 'thandi@example.org')],
    ['the last piece of an import', 'audience', (actor, id) => importPeople(actor, id, true)],
  ])('%s', async (_, what, change) => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { type: 'EMAIL' })
    const signOff = await aSignOff(actor, { campaignId: id })
    await change(actor, id)
    const endReason = `The ${what} of the campaign was changed`
    expect(await showSignOff(actor, signOff.id)).toMatchObject({ status: 'VOIDED', endReason })
  })

  test('another filter of its segment does; another name, and the segment of another campaign, do not', async () => {
    const actor = server.actor()
    const segmentId = await aSegment(actor)
    const [{ id }, other] = [await aCampaign(actor), await aCampaign(actor)]
    await asked(actor, SET_SEGMENT, { id, segmentId })
    const signOffs = [await aSignOff(actor, { campaignId: id }), await aSignOff(actor, { campaignId: other.id })]
    const update = (input: object) =>
      asked(actor, 'mutation ($id: ID!, $input: SegmentPatch!) { updateSegment(id: $id, input: $input) { id } }', {
        id: segmentId,
        input,
      })
    await update({ name: 'All' })
    for (const signOff of signOffs) expect(await statusOf(actor, signOff)).toBe('REQUESTED')
    await update({ filter: { languages: ['af'] } })
    expect(await Promise.all(signOffs.map((signOff) => statusOf(actor, signOff)))).toEqual(['VOIDED', 'REQUESTED'])
  })

  test('recipients who are in the audience already, and the first piece of an import, do not', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    await addPeople(actor, id, 'thandi@example.org')
    const signOff = await aSignOff(actor, { campaignId: id })
    await addPeople(actor, id, 'Thandi@example.org')
    await importPeople(actor, id, false)
    expect(await statusOf(actor, signOff)).toBe('REQUESTED')
  })

  test('content that is archived does, because reviewers of the campaign no longer see it', async () => {
    const actor = server.actor()
    const reviewer = server.actor({ organizationId: actor.organizationId })
    const { id: campaignId } = await aCampaign(actor)
    const { id: contentId } = await aContent(actor, { campaignId })
    const set = async (who: Actor, status: string) =>
      expect((await who.rest('PUT', `/api/content/${contentId}/status`, { status })).status).toBe(200)
    await set(actor, 'IN_REVIEW')
    await set(reviewer, 'APPROVED')
    await set(reviewer, 'PUBLISHED')
    const signOffs = [await aSignOff(actor, { contentId }), await aSignOff(actor, { campaignId })]
    await set(reviewer, 'ARCHIVED')
    for (const signOff of signOffs)
      expect(await showSignOff(actor, signOff.id)).toMatchObject({ endReason: 'The content was archived' })
  })
})
