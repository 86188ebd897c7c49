import { globSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import texts from '../src/web/i18n/en/faults.json' with { type: 'json' }
import { aCampaign, aClient, aContent } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const STATUS = `mutation ($id: ID!, $status: CampaignStatus!) { changeCampaignStatus(id: $id, status: $status) { id } }`

test('a refusal has the code of its text, and the values of the text in its details', async () => {
  const admin = server.actor()
  const add = 'mutation ($input: SegmentInput!) { createSegment(input: $input) { id } }'
  const input = { name: 'Bakers', filter: { languages: ['af'] } }
  await admin.graphql(add, { input })
  const { body } = await admin.graphql(add, { input })
  expect(body.errors[0]).toMatchObject({
    message: 'Another segment has this name',
    extensions: { code: 'CONFLICT', reason: 'SEGMENT_NAME_TAKEN', details: { segmentId: expect.any(String) } },
  })
})

test('each invalid field has the code of its fault, next to the English text', async () => {
  const admin = server.actor()
  const input = { name: 'x'.repeat(201), type: 'EMAIL', startsAt: '2031-02-01T00:00:00Z' }
  const { body } = await admin.graphql('mutation ($input: CampaignInput!) { createCampaign(input: $input) { id } }', {
    input,
  })
  expect(body.errors[0].extensions).toEqual({
    code: 'VALIDATION_ERROR',
    details: { name: 'must be at most 200 characters' },
    reasons: { name: { code: 'TEXT_TOO_LONG', most: 200 } },
  })
  const late = { ...input, name: 'Spring', endsAt: '2031-01-01T00:00:00Z' }
  const answer = await admin.graphql('mutation ($input: CampaignInput!) { createCampaign(input: $input) { id } }', {
    input: late,
  })
  expect(answer.body.errors[0].extensions).toEqual({
    code: 'VALIDATION_ERROR',
    details: { endsAt: 'must be after startsAt' },
    reasons: { endsAt: { code: 'NOT_AFTER', other: 'startsAt' } },
  })
})

test('names of variables that content cannot have are refused by a code', async () => {
  const input = { title: 'Spring', type: 'POST', body: 'Hello', variables: ['first name', '1st'] }
  const { body } = await server
    .actor()
    .graphql('mutation ($input: ContentInput!) { createContent(input: $input) { id } }', { input })
  expect(body.errors[0].extensions).toEqual({
    code: 'VALIDATION_ERROR',
    details: { variables: 'must be names of at most 64 letters, digits and _, without a digit at the start' },
    reasons: { variables: { code: 'NOT_NAMES' } },
  })
})

test('a time zone and a day that an analytics record cannot have are refused by a code', async () => {
  const admin = server.actor()
  const add = 'mutation ($input: ReportScheduleInput!) { createReportSchedule(input: $input) { id } }'
  const schedule = { sentOn: 'MONDAY', hour: 7, timeZone: 'Cape Town', recipientIds: ['u'] }
  const refused = await admin.graphql(add, { input: schedule })
  expect(refused.body.errors[0].extensions).toEqual({
    code: 'VALIDATION_ERROR',
    details: { timeZone: 'must be an IANA time zone, for example Africa/Johannesburg' },
    reasons: { timeZone: { code: 'NOT_TIME_ZONE' } },
  })
  const record = 'mutation ($records: [AnalyticsRecordInput!]!) { recordAnalytics(records: $records) { recorded } }'
  const { body } = await admin.graphql(record, { records: [{ campaignId: 'c', day: '1999-12-31' }] })
  expect(body.errors[0].extensions).toEqual({
    code: 'VALIDATION_ERROR',
    details: { day: 'must be between 2000-01-01 and today' },
    reasons: { day: { code: 'DAY_OUT_OF_RANGE', first: '2000-01-01' } },
  })
})

test('a refused next status has its cause, and values stay as programs know them', async () => {
  const admin = server.actor()
  const { id } = await aCampaign(admin, { status: 'DRAFT' })
  const viewer = server.actor({ organizationId: admin.organizationId, role: 'viewer' })
  const { body } = await viewer.graphql(
    'query ($id: ID!) { campaign(id: $id) { transitions { allowed reason cause } } }',
    {
      id,
    },
  )
  expect(body.data.campaign.transitions[0]).toEqual({
    allowed: false,
    reason: 'Requires the permission org:campaigns:write',
    cause: { code: 'PERMISSION_MISSING', permission: 'org:campaigns:write' },
  })
  await admin.graphql(STATUS, { id, status: 'CANCELLED' })
  const edit = 'mutation ($id: ID!, $input: CampaignPatch!) { updateCampaign(id: $id, input: $input) { id } }'
  const refused = await admin.graphql(edit, { id, input: { name: 'Other' } })
  expect(refused.body.errors[0]).toMatchObject({
    message: 'A campaign that is CANCELLED cannot be edited. Duplicate it to continue with a copy',
    extensions: { reason: 'CAMPAIGN_CLOSED', details: { status: 'CANCELLED' } },
  })
})

test('faults of rows have the code of their text', async () => {
  const admin = server.actor()
  const text = 'mutation ($rows: [JSONObject]!) { importClients(rows: $rows) { errors { field message cause } } }'
  const { body } = await admin.graphql(text, {
    rows: [{ name: 'x'.repeat(201), type: 'PERSON', sector: 'MAYBE', industry: 'Food', contact: { email: 'a' } }],
  })
  expect(body.data.importClients.errors).toEqual([
    {
      field: 'sector',
      message: 'sector must be GOVERNMENT or BUSINESS',
      cause: { code: 'NOT_ONE_OF', values: ['GOVERNMENT', 'BUSINESS'] },
    },
  ])
  const { id } = await aCampaign(admin, { type: 'EMAIL' })
  const add =
    'mutation ($id: ID!, $input: AudienceInput!) { addCampaignRecipients(id: $id, input: $input) { campaignId } }'
  const contacts = [{ phone: '+27 82 000 0000' }, { email: 'a@example.org', attributes: { pets: ['cat'] } }]
  const refused = await admin.graphql(add, { id, input: { channel: 'EMAIL', contacts } })
  expect(refused.body.errors[0].extensions).toEqual({
    code: 'VALIDATION_ERROR',
    details: {
      errors: [
        { index: 0, field: 'email', message: 'is needed for the channel EMAIL' },
        { index: 1, field: 'attributes.pets', message: 'must be a text, a number or a boolean' },
      ],
    },
    reasons: { '0.email': { code: 'ADDRESS_NEEDED', channel: 'EMAIL' }, '1.attributes.pets': { code: 'NOT_SIMPLE' } },
  })
  const { id: other } = await aCampaign(admin)
  const { id: contentId } = await aContent(admin, { campaignId: other })
  const record = { campaignId: id, day: '2026-01-01', clicks: 1 }
  const measured = await admin.graphql(
    'mutation ($records: [AnalyticsRecordInput!]!) { recordAnalytics(records: $records) { recorded } }',
    { records: [record, { ...record, contentId }] },
  )
  expect(measured.body.errors[0].extensions.reasons).toEqual({ '1.contentId': { code: 'OF_OTHER_CAMPAIGN' } })
})

test('REST answers have no codes of texts', async () => {
  const admin = server.actor()
  const { id } = await aClient(admin)
  const { body } = await admin.rest('PUT', `/api/clients/${id}`, { name: 'x'.repeat(201) })
  expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: { name: 'must be at most 200 characters' } })
  expect(Object.keys(body)).not.toContain('reasons')
  const csv = 'name,type,industry,sector\n,PERSON,Food,BUSINESS\n'
  for (const mode of ['partial', 'atomic']) {
    const answer = await admin.rest('POST', `/api/clients/import?mode=${mode}`, csv, { 'Content-Type': 'text/csv' })
    expect(JSON.stringify(answer.body)).toContain('name is required')
    expect(JSON.stringify(answer.body)).not.toMatch(/cause|reasons|REQUIRED/)
  }
})

test('the service uses every text of the catalogue', () => {
  const root = `${import.meta.dirname}/../src`
  const files = globSync(`${root}/{common,data,engine,features,graphql}/**/*.ts`)
  const source = files.map((file) => readFileSync(file, 'utf8')).join('')
  expect(Object.keys(texts).filter((code) => !source.includes(`'${code}'`))).toEqual([])
})

test('a fault of a feature has a code', () => {
  const root = `${import.meta.dirname}/../src/features`
  const files = globSync('**/*.ts', { cwd: root })
  expect(files.filter((file) => /\b(?:invalid|misfit)\(/.test(readFileSync(`${root}/${file}`, 'utf8')))).toEqual([])
})
