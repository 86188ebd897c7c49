import { notFound, refusal } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findId } from '../../engine/execute/find-row.ts'
import { checkMover, demandMove, isDecision, reasonOfReturn } from '../../engine/write/lifecycle.ts'
import { addRow, type Changes, changeRow, changesOf, lockRow } from '../../engine/write/rows.ts'
import { changedValues, newValues, type WritableField } from '../../graphql/row-inputs.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { wakeCampaigns } from '../campaigns/campaign.wake.ts'
import { demandCompilable } from '../delivery/messages/message.compile.ts'
import { announceDecision } from '../notifications/member.mail.ts'
import { voidSignOffs } from '../sign-off/sign-off.voiding.ts'
import { moveToTrash } from '../trash/trash.changes.ts'
import { APPROVED, versioned } from './content.approval.ts'
import type { ContentInput, ContentPatch } from './content.inputs.ts'
import { contentLifecycle } from './content.lifecycle.ts'
import { demandDeclared, isApproved, statusAfterEdit } from './content.rules.ts'
import { beginTranslation, demandLanguage, lockOriginal, originalsFirst } from './content.translations.ts'
import { ContentDetails, ContentItem, ContentStatus, type Language } from './content-item.entity.ts'
import { ContentVersion } from './content-version.entity.ts'

/** Stores the current content as its version. */
function keepVersion(ctx: Context, item: ContentItem): void {
  const { id: contentId, version } = item
  addRow(ctx, ContentVersion, { ...versioned(item), contentId, version, createdBy: ctx.caller.userId })
}

type NewContent = Pick<ContentItem, WritableField<ContentDetails>>

/** Adds content as a draft of the caller, with its first version. */
export function addContent(ctx: Context, content: NewContent): ContentItem {
  const { userId } = ctx.caller
  const item = addRow(ctx, ContentItem, {
    ...content,
    status: ContentStatus.DRAFT,
    version: 1,
    approvedVersion: null,
    returnReason: null,
    createdBy: userId,
    editedBy: userId,
  })
  keepVersion(ctx, item)
  return item
}

export async function createContent(ctx: Context, input: ContentInput): Promise<ContentItem> {
  await demandCompilable(ctx, input.body)
  const campaignId = (await findId(ctx, Campaign, input.campaignId, 'Campaign')) ?? null
  const details = newValues(ContentDetails, input)
  if (details.isTemplate) demandDeclared(details.variables, details.title, details.body)
  const translationOf = await lockOriginal(ctx, input.translationOf, details.language)
  return joinCampaign(ctx, addContent(ctx, { ...details, campaignId, translationOf }))
}

/** New content is not covered by the sign-off of its campaign. */
async function joinCampaign(ctx: Context, item: ContentItem): Promise<ContentItem> {
  if (item.campaignId) await voidSignOffs(ctx, { campaignIds: [item.campaignId] }, 'CONTENT_ADDED')
  return item
}

/** Creates a translation: a copy, to be translated. */
export async function translateContent(ctx: Context, id: string, language: Language): Promise<ContentItem> {
  return joinCampaign(ctx, addContent(ctx, await beginTranslation(ctx, id, language)))
}

/**
 * Copies content into a campaign. A copied translation refers to the copy of its original, if the original is copied
 * too.
 */
export function copyContent(ctx: Context, items: readonly ContentItem[], campaignId: string): void {
  const copies = new Map<string, string>()
  for (const item of originalsFirst(items)) {
    const translationOf = copies.get(item.translationOf ?? '') ?? null
    copies.set(item.id, addContent(ctx, { ...item, campaignId, translationOf }).id)
  }
}

/**
 * Creates the next version, if anything changes. Content that is in review, approved or published becomes a draft
 * again.
 */
