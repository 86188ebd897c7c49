import type { GraphQLField, GraphQLSchema } from 'graphql'
import type { CompiledRoute } from '../../rest-compat/compile.ts'
import { permitsOf } from '../engine/permits.ts'
import { callerOf } from '../security/auth/authenticate.ts'
import { ROLES, type Role } from '../security/auth/caller.ts'
import { PERMISSIONS, type Permission, permissionsOf } from '../security/auth/permissions.ts'

const INTRODUCTION = `# Who may do what

Made by \`npm run generate\` from the permission table and the declarations of the operations.

A caller has the permissions of a role. Those in a token (\`permissions\`, by these names) add to the role of the token. Where the
organization has the user in its team, the role there limits both: what is left is what both give. \`caller { role permissions }\`
tells each caller the result.

The permission to read a type holds on every way to it: lists, lookups, \`node\`, relations, streams and replays. A caller without
it gets FORBIDDEN for that field alone. A change shows the rows of its own feature to callers that may change them. A campaign
shows the name and sector of its client, its counts and its figures to all its readers; analytics name the campaigns and clients
of their figures; a data-subject request reaches the records of all types.`

const TEAM = `## Token and team

| Token | Team | The caller is |
|---|---|---|
| any role | not in the team | the role of the token |
| none | not in the team | the role that \`AUTH_DEFAULT_ROLE\` names |
| none | a role | the role in the team |
| a role that is null, unknown or of another type | any | viewer |
| any | removed | refused: 403 \`MEMBERSHIP_ENDED\`, until invited or added again |
| an API key | whoever made it | as a token of the key’s role and scopes; refused once its maker is removed |

A change of the team holds from the next request on; streams of the user end, and may be opened again by who still may. The last
admin of a team can be neither removed nor demoted.`

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n')

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** What a token of one role is in a team that has its user in another. */
function together(own: Role, inTeam: Role): string {
  const identity = { userId: 'u', organizationId: 'o', role: own, permissions: [] }
  const { role, permissions } = callerOf(identity, 'viewer', { role: inTeam, removedAt: null })
  return permissions.size === permissionsOf(role, []).size
    ? role
    : `${role}, less what ${own === role ? inTeam : own} lacks`
}

type Field = GraphQLField<unknown, unknown>

const fieldsOf = (schema: GraphQLSchema): Field[] =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  )

/** The operations of both surfaces that need a permission; without one, those that need none. */
function operationsWith(permission: Permission | undefined, schema: GraphQLSchema, routes: readonly CompiledRoute[]) {
  const needs = (field: Field) => (permission ? permitsOf(field).includes(permission) : permitsOf(field).length === 0)
  const fields = fieldsOf(schema).filter(needs)
  const paths = routes.filter(({ operation }) => operation.fields.some(needs))
  return [
    [...new Set(fields.map(({ name }) => name))].sort(),
    paths.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort(),
  ] as const
}

/** The page that tells of each permission which roles have it, and what it is for. */
export function rolesPage(schema: GraphQLSchema, routes: readonly CompiledRoute[]): string {
  const permissions = PERMISSIONS.map((name) => [
    `\`${name}\``,
    ...ROLES.map((role) => (permissionsOf(role, []).has(name) ? 'yes' : '')),
  ])
  const operations = PERMISSIONS.map((name) => [`\`${name}\``, ...operationsWith(name, schema, routes).map(code)])
  const [open, openPaths] = operationsWith(undefined, schema, routes)
  return `${[
    INTRODUCTION,
    '## Permissions of the roles',
    table(['', ...ROLES], permissions),
    TEAM,
    'The role of the token by row, that in the team by column:',
    table(
      ['', ...ROLES],
      ROLES.map((own) => [own, ...ROLES.map((inTeam) => together(own, inTeam))]),
    ),
    '## Operations',
    `No permission is needed for ${code(open)} (${code(openPaths)}). Some operations ask for more by what is asked of them: their descriptions say so.`,
    table(['', 'GraphQL', 'REST'], operations),
  ].join('\n\n')}\n`
}
