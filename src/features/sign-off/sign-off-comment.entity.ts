import { rowWith } from '../../common/class-fields.ts'
import { Entity } from '../../data/columns.ts'
import { Ref, RowId, RowOutput, Text } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

@RowOutput('org:content:read', 'Comment of a reviewer.')
@Entity()
export class SignOffComment extends rowWith(TenantRow, {
  signOffId: Ref('signOff', 'Id of the sign-off.'),
  reviewerId: Ref('signOffReviewer', 'Id of the reviewer.'),
  commentedContentId: RowId(
    'Id of the content that the comment is about. Null: the comment is about all of the sign-off.',
    { nullable: true },
  ),
  passage: Text('Passage of the text that the comment is about.', { nullable: true }),
  text: Text('Text of the comment.'),
}) {}