async function edit(ctx: Context, item: ContentItem, given: Changes<ContentItem>): Promise<ContentItem> {
  const changes = changesOf(item, given)
  if (Object.keys(changes).length === 0) return item
  if (item.status === ContentStatus.ARCHIVED)
    throw refusal('INVALID_STATE_TRANSITION', 'CONTENT_ARCHIVED', { from: item.status })
  if (changes.language !== undefined) await demandLanguage(ctx, item, changes.language)
  const status = statusAfterEdit(item.status)
  // Older releases approved content without storing the approved version.
  const approvedVersion = isApproved(item.status) ? item.version : item.approvedVersion
  const next = { ...changes, status, version: item.version + 1, approvedVersion, editedBy: ctx.caller.userId }
  const { isTemplate, variables, title, body } = { ...item, ...next }
  if (isTemplate) demandDeclared(variables, title, body)
  const edited = changeRow(ctx, ContentItem, item, next)
  keepVersion(ctx, edited)
  const campaignIds = [item.campaignId, edited.campaignId]
  await voidSignOffs(ctx, { contentId: item.id, campaignIds }, 'CONTENT_EDITED')
  if (item.campaignId ?? edited.campaignId) wakeCampaigns(ctx)
  return edited
}

/** Edits the fields that are given. */
export async function updateContent(
  ctx: Context,
  id: string,
  patch: ContentPatch,
  expectedUpdatedAt?: Date,
): Promise<ContentItem> {
  await demandCompilable(ctx, patch.body)
  const item = await lockRow(ctx, ContentItem, id, 'Content', expectedUpdatedAt)
  const campaignId = await findId(ctx, Campaign, patch.campaignId, 'Campaign')
  return edit(ctx, item, { ...changedValues(ContentDetails, patch), campaignId })
}

/** Restores an earlier version as a new version. */
export async function restoreContent(ctx: Context, id: string, version: number): Promise<ContentItem> {
  const item = await lockRow(ctx, ContentItem, id, 'Content')
  const earlier = await ctx.db
    .selectFrom('contentVersion')
    .select(APPROVED)
    .where('contentId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!earlier) throw notFound('Version')
  return edit(ctx, item, earlier)
}

/** @throws CONFLICT if the current version is not the version that the decision is about */
function demandVersion(item: ContentItem, version: number | undefined): void {
  if (version === undefined || version === item.version) return
  throw refusal('CONFLICT', 'OLD_VERSION_DECIDED', { decided: version, version: item.version })
}

/**
 * Changes the status, if the lifecycle allows the caller to do so. With `version`: fails if the content was edited
 * since then.
 */
export async function changeContentStatus(
  ctx: Context,
  id: string,
  status: ContentStatus,
  { version, reason }: { version?: number | undefined; reason?: string | undefined } = {},
): Promise<ContentItem> {
  checkMover(ctx, contentLifecycle, status)
  const item = await lockRow(ctx, ContentItem, id, 'Content')
  demandVersion(item, version)
  await demandMove(ctx, contentLifecycle, item, status)
  const approvedVersion = status === ContentStatus.APPROVED ? item.version : undefined
  const returnReason = reasonOfReturn(contentLifecycle, item.status, status, reason)
  if (isDecision(contentLifecycle, item.status, status)) {
    const decided = { resourceType: 'CONTENT', id, status, authors: [item.createdBy, item.editedBy] } as const
    await announceDecision(ctx, decided, approvedVersion ? 'APPROVED' : 'RETURNED')
  }
  const changed = changeRow(ctx, ContentItem, item, { status, approvedVersion, returnReason })
  // Archived content is not part of what the reviewers of a campaign approve.
  if (status === ContentStatus.ARCHIVED)
    await voidSignOffs(ctx, { contentId: id, campaignIds: [item.campaignId] }, 'CONTENT_ARCHIVED')
  if (item.campaignId) wakeCampaigns(ctx)
  return changed
}

/** Moves content and its history to the trash. Its analytics stay with the campaign. */
export const deleteContent = (ctx: Context, id: string): Promise<string> =>
  moveToTrash(ctx, ContentItem, id, {
    thing: 'Content',
    name: 'title',
    before: async ({ campaignId }) => {
      await voidSignOffs(ctx, { contentId: id, campaignIds: [campaignId] }, 'CONTENT_DELETED')
      if (campaignId) wakeCampaigns(ctx)
    },
  })
