import { notFound, ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import { checkMover, demandMove } from '../../engine/lifecycle.ts'
import { addRow, type Changes, changeRow, changesOf, findId, lockRow } from '../../engine/rows.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { moveToTrash } from '../trash/trash.changes.ts'
import type { ContentInput, ContentPatch } from './content.inputs.ts'
import { contentLifecycle } from './content.lifecycle.ts'
import { demandDeclared, isApproved, statusAfterEdit } from './content.rules.ts'
import { beginTranslation, demandLanguage, lockOriginal, originalsFirst } from './content.translations.ts'
import { ContentItem, ContentStatus, Language } from './content-item.entity.ts'
import { ContentVersion } from './content-version.entity.ts'

/** Keeps what content is now as its version. */
function keepVersion(ctx: Context, item: ContentItem): void {
  const { id: contentId, version, title, body, language, channel, variables } = item
  const createdBy = ctx.caller.userId
  addRow(ctx, ContentVersion, { contentId, version, title, body, language, channel, variables, createdBy })
}

type NewContent = Pick<
  ContentItem,
  'campaignId' | 'title' | 'type' | 'body' | 'language' | 'channel' | 'isTemplate' | 'variables'
> &
  Partial<Pick<ContentItem, 'translationOf'>>

/** Adds content as a draft of the caller's, with its first version. */
export function addContent(ctx: Context, content: NewContent): ContentItem {
  const { userId } = ctx.caller
  const item = addRow(ctx, ContentItem, {
    ...content,
    status: ContentStatus.DRAFT,
    version: 1,
    approvedVersion: null,
    createdBy: userId,
    editedBy: userId,
  })
  keepVersion(ctx, item)
  return item
}

/** Makes content. */
export async function createContent(ctx: Context, input: ContentInput): Promise<ContentItem> {
  const campaignId = (await findId(ctx, Campaign, input.campaignId, 'Campaign')) ?? null
  const variables = input.variables ?? []
  if (input.isTemplate) demandDeclared(variables, input.title, input.body)
  const language = input.language ?? Language.en
  const translationOf = await lockOriginal(ctx, input.translationOf, language)
  return addContent(ctx, {
    ...input,
    campaignId,
    language,
    translationOf,
    channel: input.channel ?? null,
    isTemplate: input.isTemplate ?? false,
    variables,
  })
}

/** Begins a translation: a copy, to be translated. */
export async function translateContent(ctx: Context, id: string, language: Language): Promise<ContentItem> {
  return addContent(ctx, await beginTranslation(ctx, id, language))
}

/** Copies content into a campaign. What is a translation of an original among them is one of its copy. */
export function copyContent(ctx: Context, items: readonly ContentItem[], campaignId: string): void {
  const copies = new Map<string, string>()
  for (const item of originalsFirst(items)) {
    const translationOf = copies.get(item.translationOf ?? '') ?? null
    copies.set(item.id, addContent(ctx, { ...item, campaignId, translationOf }).id)
  }
}

/** Makes the next version, if anything changes. What was reviewed, approved or published is a draft again. */
async function edit(ctx: Context, item: ContentItem, given: Changes<ContentItem>): Promise<ContentItem> {
  const changes = changesOf(item, given)
  if (Object.keys(changes).length === 0) return item
  if (item.status === ContentStatus.ARCHIVED) {
    throw new ServiceError('INVALID_STATE_TRANSITION', 'Archived content cannot be edited', { from: item.status })
  }
  if (changes.language !== undefined) await demandLanguage(ctx, item, changes.language)
  const status = statusAfterEdit(item.status)
  // An older version approved without saying what.
  const approvedVersion = isApproved(item.status) ? item.version : item.approvedVersion
  const next = { ...changes, status, version: item.version + 1, approvedVersion, editedBy: ctx.caller.userId }
  const { isTemplate, variables, title, body } = { ...item, ...next }
  if (isTemplate) demandDeclared(variables, title, body)
  const edited = changeRow(ctx, ContentItem, item, next)
  keepVersion(ctx, edited)
  return edited
}

/** Edits the fields that are given. */
export async function updateContent(
  ctx: Context,
  id: string,
  patch: ContentPatch,
  expectedUpdatedAt?: Date,
): Promise<ContentItem> {
  const item = await lockRow(ctx, ContentItem, id, 'Content', expectedUpdatedAt)
  const campaignId = await findId(ctx, Campaign, patch.campaignId, 'Campaign')
  return edit(ctx, item, {
    title: patch.title,
    body: patch.body,
    campaignId,
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

/** @throws CONFLICT when the content is not at the version that a decision is about */
function demandVersion(item: ContentItem, version: number | undefined): void {
  if (version === undefined || version === item.version) return
  const message = `The decision is about version ${version}; the current version is ${item.version}`
  throw new ServiceError('CONFLICT', message, { version: item.version })
}

/** Goes to another state, if its lifecycle lets the caller; with `version`, a decision is void when it was edited meanwhile. */
export async function changeContentStatus(
  ctx: Context,
  id: string,
  status: ContentStatus,
  version: number | undefined,
): Promise<ContentItem> {
  checkMover(ctx, contentLifecycle, status)
  const item = await lockRow(ctx, ContentItem, id, 'Content')
  demandVersion(item, version)
  await demandMove(ctx, contentLifecycle, item, status)
  const approvedVersion = status === ContentStatus.APPROVED ? item.version : undefined
  return changeRow(ctx, ContentItem, item, { status, approvedVersion })
}

/** Moves content and its history to the trash; its results stay with its campaign. */
export const deleteContent = (ctx: Context, id: string): Promise<string> =>
  moveToTrash(ctx, ContentItem, id, { thing: 'Content', name: 'title' })
