import { Entity } from '@mikro-orm/decorators/legacy'
import { describeNames } from '../../common/enums.ts'
import { Column, Key } from '../../data/columns.ts'
import { Represents } from '../../data/held-rows.ts'
import { declareReference } from '../../data/references.ts'
import { Choice, ExternalId, Id, Output, Text, Time } from '../../graphql/columns.ts'
import { declareReadingByRow } from '../../graphql/read-permissions.ts'
import { PersonalData, Retained } from '../../security/personal-data.ts'

export const TrashResource = describeNames('TrashResource', 'Resource whose deleted records go to the trash.', {
  CLIENT: 'A client, with the references from its campaigns.',
  CAMPAIGN: 'A campaign, with its analytics records, its recipients and the references from its content.',
  CONTENT_ITEM:
    'A content item, with its versions, its comments and the references from its analytics records and translations.',
})
export type TrashResource = keyof typeof TrashResource

/** A record that a user deleted. Its table no longer has the row; only the trash does. */
@Output('Deleted record that can be restored with everything that belonged to it.')
@PersonalData({ erase: 'delete', isAtOnce: true })
@Retained({ resource: 'TRASH', days: 30, since: 'deletedAt' })
@Represents(['resource', 'id'])
@Entity()
export class TrashItem {
  @Key('text')
  readonly organizationId!: string

  /** The id of the record. */
  @Id()
  readonly id!: string

  @Choice(TrashResource, { description: 'Resource of the record.' })
  readonly resource!: TrashResource

  @Text({ description: 'Name or title of the record.' })
  readonly name!: string

  /** The row before the deletion. */
  @Column('jsonb')
  readonly content!: Record<string, unknown>

  @ExternalId({ description: 'Id of the user who deleted the record.' })
  readonly deletedBy!: string

  @Time({
    description:
      'Time of the deletion. The retention period of the resource TRASH starts here. At its end, the record is deleted permanently.',
  })
  readonly deletedAt!: Date
}

declareReadingByRow(TrashItem)

/** A row that was removed with a record, or a row that referred to it and stayed. */
@PersonalData({ erase: 'delete', isAtOnce: true })
@Represents(['resource', 'id'], ['owner', 'trash_id'])
@Entity()
export class TrashRow {
  @Key('text')
  readonly organizationId!: string

  @Key('uuid')
  readonly trashId!: string

  @Key('uuid')
  readonly id!: string

  /** The table of the row, in upper case. Rows of several tables may have one id. */
  @Key('text')
  readonly resource!: string

  /** The column that referred to the record. Empty for a row that was removed. */
  @Key('text')
  readonly linkedBy!: string

  /** The table of the record, in upper case. */
  @Column('text')
  readonly owner!: string

  /** The row before the deletion. Null for a row that stayed. */
  @Column('jsonb', { nullable: true })
  readonly content!: Record<string, unknown> | null
}
declareReference(TrashRow, 'trashId', { to: 'trashItem' })
