import { Int } from 'type-graphql'
import { DateTime, Output, SafeInt } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'

@Output('Retention period of a resource (POPIA section 14).')
export class RetentionPeriod extends fields({
  resource: field(String, 'Type of the resource, for example CAMPAIGNS.'),
  days: field(Int, 'Retention period in days. Older records are deleted. Older consents lose their subject.'),
  isDefault: field(Boolean, 'Whether this is the default period.'),
  countedFrom: field(
    String,
    'Date field that the age is counted from. If it names several fields, the earliest date counts.',
  ),
  statuses: field([String], 'Statuses to which the period applies. Empty: all statuses.'),
  backlog: field(Int, 'Number of records past the period that are not deleted yet, counted up to 1000.'),
  deletedCount: field(SafeInt, 'Number of records deleted so far.'),
  enforcedAt: nullable(DateTime, 'Time of the last deletion.'),
}) {}

@Output('Retention periods of all resources.')
export class RetentionSchedule extends fields({
  periods: field([RetentionPeriod], 'Retention period of each resource.'),
}) {}
