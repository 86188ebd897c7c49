import { SHAPE } from '../../src/common/shape.ts'

/**
 * The rules of every operation: the contract, and the decisions where the description of the legacy API says nothing.
 */
export const INTRODUCTION = `
The clients, campaigns and related records of one organization at a time. GraphQL at \`/graphql\` serves the same data.

## Authentication and tenancy
Send \`Authorization: Bearer <token>\` with an access token of the identity provider. The user and the active organization
of the token decide which rows exist for the request. A row of another organization is not found (404), on every path,
inside bulk operations and as the target of a reference. A token without an organization gets 400
\`Organization required\`. The first write of an organization creates its record.

## Permissions
Each operation names the permission that it needs. The roles are admin, manager, member, compliance and viewer.
Permissions in a token are added to those of its role. An unknown role acts as viewer. If the user is in the team of the
organization, the lower of the token's role and the team's role applies; a token without a role has the team's role. An
API key never has more permissions than its creator has now. If a token names several organizations, the header
\`X-Organization\` chooses one. A user who was removed from the team is refused (\`MEMBERSHIP_ENDED\`) until a new
invitation is accepted. A refusal is answered with 403 and recorded in the audit trail.

## Answers
One resource: \`{ success: true, data }\`. A list: \`{ success: true, data, meta }\`. A deletion: 204 without a body. A
create: 201. A field without a value is null; in \`meta\` such a field is absent. Times are ISO 8601 in UTC. Days are
\`YYYY-MM-DD\`. Money is an integer number of cents of the South African rand.

## Errors
\`{ error }\` for \`Unauthorized\` and \`Organization required\`. \`{ error, code }\` for a resource or path that is not found, and
with \`requestId\` for an internal error. \`{ error, code, details }\` for \`<field> is required\` and for a wrong sector of a new
client. \`{ error, message, code, statusCode, details }\` for every other error. \`details\` names each invalid field and its
fault. Send \`Accept: application/problem+json\` to get RFC 9457 instead.
A create is checked in this order: token, organization, permission, each required field in its documented order, then
types and values. A refused operation changes nothing.

## Bodies
JSON in UTF-8, at most 1 MiB unless the operation names another limit, nested at most ${SHAPE.depth} levels deep, with at most
${SHAPE.members} members per object and ${SHAPE.items} items per list. NUL characters, lone surrogates and the key
\`__proto__\` are refused. Unknown fields are refused, except where a schema allows additional properties: those fields
are stored.

A PUT changes only the fields whose values differ. An absent or equal field changes nothing, so a caller may send back
the resource that a GET returned. If nothing differs, there is no new version and no event. A read-only field whose value
differs from the stored one is refused (400). Two exceptions: a PUT of a client ignores read-only fields, and every PUT ignores
figures that the service computes, such as \`analyticsCount\`.

## Query parameters
A parameter may be given once. An empty parameter counts as absent, but an empty number is refused (400). Enum values are case-insensitive. Lists are separated
by commas. \`page\` starts at 1, \`limit\` is 1 to 100 (default 10), \`search\` is a case-insensitive substring of the name
in which \`%\` and \`_\` are literal. The lists of clients and campaigns are complete unless \`page\` or \`limit\` is given.

## Repeating and concurrency
\`Idempotency-Key\` on a POST: for 24 hours, the same key with the same body returns the first answer again with the
header \`Idempotency-Replay: true\`. A key belongs to one user, one organization and one path. A replay checks the
permission again, is recorded in the audit trail, and has null in place of a secret that is shown once.
A single resource has an \`ETag\`. \`If-None-Match\` answers 304 if the resource is unchanged. \`If-Match\` refuses a change
with 412 if the resource has changed since it was read.

## Rate limits
1000 requests an hour per user, and 100 per address (IPv6: per /64) without a valid token. The window starts with the
first request. REST and GraphQL share the limit. An organization has 20 times as many requests for all of its users and
API keys together; its keys take at most half of them. A request counts as one, unless its description names a higher
cost. Each answer has the numbers of the limit that will be reached first; \`X-RateLimit-Reset\` is in Unix seconds. A
request that is refused because it costs more than what is left counts as one. Operators may configure other numbers.

## Exports
Exports are streamed in the format that \`format\` names. If an export fails before its end, the connection breaks, so an
incomplete file never looks complete. In CSV, an apostrophe precedes text that a spreadsheet would run as a formula.

## Versions
This description has version 0.1.4. Paths have no version. New fields may be added to answers.`.trim()
