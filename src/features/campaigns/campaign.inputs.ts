import { IsIn } from 'class-validator'
import { ID } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { DateTime } from '../../graphql/columns.ts'
import { field, fields } from '../../graphql/fields.ts'
import {
  Condition,
  cents,
  given,
  Input,
  integer,
  list,
  nested,
  optional,
  says,
  text,
  when,
  within,
} from '../../graphql/inputs.ts'
import { changesTo, filterOf, newRowOf } from '../../graphql/row-inputs.ts'
import { Campaign, CampaignDetails, CampaignStatus } from './campaign.entity.ts'
import { INITIAL_STATUSES } from './campaign.rules.ts'

@Input('Campaign to create.')
@Condition(when('status', [CampaignStatus.SCHEDULED], given('startsAt')))
export class CampaignInput extends newRowOf(CampaignDetails, {
  status: optional(
    CampaignStatus,
    'DRAFT (default) or PENDING_APPROVAL. SCHEDULED or ACTIVE for callers who may start campaigns, if ' +
      'consent exists for each direct channel of the campaign (EMAIL, SMS, WHATSAPP).',
    { rules: [IsIn(INITIAL_STATUSES, says('NOT_ONE_OF', { values: INITIAL_STATUSES }))] },
  ),
}) {}

@Input('Changes to a campaign. Absent fields stay unchanged.')
export class CampaignPatch extends changesTo(CampaignDetails) {}

@Input('Filter for campaigns. A campaign must meet all given conditions.')
export class CampaignFilter extends filterOf(Campaign, {
  search: text('Case-insensitive substring of the name.'),
  startsFrom: optional(DateTime, 'Only campaigns that start at or after this time.', { graphqlOnly: true }),
  startsBefore: optional(DateTime, 'Only campaigns that start before this time.', { graphqlOnly: true }),
  runsFrom: optional(
    DateTime,
    'Only campaigns that run at or after this time. A campaign without `endsAt` runs at `startsAt` only.',
    { graphqlOnly: true },
  ),
  runsBefore: optional(
    DateTime,
    'Only campaigns that run before this time. A campaign without `startsAt` runs at `endsAt` only.',
    { graphqlOnly: true },
  ),
  budgetFrom: cents('Only campaigns with at least this budget, in cents.', { graphqlOnly: true }),
  budgetTo: cents('Only campaigns with at most this budget, in cents.', { graphqlOnly: true }),
  createdBy: text('Only campaigns of this author: the id of the user.', { graphqlOnly: true }),
  awaitingMe: optional(
    Boolean,
    'true: only campaigns that wait for an approval that the caller may give. false: only the others.',
    { graphqlOnly: true },
  ),
}) {}

export const BulkOperation = describeNames('BulkOperation', 'Operation on several campaigns.', {
  UPDATE: 'Changes the fields that `changes` names.',
  STATUS: 'Changes the status to `changes.status`.',
  DUPLICATE: 'Copies each campaign as a DRAFT.',
  DELETE: 'Deletes each campaign.',
})
export type BulkOperation = keyof typeof BulkOperation

@Input('Changes of a bulk operation.')
export class BulkChanges extends changesTo(CampaignDetails, {
  status: optional(CampaignStatus, 'New status, for STATUS.'),
}) {}

const HAS_VALUE = { not: { enum: [null, ''] }, minItems: 1, pattern: '\\S' }
const { UPDATE, STATUS, DUPLICATE, DELETE } = BulkOperation

@Input('Operation on several campaigns, selected by ids, by a filter, or all of them.')
@Condition({
  oneOf: [given('ids'), given('filter'), { required: ['all'], properties: { all: { const: true } } }],
  allOf: [
    { anyOf: [{ not: given('filter') }, within('filter', { minProperties: 1, additionalProperties: HAS_VALUE })] },
    when('operation', [UPDATE], within('changes', { minProperties: 1, properties: { status: false } })),
    when('operation', [STATUS], within('changes', { ...given('status'), maxProperties: 1 })),
    when('operation', [DUPLICATE, DELETE], { properties: { changes: { enum: [null] } } }),
  ],
})
export class BulkInput extends fields({
  operation: field(BulkOperation, 'Operation to apply.'),
  ids: list(ID, 'Ids of the campaigns, at most 1000. Give exactly one of `ids`, `filter` and `all`.', { most: 1000 }),
  filter: nested(
    CampaignFilter,
    'Conditions that select the campaigns, at most 1000 campaigns. At least one condition is required, and none may be null or empty.',
  ),
  all: optional(Boolean, 'true selects every campaign of the organization, at most 1000.'),
  expectedCount: integer('Number of campaigns that the caller expects to match. CONFLICT if another number matches.', {
    min: 0,
    max: 1000,
  }),
  changes: nested(
    BulkChanges,
    'Changes to apply. For UPDATE: fields other than `status`. For STATUS: only `status`. Absent for other operations.',
  ),
  dryRun: optional(Boolean, 'true reports the effects without changing anything. Default false.'),
}) {}
