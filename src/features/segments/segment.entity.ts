import { rowWith } from '../../common/class-fields.ts'
import { ExternalId, Json, Text } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import type { SegmentFilterInput } from './segment.inputs.ts'

/** A segment stores no contacts. Its people are found when they are needed. */
@NodeOutput('segment', 'org:campaigns:read', 'Named filter over the known contacts of the organization.')
export class Segment extends rowWith(TenantRow, {
  name: Text('Name of the segment, unique in the organization.'),
  filter: Json<SegmentFilterInput>('The filter, with the fields of `SegmentFilterInput`.'),
  createdBy: ExternalId('Id of the user who created the segment.'),
}) {}
