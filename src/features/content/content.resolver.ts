import { Arg, Args, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql'
import { invalid } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import { Audit, Fails, Permit } from '../../engine/guard.ts'
import { findRow } from '../../engine/rows.ts'
import { JSONObject } from '../../graphql/columns.ts'
import type { Listing } from '../../graphql/lists.ts'
import { PageArgs, pageOf, SearchArgs } from '../../graphql/page.ts'
import { ConnectionArgs, OrderDirection } from '../../graphql/relay.ts'
import { changeContentStatus, createContent, deleteContent, restoreContent, updateContent } from './content.changes.ts'
import {
  ContentFilter,
  ContentInput,
  ContentListArgs,
  ContentOrder,
  ContentOrderField,
  ContentPatch,
} from './content.inputs.ts'
import { ContentConnection, ContentPage, ContentVersionPage, RenderedContent } from './content.outputs.ts'
import { contents } from './content.queries.ts'
import { render } from './content.rules.ts'
import { ContentItem, ContentStatus } from './content-item.entity.ts'

const BY_CREATION = { field: ContentOrderField.CREATED_AT, direction: OrderDirection.DESC }

/** The plain list, newest first. */
const contentList = (ctx: Context, filter: ContentFilter, page: PageArgs): Promise<ContentPage> =>
  pageOf(contents.in(ctx.db, filter).orderBy('createdAt', 'desc').orderBy('id', 'desc'), page)

@Resolver(() => ContentItem)
export class ContentResolver {
  @Query(() => ContentConnection, {
    description: 'The content of the organization, newest first unless ordered otherwise.',
  })
  @Permit('org:content:read')
  @Audit('CONTENT', 'LISTED')
  contents(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Arg('filter', () => ContentFilter, { nullable: true, description: 'Conditions that the items must meet.' }) filter:
      | ContentFilter
      | undefined,
    @Arg('orderBy', () => ContentOrder, { nullable: true, description: 'Order of the items.' }) orderBy:
      | ContentOrder
      | undefined,
  ): Listing {
    return contents.page(filter, orderBy ?? BY_CREATION, page)
  }

  @Query(() => ContentPage, {
    description: 'The content of the organization, templates included, newest first, by page.',
  })
  @Permit('org:content:read')
  @Audit('CONTENT', 'LISTED')
  contentList(
    @Args(() => ContentListArgs) { search, status, type, language, campaignId, ...page }: ContentListArgs,
    @Ctx() ctx: Context,
  ): Promise<ContentPage> {
    const filter = {
      search,
      campaignId,
      status: status && [status],
      type: type && [type],
      language: language && [language],
    }
    return contentList(ctx, filter, page)
  }

  @Query(() => ContentPage, { description: 'The templates of the organization, in pages, newest first.' })
  @Permit('org:content:read')
  @Audit('CONTENT', 'LISTED')
  contentTemplates(@Args(() => SearchArgs) { search, ...page }: SearchArgs, @Ctx() ctx: Context): Promise<ContentPage> {
    return contentList(ctx, { search, isTemplate: true }, page)
  }

  @Query(() => ContentItem, { description: 'One content item. NOT_FOUND `Content not found`.' })
  @Permit('org:content:read')
  @Audit('CONTENT', 'VIEWED')
  @Fails('NOT_FOUND')
  content(
    @Arg('id', () => ID, { description: 'Id of the content item.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<ContentItem> {
    return findRow(ctx, ContentItem, id, 'Content')
  }

  @Query(() => ContentVersionPage, { description: 'The versions of a content item, newest first.' })
  @Permit('org:content:read')
  @Audit('CONTENT', 'VIEWED')
  async contentVersions(
    @Arg('id', () => ID, { description: 'Id of the content item.' }) id: string,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<ContentVersionPage> {
    const item = await findRow(ctx, ContentItem, id, 'Content')
    const query = ctx.db.selectFrom('contentVersion').selectAll().where('contentId', '=', item.id)
    return pageOf(query.orderBy('version', 'desc'), page)
  }

  @Query(() => RenderedContent, {
    description: 'A template with its variables filled in. VALIDATION_ERROR names those that are missing or unknown.',
  })
  @Permit('org:content:read')
  @Audit('CONTENT', 'VIEWED')
  async renderTemplate(
    @Arg('id', () => ID, { description: 'Id of the content item.' }) id: string,
    @Arg('values', () => JSONObject, { description: 'A text or a number for each variable.' })
    values: Record<string, unknown>,
    @Ctx() ctx: Context,
  ): Promise<RenderedContent> {
    const item = await findRow(ctx, ContentItem, id, 'Content')
    if (!item.isTemplate) throw invalid({ id: 'must be that of a template' })
    return render(item, values)
  }

  @Mutation(() => ContentItem, { description: 'Creates content: a DRAFT, version 1.' })
  @Permit('org:content:write')
  @Audit('CONTENT', 'CREATED')
  createContent(
    @Arg('input', () => ContentInput, { description: 'The content item to create.' }) input: ContentInput,
    @Ctx() ctx: Context,
  ): Promise<ContentItem> {
    return createContent(ctx, input)
  }

  @Mutation(() => ContentItem, {
    description:
      'Edits content as a new version. IN_REVIEW, APPROVED and PUBLISHED content becomes a DRAFT; ARCHIVED ' +
      'content cannot be edited. An edit without changes creates no version.',
  })
  @Permit('org:content:write')
  @Audit('CONTENT', 'UPDATED')
  updateContent(
    @Arg('id', () => ID, { description: 'Id of the content item.' }) id: string,
    @Arg('input', () => ContentPatch, { description: 'Fields to change.' }) input: ContentPatch,
    @Ctx() ctx: Context,
  ): Promise<ContentItem> {
    return updateContent(ctx, id, input)
  }

  @Mutation(() => ID, { description: 'Deletes content and its versions. Returns the id.' })
  @Permit('org:content:delete')
  @Audit('CONTENT', 'DELETED')
  deleteContent(
    @Arg('id', () => ID, { description: 'Id of the content item.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return deleteContent(ctx, id)
  }

  @Mutation(() => ContentItem, {
    description:
      'Changes the status of content: DRAFT to IN_REVIEW to APPROVED to PUBLISHED to ARCHIVED; IN_REVIEW to ' +
      'CHANGES_REQUESTED and back. APPROVED and CHANGES_REQUESTED require the permission org:content:approve ' +
      'and a caller other than the author.',
  })
  @Permit('org:content:write')
  @Audit('CONTENT', 'STATUS_CHANGED')
  @Fails('CONFLICT')
  changeContentStatus(
    @Arg('id', () => ID, { description: 'Id of the content item.' }) id: string,
    @Arg('status', () => ContentStatus, { description: 'New status.' }) status: ContentStatus,
    @Arg('version', () => Int, {
      nullable: true,
      description: 'Version that the decision is about. CONFLICT if it is not the current one.',
    })
    version: number | undefined,
    @Ctx() ctx: Context,
  ): Promise<ContentItem> {
    return changeContentStatus(ctx, id, status, version)
  }

  @Mutation(() => ContentItem, { description: 'Restores an earlier version as a new one.' })
  @Permit('org:content:write')
  @Audit('CONTENT', 'UPDATED')
  restoreContent(
    @Arg('id', () => ID, { description: 'Id of the content item.' }) id: string,
    @Arg('version', () => Int, { description: 'Number of the version to restore.' }) version: number,
    @Ctx() ctx: Context,
  ): Promise<ContentItem> {
    return restoreContent(ctx, id, version)
  }
}
