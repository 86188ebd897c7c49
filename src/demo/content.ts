import { ContentStatus } from '../features/content/content-item.entity.ts'
import type { PlayedCampaign } from './campaigns.ts'
import { BUCKETS, type DemoContent, ITEMS } from './content-table.ts'
import type { Stage } from './stage.ts'

const CREATE = 'mutation ($input: ContentInput!) { createContent(input: $input) { id } }'
const EDIT = 'mutation ($id: ID!, $input: ContentPatch!) { updateContent(id: $id, input: $input) { id } }'
const COMMENT =
  'mutation ($id: ID!, $version: Int!, $text: String!) { commentOnContent(id: $id, version: $version, input: { text: $text }) { id } }'
const MOVE = 'mutation ($id: ID!, $status: ContentStatus!) { changeContentStatus(id: $id, status: $status) { id } }'

const { DRAFT, IN_REVIEW, CHANGES_REQUESTED, APPROVED, PUBLISHED, ARCHIVED } = ContentStatus

/** The status changes after DRAFT that lead to each status. */
const PATHS: Readonly<Record<ContentStatus, readonly ContentStatus[]>> = {
  [DRAFT]: [],
  [IN_REVIEW]: [IN_REVIEW],
  [CHANGES_REQUESTED]: [IN_REVIEW, CHANGES_REQUESTED],
  [APPROVED]: [IN_REVIEW, APPROVED],
  [PUBLISHED]: [IN_REVIEW, APPROVED, PUBLISHED],
  [ARCHIVED]: [IN_REVIEW, APPROVED, PUBLISHED, ARCHIVED],
}

/** Creates content in every status and language, and templates. An author never reviews their own content. */
export async function playContent(stage: Stage, campaigns: readonly PlayedCampaign[]): Promise<void> {
  const ids = new Map(campaigns.map(({ name, id }) => [name, id]))
  const originals = new Map<string, string>()
  for (const item of [...BUCKETS, ...ITEMS]) {
    const id = await play(stage, item, ids, originals)
    if (!item.translationOf) originals.set(item.title, id)
  }
}

/** Creates a content item and returns its id. `campaigns` holds ids by name, `originals` by title. */
async function play(
  stage: Stage,
  item: DemoContent,
  campaigns: ReadonlyMap<string, string>,
  originals: ReadonlyMap<string, string>,
): Promise<string> {
  const { campaign, author, made, status, earlier, comment, variables = [], ...content } = item
  const text = earlier ?? content.body
  const kind = {
    campaignId: campaign && campaigns.get(campaign),
    translationOf: item.translationOf && originals.get(item.translationOf),
    isTemplate: variables.length > 0,
    variables,
  }
  const { id } = await stage.perform(author, made, CREATE, { input: { ...content, ...kind, body: text } })
  if (earlier) await stage.perform(author, made + 0.5, EDIT, { id, input: { body: content.body } })
  for (const [step, next] of PATHS[status].entries()) {
    const by = next === IN_REVIEW ? author : author === 'thandi' ? 'admin' : 'thandi'
    // Spreads the steps evenly over the time since the creation.
    const day = made * (1 - (step + 1) / 6)
    if (comment && next === CHANGES_REQUESTED)
      await stage.perform(by, day, COMMENT, { id, version: earlier ? 2 : 1, text: comment })
    await stage.perform(by, day, MOVE, { id, status: next })
  }
  return id
}
