import { Entity } from '@mikro-orm/decorators/legacy'
import { Ref, RowId, RowOutput, Text } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

@RowOutput('org:content:read', 'Comment of a reviewer.')
@Entity()
export class SignOffComment extends TenantRow {
  @Ref({ to: 'signOff', description: 'Id of the sign-off.' })
  readonly signOffId!: string

  @Ref({ to: 'signOffReviewer', description: 'Id of the reviewer.' })
  readonly reviewerId!: string

  @RowId({
    nullable: true,
    description: 'Id of the content that the comment is about. Null: the comment is about all of the sign-off.',
  })
  readonly commentedContentId!: string | null

  @Text({ nullable: true, description: 'Passage of the text that the comment is about.' })
  readonly passage!: string | null

  @Text({ description: 'Text of the comment.' })
  readonly text!: string
}
