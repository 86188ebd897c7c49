import { SHAPE } from '../../src/common/shape.ts'

/** What holds for every operation: the contract, and the decisions where the legacy API's description is silent. */
export const INTRODUCTION = `
Clients, campaigns and all that belongs to them, of one organization at a time. The same data is served over GraphQL
at \`/graphql\`.

## Authentication and tenancy
Send \`Authorization: Bearer <token>\`, a token of the identity provider. Its user and its active organization decide
what is seen: a row of another organization does not exist (404), on every path, also inside bulk operations and as the
target of a reference. A token without an organization gets 400 \`Organization required\`. An organization gets its
record on its first write.

## Permissions
Each operation names the permission it needs; the roles are admin, manager, member, compliance and viewer. Permissions
in a token add to those of its role; an unknown role acts as viewer. Where the organization has the user in its team, no
token does more than that role, and one that names no role has it; an API key does no more than whoever made it may do now.
Of several organizations that a token names, the header \`X-Organization\` chooses one.
Whoever is removed from the team is refused (\`MEMBERSHIP_ENDED\`) until invited again. Refusals are 403 and leave an
audit record.

## Answers
One: \`{ success: true, data }\`. A list: \`{ success: true, data, meta }\`. A deletion: 204, empty. A create: 201.
Fields that have no value are null, in \`meta\` they are left out. Moments are ISO 8601 in UTC, days \`YYYY-MM-DD\`,
money is cents of the South African rand.

## Errors
\`{ error, code }\` where a sentence says it all: what is not found, and \`<field> is required\`; 401 and
\`Organization required\` carry no code. Everything else: \`{ error, message, code, statusCode, details }\`, where
\`details\` names each field and what was wrong with it. Send \`Accept: application/problem+json\` to get RFC 9457 instead.
A create is checked in this order: token, organization, permission, each required field in its documented order, then
types and values. An operation that is refused changes nothing.

## Bodies
JSON in UTF-8, at most 1 MiB where the operation does not say otherwise, nested at most ${SHAPE.depth} levels deep, with at most
${SHAPE.members} members per object and ${SHAPE.items} items per list. NUL characters, lone surrogates and the key
\`__proto__\` are refused. Unknown fields are refused, except where a schema allows additional properties: there they are
kept.

A PUT is a difference. Fields that are absent or equal change nothing, so that what was read may be sent back; where
nothing changes there is no new version and no event. A field that only the service sets is refused (400) where it
differs from what is stored. Clients ignore such fields.

## Query parameters
Given at most once; empty is absent; values of enumerations are read in any case; lists are separated by commas.
\`page\` starts at 1, \`limit\` is 1 to 100 (default 10), \`search\` is a case-insensitive substring of the name in which
\`%\` and \`_\` are literal. The lists of clients and of campaigns are whole unless \`page\` or \`limit\` is given.

## Repeating and concurrency
\`Idempotency-Key\` on a POST: for 24 hours, the same key with the same body replays the first answer and says so by
\`Idempotency-Replay: true\`. Keys belong to one user of one organization and to one path. A replay asks for permission
anew, leaves an audit record, and has null in place of a secret that is shown once.
Single resources carry an \`ETag\`: \`If-None-Match\` saves reading what is known (304), \`If-Match\` refuses a change to
what has changed meanwhile (412).

## Rate limits
1000 requests an hour per user, 100 per address (IPv6: per /64) without a valid token, in a window that starts with the
first request and is shared with GraphQL. An organization has 20 times as many for all its users and API keys together,
of which its keys take at most half. A request counts as one, except for those that cost the server more: they say so in
their description. Every answer says what is left, of the allowance that ends first; \`X-RateLimit-Reset\` is in Unix
seconds. A request that is refused because it costs more than is left counts as one. Operators may set other numbers.

## Exports
Streamed, in the format that \`format\` names. An export that breaks off on the way ends with a broken connection, never
with a complete-looking file. In CSV, text that a spreadsheet would run as a formula is led by an apostrophe.

## Versions
This description carries version 0.1.4; paths carry none. Fields may be added to answers.
`.trim()
