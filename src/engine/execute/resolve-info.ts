import type { GraphQLResolveInfo } from 'graphql'
import type { Path } from 'graphql/jsutils/Path.js'
import type { Listing } from '../../graphql/lists.ts'
import type { Lookup } from '../../graphql/lookup.ts'
import type { FieldPlan } from '../plan/plan.ts'
import type { Execution } from './execution.ts'
import { readListing } from './listing.ts'
import { readLookup } from './lookup.ts'
import type { StoredLookup, StoredPage } from './stored-rows.ts'

/** The information about a field in the document that its resolver gets. */
export interface PlanInfo extends GraphQLResolveInfo {
  /** Reads the selections of a list. */
  read(listing: Listing): Promise<StoredPage>
  /** Reads the selections of a row. @throws NOT_FOUND */
  lookUp(lookup: Lookup): Promise<StoredLookup>
}

/** The info of a field at a path of the response. */
export function infoFor(execution: Execution, plan: FieldPlan, path: Path): PlanInfo {
  const { field, nodes, parentType } = plan
  const { schema, fragments, operation } = execution.source
  return {
    fieldName: field.name,
    fieldNodes: nodes as GraphQLResolveInfo['fieldNodes'],
    returnType: field.type,
    parentType,
    path,
    schema,
    fragments,
    rootValue: undefined,
    operation,
    variableValues: execution.variables,
    read: (listing) => readListing(execution, plan, listing),
    lookUp: (lookup) => readLookup(execution, plan, lookup),
  }
}
