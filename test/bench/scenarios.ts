import * as documents from './documents.ts'
import type { LoadRequest } from './load.ts'
import { MANY } from './seed.ts'

/** A caller: whose data it asks for, and the header that proves it. */
export interface Actor {
  organizationId: string
  token: string
  /** A client of the organization, its newest. */
  clientId: string
  /** The place behind the first page of its campaigns by name. */
  campaignCursor: string
}

/** Servers by the names of the report. `gateway x10` has ten times the data of other organizations. */
export type ServerName = 'gateway' | 'gateway x10' | 'floor' | 'PostGraphile' | 'PostGraphile, audited'

/** A figure to reach: the ratio of `metric`, first side over another. */
export interface Target {
  metric: 'perSecond' | 'cpu'
  atLeast?: number
  atMost?: number
}

/** A server, and what it is asked. */
export interface Side {
  /** In the report: the server, or what is asked of it otherwise. */
  name: string
  server: ServerName
  request(actor: Actor): Omit<LoadRequest, 'headers'>
  target?: Target
}

/** What is compared, under which load. The first side is measured against each of the others. */
export interface Scenario {
  name: string
  title: string
  sides: [Side, ...Side[]]
  /** Whether one organization alone is asked for. */
  isMany?: boolean
  /** Whether rows are made: their ids and moments differ. */
  isCreating?: boolean
  /** Whether the sides are asked different things. */
  isUnlike?: boolean
}

const atLeast = (ratio: number): Target => ({ metric: 'perSecond', atLeast: ratio })

const graphql = ({ gateway, postgraphile, variables, postgraphileVariables = variables }: documents.Document) => ({
  ours: (actor: Actor) => ({
    method: 'POST' as const,
    path: '/graphql',
    body: JSON.stringify({ query: gateway, variables: variables?.(actor) }),
  }),
  theirs: (actor: Actor) => ({
    method: 'POST' as const,
    path: '/graphql',
    body: JSON.stringify({ query: postgraphile, variables: postgraphileVariables?.(actor) }),
  }),
})

/** A document, asked of all. */
function row(name: string, title: string, document: documents.Document, ofFloor = 0.7): Scenario {
  const { ours, theirs } = graphql(document)
  return {
    name,
    title,
    sides: [
      { name: 'gateway', server: 'gateway', request: ours },
      { name: 'floor', server: 'floor', request: ours, target: atLeast(ofFloor) },
      { name: 'PostGraphile', server: 'PostGraphile', request: theirs, target: atLeast(1) },
      { name: 'PostGraphile, audited', server: 'PostGraphile, audited', request: theirs, target: atLeast(1.5) },
    ],
  }
}

type Request = Side['request']

/** A request of the legacy API, which PostGraphile has not. */
function rest(name: string, title: string, request: Request, ofFloor = 0.75): Scenario {
  return {
    name,
    title,
    sides: [
      { name: 'gateway', server: 'gateway', request },
      { name: 'floor', server: 'floor', request, target: atLeast(ofFloor) },
    ],
  }
}

/** The nested query with something more, beside the nested query itself. */
function variant(name: string, title: string, document: documents.Document, isUnlike: boolean): Scenario {
  const without = graphql(documents.NESTED).ours
  return {
    name: `variant-${name}`,
    title,
    isUnlike,
    sides: [
      { name: 'gateway', server: 'gateway', request: graphql(document).ours },
      { name: 'without', server: 'gateway', request: without, target: { metric: 'cpu', atMost: 1.3 } },
    ],
  }
}

const get = (path: string) => () => ({ method: 'GET' as const, path })
const LIST = get('/api/clients?page=1&limit=20')
const { VARIANTS } = documents

/** In the order in which they run: what adds rows comes last. */
export const SCENARIOS: Scenario[] = [
  row('nested', 'clients with 10 campaigns', documents.NESTED, 0.9),
  row('flat', 'flat list of 20', documents.FLAT),
  row('deep', 'clients, campaigns, content', documents.DEEP, 0.9),
  row('page', 'filter, order, second page, total', documents.PAGE),
  row('named', 'campaigns with the client’s name', documents.NAMED),
  row('one', 'one by id', documents.ONE),
  row('two', 'two root fields', documents.TWO),
  row('search', 'search with total', documents.SEARCH),
  row('fragments', 'fragments, aliases, variables', documents.FRAGMENTS),
  row('upwards', 'untuned: 50 content items, campaign, client', documents.UPWARDS),
  row('wide', 'untuned: 100 campaigns, 11 fields', documents.WIDE),
  row('single', 'untuned: one client, its campaigns, content', documents.SINGLE),
  rest('rest-list', 'REST list of 20', LIST),
  rest('rest-one', 'REST one', ({ clientId }) => ({ method: 'GET', path: `/api/clients/${clientId}` })),
  rest('rest-campaigns', 'REST list of 100 campaigns with counts', get('/api/campaigns?page=1&limit=100')),
  { ...rest('rest-many', 'REST list of 20 out of 10,000', LIST), isMany: true },
  rest('dashboard', 'dashboard figures', get('/api/analytics/dashboard')),
  variant('directive', 'with `@include(if: true)`', VARIANTS.directive, false),
  variant('root', 'with a second root field', VARIANTS.root, true),
  variant('count', 'with `contentCount`', VARIANTS.count, true),
  variant('name', 'with `clientName`', VARIANTS.name, true),
  variant('variables', 'with variables', VARIANTS.variables, false),
  {
    name: 'tenfold',
    title: 'REST list of 20, others tenfold',
    sides: [
      { name: 'gateway x10', server: 'gateway x10', request: LIST },
      { name: 'gateway', server: 'gateway', request: LIST, target: { metric: 'cpu', atMost: 1.1 } },
    ],
  },
  { ...row('create', 'create over GraphQL', documents.CREATE), isCreating: true },
  {
    ...rest('rest-create', 'REST create', () => ({ method: 'POST', path: '/api/clients', body: documents.BODY }), 0.7),
    isCreating: true,
  },
]

/**
 * What a request to the gateway may allocate of what the floor allocates for it, at most: a fourth more than it did when
 * this was written. CI checks it. Unlike times, allocations are the same on a busy machine.
 */
export const MOST_ALLOCATED: Readonly<Record<string, number>> = {
  nested: 1.6,
  one: 3.2,
  'rest-one': 3.4,
  dashboard: 5.4,
  create: 3.4,
}

/** The callers of a scenario, who ask in turn. */
export const actorsOf = ({ isMany = false }: Scenario, actors: Actor[]): Actor[] =>
  actors.filter(({ organizationId }) => (organizationId === MANY) === isMany)

/** What a caller sends to one side. */
export const requestOf = (side: Side, actor: Actor): LoadRequest => ({
  ...side.request(actor),
  headers: {
    authorization: `Bearer ${actor.token}`,
    'x-organization': actor.organizationId,
    'content-type': 'application/json',
    accept: 'application/json',
  },
})
