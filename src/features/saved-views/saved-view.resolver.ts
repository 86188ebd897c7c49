import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { Audit, Fails } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { ExpectedUpdatedAt, IdArg } from '../../graphql/arguments.ts'
import {
  having,
  is,
  isAny,
  isOwnOr,
  isPermitted,
  type ListArguments,
  type Listing,
  ListQuery,
  listOf,
} from '../../graphql/lists.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { createSavedView, deleteSavedView, setDefaultView, updateSavedView } from './saved-view.changes.ts'
import { LIST_PERMITS, SavedView } from './saved-view.entity.ts'
import { DefaultViewInput, SavedViewFilter, SavedViewInput, SavedViewPatch } from './saved-view.inputs.ts'

const savedViews = listOf('savedView', SavedView, {
  description: 'Page of saved views.',
  filter: SavedViewFilter,
  where: { list: isAny('list'), isDefault: is('isDefault') },
  only: [having(isOwnOr('isShared', 'createdBy'), true), having(isPermitted('list', LIST_PERMITS), true)],
  sortBy: ['createdAt', 'updatedAt', 'name', 'list'],
  order: { field: 'name', direction: OrderDirection.ASC },
})

@Resolver(() => SavedView)
export class SavedViewResolver {
  @ListQuery(
    savedViews,
    'The saved views that the caller may see: their own and shared ones, of lists that the caller may read. Default order: by name.',
  )
  @Audit('SAVED_VIEW', 'LISTED')
  savedViews(...[page, filter, orderBy]: ListArguments<SavedViewFilter>): Listing {
    return savedViews.page(page, filter, orderBy)
  }

  @Mutation(() => SavedView, {
    description:
      'Saves a view of a list for the caller, or for the organization. Requires the permission to read the list. A viewer ' +
      'shares none: FORBIDDEN. At most 50 views of ' +
      'one person, and 50 shared views of an organization: CONFLICT.',
  })
  @Audit('SAVED_VIEW', 'CREATED')
  @Fails('CONFLICT')
  createSavedView(
    @Arg('input', () => SavedViewInput, { description: 'The view to save.' }) input: SavedViewInput,
    @Ctx() ctx: Context,
  ): Promise<SavedView> {
    return createSavedView(ctx, input)
  }

  @Mutation(() => SavedView, {
    description:
      'Sets how the caller sees a list at first, in every browser. Requires the permission to read the list. Returns the ' +
      'default view of the list, which no other user sees.',
  })
  @Audit('SAVED_VIEW', 'UPDATED')
  setDefaultView(
    @Arg('input', () => DefaultViewInput, { description: 'The list and its parameters.' }) input: DefaultViewInput,
    @Ctx() ctx: Context,
  ): Promise<SavedView> {
    return setDefaultView(ctx, input)
  }

  @Mutation(() => SavedView, {
    description:
      'Changes the given fields of an own view. A shared view of another user is changed with `org:team:write` only: otherwise FORBIDDEN. ' +
      'A default view cannot be shared: CONFLICT.',
  })
  @Audit('SAVED_VIEW', 'UPDATED')
  @Fails('NOT_FOUND', 'CONFLICT')
  updateSavedView(
    @IdArg('view') id: string,
    @Arg('input', () => SavedViewPatch, { description: 'Fields to change.' }) input: SavedViewPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<SavedView> {
    return updateSavedView(ctx, id, input, expectedUpdatedAt)
  }

  @Mutation(() => ID, {
    description:
      'Deletes an own view. A shared view of another user is deleted with `org:team:write` only: otherwise FORBIDDEN. Returns the id.',
  })
  @Audit('SAVED_VIEW', 'DELETED')
  @Fails('NOT_FOUND')
  deleteSavedView(@IdArg('view') id: string, @Ctx() ctx: Context): Promise<string> {
    return deleteSavedView(ctx, id)
  }
}
