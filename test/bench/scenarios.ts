import type { LoadRequest } from './load.ts'
import { MANY } from './seed.ts'

/** A caller: whose data it asks for, and the header that proves it to the gateway. */
export interface Actor {
  organizationId: string
  token: string
  /** A client of the organization. */
  clientId: string
}

/** Servers by the names of the report. `gateway x10` has ten times the data of other organizations. */
export type ServerName = 'gateway' | 'gateway x10' | 'floor' | 'floor without audit' | 'PostGraphile'

/** A figure to reach: the ratio of `metric`, first server over second. */
export interface Target {
  metric: 'perSecond' | 'cpu'
  atLeast?: number
  atMost?: number
}

/** What is compared, under which load. The first server is measured against each of the others. */
export interface Scenario {
  name: string
  title: string
  servers: [ServerName, ...ServerName[]]
  /** Whether one organization alone is asked for. */
  isMany?: boolean
  request(actor: Actor, server: ServerName): Omit<LoadRequest, 'headers'>
  targets: Partial<Record<ServerName, Target>>
}

const REST: Scenario['servers'] = ['gateway', 'floor', 'floor without audit']
const READ: Scenario['targets'] = { floor: { metric: 'perSecond', atLeast: 0.6 } }

const GATEWAY_DOCUMENT = `{ clients(first: 20) { nodes { id name type sector status createdAt
  campaigns(first: 10) { id name type status createdAt } } } }`

const POSTGRAPHILE_DOCUMENT = `{ allClients(first: 20, orderBy: [CREATED_AT_DESC, PRIMARY_KEY_DESC]) {
  nodes { id name type sector status createdAt
    campaignsByClientId(first: 10, orderBy: [CREATED_AT_DESC, PRIMARY_KEY_DESC]) {
      nodes { id name type status createdAt } } } } }`

const NEW_CLIENT = JSON.stringify({
  name: 'A new client',
  type: 'LARGE_CORPORATION',
  industry: 'Retail',
  sector: 'BUSINESS',
  contact: { name: 'Office', email: 'office@client.example' },
})

const page = (path: string) => () => ({ method: 'GET' as const, path })

/** In the order in which they run: what adds rows comes last. */
export const SCENARIOS: Scenario[] = [
  {
    name: 'list',
    title: 'REST list of 20 clients',
    servers: REST,
    request: page('/api/clients?page=1&limit=20'),
    targets: READ,
  },
  {
    name: 'single',
    title: 'REST single client',
    servers: REST,
    request: ({ clientId }) => ({ method: 'GET', path: `/api/clients/${clientId}` }),
    targets: READ,
  },
  {
    name: 'campaigns',
    title: 'REST list of 100 campaigns with counts',
    servers: REST,
    request: page('/api/campaigns?page=1&limit=100'),
    targets: READ,
  },
  {
    name: 'many',
    title: 'REST list of an organization with 10,000 clients',
    servers: REST,
    isMany: true,
    request: page('/api/clients?page=1&limit=20'),
    targets: READ,
  },
  {
    name: 'graphql',
    title: 'GraphQL clients with their campaigns',
    servers: ['gateway', 'PostGraphile', 'floor'],
    request: (_, server) => ({
      method: 'POST',
      path: '/graphql',
      body: JSON.stringify({ query: server === 'PostGraphile' ? POSTGRAPHILE_DOCUMENT : GATEWAY_DOCUMENT }),
    }),
    targets: { PostGraphile: { metric: 'perSecond', atLeast: 1.5 } },
  },
  {
    name: 'tenfold',
    title: 'REST list of 20 clients, others tenfold',
    servers: ['gateway x10', 'gateway'],
    request: page('/api/clients?page=1&limit=20'),
    targets: { gateway: { metric: 'cpu', atMost: 1.1 } },
  },
  {
    name: 'create',
    title: 'REST create of a client',
    servers: REST,
    request: () => ({ method: 'POST', path: '/api/clients', body: NEW_CLIENT }),
    targets: READ,
  },
]

/** The requests of a scenario to one server, for each caller in turn. */
export function requestsOf(scenario: Scenario, server: ServerName, actors: Actor[]): LoadRequest[] {
  const callers = actors.filter((actor) => (actor.organizationId === MANY) === Boolean(scenario.isMany))
  return callers.map((actor) => ({
    ...scenario.request(actor, server),
    headers: {
      authorization: `Bearer ${actor.token}`,
      'x-organization': actor.organizationId,
      'content-type': 'application/json',
      accept: 'application/json',
    },
  }))
}
