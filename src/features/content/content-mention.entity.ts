import { Entity } from '@mikro-orm/decorators/legacy'
import { Column } from '../../data/columns.ts'
import { ExternalId, Ref, RowOutput } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

/** The row is deleted with its comment, and restored from the trash with its content. */
@RowOutput('org:content:read', 'Mention of a member in a comment on content.')
@Entity()
export class ContentMention extends TenantRow {
  @Ref({ to: 'contentItem', description: 'Id of the content item.' })
  readonly contentId!: string

  @Ref({ to: 'contentComment', description: 'Id of the comment.' })
  readonly commentId!: string

  @ExternalId({ description: 'Id of the mentioned user.' })
  readonly userId!: string

  /** Published for the mentioned user only: see `content.fields`. */
  @Column('timestamptz(3)', { nullable: true })
  readonly seenAt!: Date | null
}
