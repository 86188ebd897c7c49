import { ContentStatus } from '../../features/content/content-item.entity.ts'
import type { PlayedCampaign } from './campaigns.ts'
import { BUCKETS, type DemoContent, ITEMS } from './content-table.ts'
import type { Stage } from './stage.ts'

const CREATE = 'mutation ($input: ContentInput!) { createContent(input: $input) { id } }'
const EDIT = 'mutation ($id: ID!, $input: ContentPatch!) { updateContent(id: $id, input: $input) { id } }'
const MOVE = 'mutation ($id: ID!, $status: ContentStatus!) { changeContentStatus(id: $id, status: $status) { id } }'

const { DRAFT, IN_REVIEW, CHANGES_REQUESTED, APPROVED, PUBLISHED, ARCHIVED } = ContentStatus

/** How content comes to be in a state, from DRAFT on. */
const PATHS: Readonly<Record<ContentStatus, readonly ContentStatus[]>> = {
  [DRAFT]: [],
  [IN_REVIEW]: [IN_REVIEW],
  [CHANGES_REQUESTED]: [IN_REVIEW, CHANGES_REQUESTED],
  [APPROVED]: [IN_REVIEW, APPROVED],
  [PUBLISHED]: [IN_REVIEW, APPROVED, PUBLISHED],
  [ARCHIVED]: [IN_REVIEW, APPROVED, PUBLISHED, ARCHIVED],
}

/** Content in every state and language, with templates; somebody else than its author reviews it. */
export async function playContent(stage: Stage, campaigns: readonly PlayedCampaign[]): Promise<void> {
  const ids = new Map(campaigns.map(({ name, id }) => [name, id]))
  for (const item of [...BUCKETS, ...ITEMS]) await play(stage, item, ids)
}

async function play(stage: Stage, item: DemoContent, ids: ReadonlyMap<string, string>): Promise<void> {
  const { campaign, author, made, status, earlier, variables = [], ...content } = item
  const text = earlier ?? content.body
  const kind = { campaignId: campaign && ids.get(campaign), isTemplate: variables.length > 0, variables }
  const { id } = await stage.perform(author, made, CREATE, { input: { ...content, ...kind, body: text } })
  if (earlier) await stage.perform(author, made + 0.5, EDIT, { id, input: { body: content.body } })
  for (const [step, next] of PATHS[status].entries()) {
    const by = next === IN_REVIEW ? author : author === 'thandi' ? 'admin' : 'thandi'
    // Within the time since it was made.
    await stage.perform(by, made * (1 - (step + 1) / 6), MOVE, { id, status: next })
  }
}
