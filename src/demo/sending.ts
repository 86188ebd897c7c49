import type { Stage } from './stage.ts'

const ADD_SENDER = 'mutation ($input: SenderInput!) { createSender(input: $input) { id } }'
const ADD_SEGMENT = 'mutation ($input: SegmentInput!) { createSegment(input: $input) { id } }'
const CREATE = 'mutation ($input: CampaignInput!) { createCampaign(input: $input) { id } }'
const DELETE = 'mutation ($id: ID!) { deleteCampaign(id: $id) }'

const SENDER = {
  name: 'Demo Service Provider',
  address: 'news@demo.example.org',
  physicalAddress: '1 Long Street, Cape Town, 8001',
  telephone: '+27 10 555 0110',
}

const SEGMENTS = [
  { name: 'Subscribers', filter: { consentFor: 'MARKETING' } },
  { name: 'Readers of Afrikaans', filter: { consentFor: 'MARKETING', languages: ['af'] } },
]

/** Creates what e-mail campaigns need: a sender whose DNS records are not published yet, and segments. */
export async function playSending(stage: Stage): Promise<void> {
  await stage.perform('admin', -6, ADD_SENDER, { input: SENDER })
  for (const input of SEGMENTS) await stage.perform('thandi', -5, ADD_SEGMENT, { input })
}

/** Puts a campaign into the trash. */
export async function playTrash(stage: Stage): Promise<void> {
  const input = { name: 'Braai season, first idea', type: 'SOCIAL' }
  const { id } = await stage.perform('pieter', -15, CREATE, { input })
  await stage.perform('thandi', -3, DELETE, { id })
}
