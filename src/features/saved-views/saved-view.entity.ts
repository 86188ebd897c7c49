import { ObjectType } from 'type-graphql'
import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import { Entity } from '../../data/columns.ts'
import { Choice, ExternalId, Flag, Text } from '../../graphql/columns.ts'
import { declareReadingByRow } from '../../graphql/read-permissions.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import type { Permission } from '../../security/auth/permissions.ts'

export const SavedViewList = describeNames('SavedViewList', 'List that a saved view shows.', {
  API_KEYS: 'API keys.',
  BREACHES: 'Breaches.',
  CAMPAIGNS: 'Campaigns.',
  CLEANSINGS: 'Comparisons with the opt-out registry.',
  CLIENTS: 'Clients.',
  CONSENTS: 'Consents.',
  CONTENT: 'Content.',
  HOLDS: 'Legal holds.',
  INVITATIONS: 'Invitations.',
  OPERATORS: 'Operators.',
  PROCESSING: 'Processing activities.',
  REQUESTS: 'Data-subject requests.',
  SEGMENTS: 'Segments.',
  SENDERS: 'Senders.',
  SIGN_OFFS: 'Sign-offs.',
  SUPPRESSIONS: 'Suppressions.',
  TEAM: 'Members of the team.',
  WEBHOOKS: 'Webhooks.',
})
export type SavedViewList = keyof typeof SavedViewList

/** The permission that shows a list. It shows the views of the list too. */
export const LIST_PERMITS: Readonly<Record<SavedViewList, Permission>> = {
  API_KEYS: 'org:provider:read',
  BREACHES: 'org:privacy:read',
  CAMPAIGNS: 'org:campaigns:read',
  CLEANSINGS: 'org:privacy:read',
  CLIENTS: 'org:clients:read',
  CONSENTS: 'org:privacy:read',
  CONTENT: 'org:content:read',
  HOLDS: 'org:privacy:read',
  INVITATIONS: 'org:invitations:read',
  OPERATORS: 'org:privacy:read',
  PROCESSING: 'org:privacy:read',
  REQUESTS: 'org:privacy:read',
  SEGMENTS: 'org:campaigns:read',
  SENDERS: 'org:campaigns:read',
  SIGN_OFFS: 'org:content:read',
  SUPPRESSIONS: 'org:privacy:read',
  TEAM: 'org:team:read',
  WEBHOOKS: 'org:provider:read',
}

/** Deleted when its author leaves the team, unless it is shared. */
@ObjectType({
  simpleResolvers: true,
  description: 'Named view of a list of the dashboard: its filters, its order and its columns.',
})
@Entity()
export class SavedView extends rowWith(TenantRow, {
  list: Choice(SavedViewList, 'The list.'),
  name: Text('Name of the view.'),
  parameters: Text(
    'Filters, `sort` and `columns` of the list, as a query of its address: `status=ACTIVE&sort=-NAME`.',
    { max: 2000 },
  ),
  isShared: Flag('Whether every member who may read the list sees the view. Otherwise only its author does.'),
  isDefault: Flag('Whether its author sees the list like this at first. At most one view of each list, never shared.'),
  createdBy: ExternalId('Id of the user who created it.'),
}) {}

declareReadingByRow(SavedView)
