import { Query } from 'type-graphql'
import type { Tables } from '../../data/transaction.ts'
import type { List } from '../../graphql/lists.ts'
import type { PageArguments } from '../../graphql/page-range.ts'
import { Audit, Cost, type FieldCost } from './declarations.ts'

export const OF_EXPORT =
  'The same list for a file: `all` returns every item that matches. Like every export, it is FORBIDDEN for a role other ' +
  'than admin and that of the security setting `exportRole`, if it is set.'

/** Declares a root field, beside the one of a method, that returns a list for a file. It is audited as EXPORTED. */
export const ExportQuery =
  <T extends keyof Tables & string, F extends object>(
    list: List<T, F>,
    name: string,
    resourceType: string,
    cost: FieldCost = 0,
  ): MethodDecorator =>
  (target) => {
    const value = (...values: [PageArguments, ...unknown[]]) => list.pageFor(values)
    Object.defineProperty(target, name, { value })
    Query(() => list.connection, { description: OF_EXPORT })(target, name, {})
    Audit(resourceType, 'EXPORTED')(target, name)
    Cost(cost)(target, name)
    list.declareArguments(target, name, { isWhole: true })
  }
