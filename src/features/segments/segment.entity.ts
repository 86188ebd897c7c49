import { ExternalId, Json, Text } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import type { SegmentFilterInput } from './segment.inputs.ts'

/** A segment stores no contacts. Its people are found when they are needed. */
@NodeOutput('segment', 'org:campaigns:read', 'Named filter over the known contacts of the organization.')
export class Segment extends TenantRow {
  @Text({ description: 'Name of the segment, unique in the organization.' })
  readonly name!: string

  @Json({ description: 'The filter, with the fields of `SegmentFilterInput`.' })
  readonly filter!: SegmentFilterInput

  @ExternalId({ description: 'Id of the user who created the segment.' })
  readonly createdBy!: string
}
