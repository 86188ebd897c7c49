import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { invalidFields } from '../../common/errors.ts'
import { Audit, Cost, Fails, GraphqlOnly, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { REASON, transitionsOf } from '../../engine/write/lifecycle.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../graphql/arguments.ts'
import { Output } from '../../graphql/columns.ts'
import { FieldChange } from '../../graphql/field-change.ts'
import { field, fields } from '../../graphql/fields.ts'
import { type Listing, ListQuery } from '../../graphql/lists.ts'
import type { ConnectionArgs, Order } from '../../graphql/relay.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { Reads } from '../../graphql/selection.ts'
import { TRANSITIONS, type Transition, transitionType } from '../../graphql/transition.ts'
import { APPROVED, changesSinceApproval } from './content.approval.ts'
import {
  changeContentStatus,
  createContent,
  deleteContent,
  restoreContent,
  translateContent,
  updateContent,
} from './content.changes.ts'
import { ContentInput, ContentPatch } from './content.inputs.ts'
import { contentLifecycle, DECIDING } from './content.lifecycle.ts'
import { contents, contentVersions } from './content.queries.ts'
import { render } from './content.rules.ts'
import { translationsOf } from './content.translations.ts'
import { ContentItem, ContentStatus, Language } from './content-item.entity.ts'

const ContentTransition = transitionType('ContentTransition', ContentStatus)

@Output('The same content in another language.')
class ContentTranslation extends fields({
  id: field(ID, 'Id of the content item.'),
  title: field(String, 'Title of the content.'),
  language: field(Language, 'Language of the content.'),
  status: field(ContentStatus, 'Lifecycle status of the content.'),
  version: field(Int, 'Version number.'),
  isOriginal: field(Boolean, 'Whether this item is the original of the translations.'),
}) {}

@Output('Template with its variables filled in.')
class RenderedContent extends fields({
  title: field(String, 'Title with the variables filled in.'),
  body: field(String, 'Body with the variables filled in. For EMAIL and BANNER, values are escaped as HTML.'),
}) {}

@Resolver(() => ContentItem)
export class ContentResolver {
  @ListRoot(contents, 'CONTENT', 'The content of the organization. Default order: newest first.')
  declare readonly contents: RootField

  @RowRoot(ContentItem, 'CONTENT', 'Content', { thing: 'content item' })
  declare readonly content: RootField

  @ListQuery(contentVersions, 'The versions of a content item. Default order: newest first.')
  @Audit('CONTENT', 'VIEWED')
  async contentVersions(
    page: ConnectionArgs,
    orderBy: Order<string> | undefined,
    @IdArg('content item') id: string,
    @Ctx() ctx: Context,
  ): Promise<Listing> {
    const { id: contentId } = await findRow(ctx, ContentItem, id, 'Content')
    return contentVersions.page(page, { contentId }, orderBy)
  }

  @Query(() => RenderedContent, {
    description: 'A template with its variables filled in. VALIDATION_ERROR names each missing or unknown variable.',
  })
  @Permit('org:content:read')
  @Audit('CONTENT', 'VIEWED')
  async renderTemplate(
    @IdArg('content item') id: string,
    @Arg('values', () => JSONObject, { description: 'A text or a number for each variable.' })
    values: Record<string, unknown>,
    @Ctx() ctx: Context,
  ): Promise<RenderedContent> {
    const item = await findRow(ctx, ContentItem, id, 'Content')
    if (!item.isTemplate) throw invalidFields({ id: 'NOT_TEMPLATE' })
    return render(item, values)
  }

  @Mutation(() => ContentItem, {
    description:
      'Creates content with the status DRAFT and version 1. CONFLICT if the content of `translationOf` has the language ' +
      'already.',
  })
  @Permit('org:content:write')
  @Audit('CONTENT', 'CREATED')
  @Fails('CONFLICT')
  createContent(
    @InputArg(ContentInput, 'The content item to create.') input: ContentInput,
    @Ctx() ctx: Context,
  ): Promise<ContentItem> {
    return createContent(ctx, input)
  }

  @Mutation(() => ContentItem, {
    description:
      'Edits content as a new version. IN_REVIEW, APPROVED and PUBLISHED content becomes a DRAFT. An edit without changes ' +
      'creates no version. INVALID_STATE_TRANSITION for ARCHIVED content. CONFLICT if a translation into the new language ' +
      'exists.',
  })
  @Permit('org:content:write')
  @Audit('CONTENT', 'UPDATED')
  @Fails('INVALID_STATE_TRANSITION', 'CONFLICT')
  updateContent(
    @IdArg('content item') id: string,
    @InputArg(ContentPatch, 'Fields to change.') input: ContentPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<ContentItem> {
    return updateContent(ctx, id, input, expectedUpdatedAt)
  }

  @Mutation(() => ID, {
    description:
      'Deletes content and its versions. `restoreFromTrash` restores it for 30 days, or for the retention ' +
      'period of the resource TRASH. Returns the id of the content item.',
  })
  @Permit('org:content:delete')
  @Audit('CONTENT', 'DELETED')
  @Cost(statements(13))
  @Fails('LEGAL_HOLD')
  deleteContent(@IdArg('content item') id: string, @Ctx() ctx: Context): Promise<string> {
    return deleteContent(ctx, id)
  }

  @Mutation(() => ContentItem, {
    description:
      'Changes the status of content: DRAFT to IN_REVIEW to APPROVED to PUBLISHED to ARCHIVED, and ' +
      'IN_REVIEW to CHANGES_REQUESTED and back. APPROVED and CHANGES_REQUESTED require the permission ' +
      'org:content:approve and a caller other than the authors. INVALID_STATE_TRANSITION names the allowed statuses.',
  })
  @Permit(contentLifecycle.permit)
  @Audit('CONTENT', 'STATUS_CHANGED')
  @Fails('CONFLICT', 'INVALID_STATE_TRANSITION')
  changeContentStatus(
    @IdArg('content item') id: string,
    @Arg('status', () => ContentStatus, { description: 'New status.' }) status: ContentStatus,
    @Arg('version', () => Int, {
      nullable: true,
      description: 'Version that the decision is about. CONFLICT if it is not the current version.',
    })
    version: number | undefined,
    @Arg('reason', () => String, { nullable: true, description: REASON }) reason: string | undefined,
    @Ctx() ctx: Context,
  ): Promise<ContentItem> {
    return changeContentStatus(ctx, id, status, { version, reason })
  }

  @Mutation(() => ContentItem, {
    description:
      'Restores an earlier version as a new version. NOT_FOUND `Version not found`. INVALID_STATE_TRANSITION for ARCHIVED ' +
      'content. CONFLICT if a translation into the language of the version exists.',
  })
  @Permit('org:content:write')
  @Audit('CONTENT', 'UPDATED')
  @Fails('NOT_FOUND', 'INVALID_STATE_TRANSITION', 'CONFLICT')
  restoreContent(
    @IdArg('content item') id: string,
    @Arg('version', () => Int, { description: 'Number of the version to restore.' }) version: number,
    @Ctx() ctx: Context,
  ): Promise<ContentItem> {
    return restoreContent(ctx, id, version)
  }

  @Mutation(() => ContentItem, {
    description:
      'Creates a translation of content: a copy in another language, as a DRAFT of the caller. A ' +
      'translation of a translation belongs to the same original. CONFLICT if a translation into that ' +
      'language exists.',
  })
  @Permit('org:content:write')
  @Audit('CONTENT', 'CREATED')
  @Cost(statements(6))
  @Fails('CONFLICT')
  translateContent(
    @IdArg('content item') id: string,
    @Arg('language', () => Language, { description: 'Language of the translation.' }) language: Language,
    @Ctx() ctx: Context,
  ): Promise<ContentItem> {
    return translateContent(ctx, id, language)
  }

  @FieldResolver(() => [ContentTranslation], {
    description: 'The same content in other languages: the original first, then the others by language.',
  })
  @GraphqlOnly()
  @Reads('id', 'translationOf')
  translations(@Root() item: ContentItem, @Ctx() ctx: Context): Promise<ContentTranslation[]> {
    return translationsOf(ctx, item)
  }

  @FieldResolver(() => [FieldChange], {
    nullable: true,
    description:
      `Differences from the version that was last approved, in ${new Intl.ListFormat('en-GB').format(APPROVED)}. ` +
      'Null if no approved version is known.',
  })
  @GraphqlOnly()
  @Reads('id', 'approvedVersion', ...APPROVED)
  changesSinceApproval(@Root() item: ContentItem, @Ctx() ctx: Context): Promise<FieldChange[] | null> {
    return changesSinceApproval(ctx, item)
  }

  @FieldResolver(() => [ContentTransition], { description: TRANSITIONS })
  @GraphqlOnly()
  @Reads(...DECIDING)
  transitions(@Root() item: ContentItem, @Ctx() ctx: Context): Promise<Transition<ContentStatus>[]> {
    return transitionsOf(ctx, contentLifecycle, item)
  }
}
