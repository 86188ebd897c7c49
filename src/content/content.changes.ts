import type { Context } from '../kernel/context.ts'
import { notFound, ServiceError } from '../kernel/errors.ts'
import { checkPermission } from '../kernel/guard.ts'
import { addRow, changeRow, findRow, lockRow } from '../kernel/rows.ts'
import type { ContentInput, ContentPatch } from './content.inputs.ts'
import { contentTransitions, demandDeclared, isVerdict, statusAfterEdit } from './content.rules.ts'
import { ContentItem, ContentStatus, Language } from './content-item.entity.ts'
import { ContentVersion } from './content-version.entity.ts'

/** @throws NOT_FOUND `Campaign not found` when the campaign is another tenant's, or nobody's */
async function demandCampaign(ctx: Context, campaignId: string | null | undefined): Promise<void> {
  if (campaignId) await findRow(ctx, 'campaign', campaignId, 'Campaign')
}

/** Keeps what content is now as its version. */
function keepVersion(ctx: Context, item: ContentItem): void {
  addRow(ctx, ContentVersion, {
    contentId: item.id,
    version: item.version,
    title: item.title,
    body: item.body,
    language: item.language,
    channel: item.channel,
    variables: item.variables,
    createdBy: ctx.caller.userId,
  })
}

type NewContent = Pick<
  ContentItem,
  'campaignId' | 'title' | 'type' | 'body' | 'language' | 'channel' | 'isTemplate' | 'variables'
>

/** Adds content as a draft of the caller's, with its first version. */
export function addContent(ctx: Context, content: NewContent): ContentItem {
  const { userId } = ctx.caller
  const item = addRow(ctx, ContentItem, {
    ...content,
    status: ContentStatus.DRAFT,
    version: 1,
    createdBy: userId,
    editedBy: userId,
  })
  keepVersion(ctx, item)
  return item
}

/** Makes content. */
export async function createContent(ctx: Context, input: ContentInput): Promise<ContentItem> {
  await demandCampaign(ctx, input.campaignId)
  const variables = input.variables ?? []
  if (input.isTemplate) demandDeclared(variables, input.title, input.body)
  return addContent(ctx, {
    campaignId: input.campaignId || null,
    title: input.title,
    type: input.type,
    body: input.body,
    language: input.language ?? Language.en,
    channel: input.channel ?? null,
    isTemplate: input.isTemplate ?? false,
    variables,
  })
}

/** Makes the next version. What was approved or published is a draft again. */
function edit(ctx: Context, item: ContentItem, changes: Partial<ContentItem>): ContentItem {
  if (item.status === ContentStatus.ARCHIVED) {
    throw new ServiceError('INVALID_STATE_TRANSITION', 'Archived content cannot be edited', { from: item.status })
  }
  const status = statusAfterEdit(item.status)
  changeRow(item, { ...changes, status, version: item.version + 1, editedBy: ctx.caller.userId })
  if (item.isTemplate) demandDeclared(item.variables, item.title, item.body)
  keepVersion(ctx, item)
  return item
}

/** Edits the fields that are given. */
export async function updateContent(ctx: Context, id: string, patch: ContentPatch): Promise<ContentItem> {
  const item = await lockRow(ctx, ContentItem, id, 'Content')
  await demandCampaign(ctx, patch.campaignId)
  return edit(ctx, item, {
    title: patch.title,
    body: patch.body,
    campaignId: patch.campaignId === '' ? null : patch.campaignId,
    channel: patch.channel,
    language: patch.language ?? undefined,
    variables: patch.variables === null ? [] : patch.variables,
  })
}

/** Brings an earlier version back, as a new one. */
export async function restoreContent(ctx: Context, id: string, version: number): Promise<ContentItem> {
  const item = await lockRow(ctx, ContentItem, id, 'Content')
  const earlier = await ctx.db
    .selectFrom('contentVersion')
    .select(['title', 'body', 'language', 'channel', 'variables'])
    .where('contentId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!earlier) throw notFound('Version')
  return edit(ctx, item, earlier)
}

/**
 * Goes to another state. A verdict needs the permission to approve, and someone who wrote neither the content nor its
 * current version; with `version`, it is void when the content was edited meanwhile.
 */
export async function changeContentStatus(
  ctx: Context,
  id: string,
  status: ContentStatus,
  version: number | undefined,
): Promise<ContentItem> {
  if (isVerdict(status)) checkPermission(ctx.caller, 'org:content:approve')
  const item = await lockRow(ctx, ContentItem, id, 'Content')
  contentTransitions.check(item.status, status)
  if (isVerdict(status) && [item.createdBy, item.editedBy].includes(ctx.caller.userId)) {
    throw new ServiceError('FORBIDDEN', 'Content is reviewed by someone other than its author')
  }
  if (version !== undefined && version !== item.version) {
    const details = { version: item.version }
    throw new ServiceError('CONFLICT', `The content was edited meanwhile; its version is ${item.version}`, details)
  }
  return changeRow(item, { status })
}

/** Deletes content and its history. */
export async function deleteContent(ctx: Context, id: string): Promise<string> {
  ctx.em.remove(await lockRow(ctx, ContentItem, id, 'Content'))
  return id
}
