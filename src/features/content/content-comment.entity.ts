import { rowWith } from '../../common/class-fields.ts'
import { Entity } from '../../data/columns.ts'
import { Count, ExternalId, Ref, RowOutput, Text, Time } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

/** The row is deleted with its content item. */
@RowOutput('org:content:read', 'Comment on a version of a content item.')
@Entity()
export class ContentComment extends rowWith(TenantRow, {
  contentId: Ref('contentItem', 'Id of the content item.'),
  version: Count('Number of the version that the comment is about.'),
  text: Text('Text of the comment.'),
  resolvedAt: Time('Time at which the comment was resolved. Null while it is open.', { nullable: true }),
  resolvedBy: ExternalId('Id of the user who resolved the comment. Null while it is open.', { nullable: true }),
  createdBy: ExternalId('Id of the user who wrote the comment.'),
}) {}
