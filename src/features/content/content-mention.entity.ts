import { rowWith } from '../../common/class-fields.ts'
import { Column, Entity } from '../../data/columns.ts'
import { ExternalId, Ref, RowOutput } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

/** The row is deleted with its comment, and restored from the trash with its content. */
@RowOutput('org:content:read', 'Mention of a member in a comment on content.')
@Entity()
export class ContentMention extends rowWith(TenantRow, {
  contentId: Ref('contentItem', 'Id of the content item.'),
  commentId: Ref('contentComment', 'Id of the comment.'),
  userId: ExternalId('Id of the mentioned user.'),
  /** Published for the mentioned user only: see `content.fields`. */
  seenAt: Column('timestamptz(3)', { nullable: true }),
}) {}
