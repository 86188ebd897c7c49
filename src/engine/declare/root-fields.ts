import { type ClassType, Query } from 'type-graphql'
import type { Tables } from '../../data/transaction.ts'
import { IdArg } from '../../graphql/arguments.ts'
import { type List, ListQuery } from '../../graphql/lists.ts'
import { Lookup } from '../../graphql/lookup.ts'
import type { PageArguments } from '../../graphql/page-range.ts'
import { Audit, Cost, Fails, type FieldCost } from './declarations.ts'

/*
 * Root fields that only read. Their decorators have everything, so a resolver declares them without a method:
 *
 *   @ListRoot(consents, 'CONSENT', 'The consents of the organization.')
 *   declare readonly consents: RootField
 */

/** The type of a root field whose decorator defines it. */
export type RootField = (...values: never[]) => unknown

const define = (target: object, name: string | symbol, value: RootField) =>
  Object.defineProperty(target, name, { value })

const pageOf =
  <T extends keyof Tables & string, F extends object>(list: List<T, F>) =>
  (...values: [PageArguments, ...unknown[]]) =>
    list.pageFor(values)

const capitalized = (name: string) => name.replace(/^./, (first) => first.toUpperCase())

interface ListOptions {
  /** The name of the root field that returns the list for a file. Default: `exported<Name>`. null: there is none. */
  exported?: string | null
  cost?: FieldCost
}

/** Declares a root field that returns a list, and another one that returns the list for a file. */
export const ListRoot =
  <T extends keyof Tables & string, F extends object>(
    list: List<T, F>,
    resourceType: string,
    description: string,
    { exported, cost = 0 }: ListOptions = {},
  ): PropertyDecorator =>
  (target, key) => {
    const name = String(key)
    define(target, name, pageOf(list))
    if (exported !== null)
      ExportQuery(list, exported ?? `exported${capitalized(name)}`, resourceType, cost)(target, name, {})
    ListQuery(list, description)(target, name, {})
    Audit(resourceType, 'LISTED')(target, name)
    Cost(cost)(target, name)
  }

interface RowTexts {
  /** The name of the resource within a sentence. Default: its name in lower case. */
  thing?: string
  description?: string
}

/** Declares a root field that returns one row by its id. `resource` is its name in the error NOT_FOUND. */
export const RowRoot =
  (type: ClassType<object>, resourceType: string, resource: string, texts: RowTexts = {}): PropertyDecorator =>
  (target, name) => {
    const { thing = resource.toLowerCase() } = texts
    const { description = `One ${thing}. NOT_FOUND \`${resource} not found\`.` } = texts
    define(target, name, (id: string) => new Lookup(id, resource))
    Query(() => type, { description })(target, name, {})
    Audit(resourceType, 'VIEWED')(target, name)
    Fails('NOT_FOUND')(target, name)
    IdArg(thing)(target, name, 0)
  }

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
    define(target, name, pageOf(list))
    Query(() => list.connection, { description: OF_EXPORT })(target, name, {})
    Audit(resourceType, 'EXPORTED')(target, name)
    Cost(cost)(target, name)
    list.declareArguments(target, name, { isWhole: true })
  }
