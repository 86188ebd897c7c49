import type { Actor } from './scenarios.ts'

/*
 * What is asked over GraphQL: of the gateway, and of PostGraphile in its own words, with aliases so that both answer the
 * same values. PostGraphile's `id` is Relay's, which the gateway need not make: it is asked for `rowId`, its column.
 */

type Variables = Record<string, unknown>

export interface Document {
  gateway: string
  postgraphile?: string
  variables?: (actor: Actor) => Variables
  /** Where PostGraphile takes other variables. */
  postgraphileVariables?: (actor: Actor) => Variables
}

const NEWEST = 'orderBy: [CREATED_AT_DESC, ROW_ID_DESC]'
const CAMPAIGNS_OF = 'campaigns: campaignsByOrganizationIdAndClientId'
const CONTENT_OF = 'content: contentItemsByOrganizationIdAndCampaignId'
const CLIENT_OF = 'client: clientByOrganizationIdAndClientId'

const CLIENT = 'id name type sector status createdAt'
const CAMPAIGN = 'id name type status createdAt'
/** The same fields of PostGraphile. */
const own = (fields: string) => fields.replace(/\bid\b/g, 'id: rowId')

const NEW_CLIENT = {
  name: 'A new client',
  type: 'LARGE_CORPORATION',
  industry: 'Retail',
  sector: 'BUSINESS',
  contact: { name: 'Office', email: 'office@client.example' },
}

/** The same row, with what the service adds. */
const storedClient = ({ organizationId }: Actor) => ({
  ...NEW_CLIENT,
  organizationId,
  status: 'PENDING',
  createdBy: 'user_peer',
  compliance: { popiaCompliant: true, securityClearance: 'STANDARD', dataClassification: 'COMMERCIAL' },
  attributes: {},
})

export const BODY = JSON.stringify(NEW_CLIENT)

const byId = ({ clientId }: Actor) => ({ id: clientId })

export const NESTED: Document = {
  gateway: `{ clients(first: 20) { nodes { ${CLIENT} campaigns(first: 10) { nodes { ${CAMPAIGN} } } } } }`,
  postgraphile: `{ clients: allClients(first: 20, ${NEWEST}) { nodes { ${own(CLIENT)}
    ${CAMPAIGNS_OF}(first: 10, ${NEWEST}) { nodes { ${own(CAMPAIGN)} } } } } }`,
}

export const FLAT: Document = {
  gateway: `{ clients(first: 20) { nodes { ${CLIENT} } } }`,
  postgraphile: `{ clients: allClients(first: 20, ${NEWEST}) { nodes { ${own(CLIENT)} } } }`,
}

export const DEEP: Document = {
  gateway: `{ clients(first: 20) { nodes { id name campaigns(first: 10) { nodes { id name status content(first: 5) { nodes { id title status } } } } } } }`,
  postgraphile: `{ clients: allClients(first: 20, ${NEWEST}) { nodes { ${own('id name')}
    ${CAMPAIGNS_OF}(first: 10, ${NEWEST}) { nodes { ${own('id name status')}
      ${CONTENT_OF}(first: 5, ${NEWEST}) { nodes { ${own('id title status')} } } } } } } }`,
}

/** PostGraphile pages by offset here: its cursors and ours name each other's places as little as their rows' ids. */
export const PAGE: Document = {
  gateway: `query ($after: String) { campaigns(first: 20, after: $after, filter: { status: ACTIVE },
    orderBy: { field: NAME, direction: ASC }) { totalCount nodes { ${CAMPAIGN} } } }`,
  postgraphile: `{ campaigns: allCampaigns(first: 20, offset: 20, condition: { status: "ACTIVE" },
    orderBy: [NAME_ASC, ROW_ID_ASC]) { totalCount nodes { ${own(CAMPAIGN)} } } }`,
  variables: ({ campaignCursor }) => ({ after: campaignCursor }),
}

export const NAMED: Document = {
  gateway: `{ campaigns(first: 20) { nodes { id name status client { name } } } }`,
  postgraphile: `{ campaigns: allCampaigns(first: 20, ${NEWEST}) { nodes { ${own('id name status')} ${CLIENT_OF} { name } } } }`,
}

export const ONE: Document = {
  gateway: `query ($id: ID!) { client(id: $id) { ${CLIENT} } }`,
  postgraphile: `query ($organization: String!, $id: UUID!) {
    client: clientByOrganizationIdAndRowId(organizationId: $organization, rowId: $id) { ${own(CLIENT)} } }`,
  variables: byId,
  postgraphileVariables: (actor) => ({ ...byId(actor), organization: actor.organizationId }),
}

