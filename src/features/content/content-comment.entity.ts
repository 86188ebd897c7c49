import { Entity } from '@mikro-orm/decorators/legacy'
import { Count, ExternalId, Ref, RowOutput, Text, Time } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

/** The row is deleted with its content item. */
@RowOutput('org:content:read', 'Comment on a version of a content item.')
@Entity()
export class ContentComment extends TenantRow {
  @Ref({ to: 'contentItem', description: 'Id of the content item.' })
  readonly contentId!: string

  @Count({ description: 'Number of the version that the comment is about.' })
  readonly version!: number

  @Text({ description: 'Text of the comment.' })
  readonly text!: string

  @Time({ nullable: true, description: 'Time at which the comment was resolved. Null while it is open.' })
  readonly resolvedAt!: Date | null

  @ExternalId({ nullable: true, description: 'Id of the user who resolved the comment. Null while it is open.' })
  readonly resolvedBy!: string | null

  @ExternalId({ description: 'Id of the user who wrote the comment.' })
  readonly createdBy!: string
}