export const TWO: Document = {
  gateway: `{ clients(first: 20) { nodes { ${CLIENT} } } campaigns(first: 20) { nodes { ${CAMPAIGN} } } }`,
  postgraphile: `{ clients: allClients(first: 20, ${NEWEST}) { nodes { ${own(CLIENT)} } }
    campaigns: allCampaigns(first: 20, ${NEWEST}) { nodes { ${own(CAMPAIGN)} } } }`,
}

/** PostGraphile searches by a function of the database: see `PEER`. */
export const SEARCH: Document = {
  gateway: `{ clients(first: 20, filter: { search: "Client 1" }) { totalCount nodes { ${CLIENT} } } }`,
  postgraphile: `{ clients: searchClients(first: 20, search: "Client 1") { totalCount nodes { ${own(CLIENT)} } } }`,
}

export const FRAGMENTS: Document = {
  gateway: `query ($first: Int) { newest: clients(first: $first) { nodes { ...Short } } }
    fragment Short on Client { key: id title: name state: status }`,
  postgraphile: `query ($first: Int) { newest: allClients(first: $first, ${NEWEST}) { nodes { ...Short } } }
    fragment Short on Client { key: rowId title: name state: status }`,
  variables: () => ({ first: 20 }),
}

export const CREATE: Document = {
  gateway: `mutation ($input: ClientInput!) { createClient(input: $input) { ${CLIENT} } }`,
  postgraphile: `mutation ($input: CreateClientInput!) { createClient(input: $input) { client { ${own(CLIENT)} } } }`,
  variables: () => ({ input: NEW_CLIENT }),
  postgraphileVariables: (actor) => ({ input: { client: storedClient(actor) } }),
}

/* Rows that nobody tuned for. */

export const UPWARDS: Document = {
  gateway: `{ contents(first: 50) { nodes { id title status campaign { id name client { id name } } } } }`,
  postgraphile: `{ contents: allContentItems(first: 50, ${NEWEST}) { nodes { ${own('id title status')}
    campaign: campaignByOrganizationIdAndCampaignId { ${own('id name')} ${CLIENT_OF} { ${own('id name')} } } } } }`,
}

export const WIDE: Document = {
  gateway: `{ campaigns(first: 100) { nodes { id name type status description channels startsAt endsAt createdBy createdAt updatedAt } } }`,
  postgraphile: `{ campaigns: allCampaigns(first: 100, ${NEWEST}) { nodes {
    ${own('id name type status description channels startsAt endsAt createdBy createdAt updatedAt')} } } }`,
}

export const SINGLE: Document = {
  gateway: `query ($id: ID!) { client(id: $id) { id name campaigns(first: 10) { nodes { id name content(first: 5) { nodes { id title } } } } } }`,
  postgraphile: `query ($organization: String!, $id: UUID!) {
    client: clientByOrganizationIdAndRowId(organizationId: $organization, rowId: $id) { ${own('id name')}
      ${CAMPAIGNS_OF}(first: 10, ${NEWEST}) { nodes { ${own('id name')}
        ${CONTENT_OF}(first: 5, ${NEWEST}) { nodes { ${own('id title')} } } } } } }`,
  variables: byId,
  postgraphileVariables: (actor) => ({ ...byId(actor), organization: actor.organizationId }),
}

/** The nested query again, with what must cost no cliff; gateway only. */
export const VARIANTS = {
  directive: {
    gateway: `{ clients(first: 20) { nodes { ${CLIENT} campaigns(first: 10) @include(if: true) { nodes { ${CAMPAIGN} } } } } }`,
  },
  root: {
    gateway: `{ clients(first: 20) { nodes { ${CLIENT} campaigns(first: 10) { nodes { ${CAMPAIGN} } } } } contents(first: 1) { nodes { id } } }`,
  },
  count: {
    gateway: `{ clients(first: 20) { nodes { ${CLIENT} campaigns(first: 10) { nodes { ${CAMPAIGN} contentCount } } } } }`,
  },
  name: {
    gateway: `{ clients(first: 20) { nodes { ${CLIENT} campaigns(first: 10) { nodes { ${CAMPAIGN} clientName } } } } }`,
  },
  variables: {
    gateway: `query ($clients: Int, $campaigns: Int!) { clients(first: $clients) { nodes { ${CLIENT}
      campaigns(first: $campaigns) { nodes { ${CAMPAIGN} } } } } }`,
    variables: () => ({ clients: 20, campaigns: 10 }),
  },
} satisfies Record<string, Document>

/** What PostGraphile is given in the database: defaults for what the gateway makes, and a search. */
export const PEER = `
alter table client alter column id set default gen_random_uuid(), alter column created_at set default now(),
  alter column updated_at set default now(), alter column onboarded_at set default now();
create function search_clients(search text) returns setof client language sql stable as $$
  select * from client where name ilike '%' || search || '%' order by created_at desc, id desc
$$;`
