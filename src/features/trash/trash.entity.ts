import { describeNames } from '../../common/enums.ts'
import { Column, Entity, Key } from '../../data/columns.ts'
import { Represents } from '../../data/held-rows.ts'
import { declareReference } from '../../data/references.ts'
import { Choice, ExternalId, Id, Output, Text, Time } from '../../graphql/columns.ts'
import { fields } from '../../graphql/fields.ts'
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
export class TrashItem extends fields({
  organizationId: Key('text'),
  /** The id of the record. */
  id: Id(),
  resource: Choice(TrashResource, 'Resource of the record.'),
  name: Text('Name or title of the record.'),
  /** The row before the deletion. */
  content: Column<Record<string, unknown>>('jsonb'),
  deletedBy: ExternalId('Id of the user who deleted the record.'),
  deletedAt: Time(
    'Time of the deletion. The retention period of the resource TRASH starts here. At its end, the record is deleted permanently.',
  ),
}) {}

declareReadingByRow(TrashItem)

/** A row that was removed with a record, or a row that referred to it and stayed. */
@PersonalData({ erase: 'delete', isAtOnce: true })
@Represents(['resource', 'id'], ['owner', 'trash_id'])
@Entity()
export class TrashRow extends fields({
  organizationId: Key('text'),
  trashId: Key('uuid'),
  id: Key('uuid'),
  /** The table of the row, in upper case. Rows of several tables may have one id. */
  resource: Key('text'),
  /** The column that referred to the record. Empty for a row that was removed. */
  linkedBy: Key('text'),
  /** The table of the record, in upper case. */
  owner: Column('text'),
  /** The row before the deletion. Null for a row that stayed. */
  content: Column<Record<string, unknown>>('jsonb', { nullable: true }),
}) {}
declareReference(TrashRow, 'trashId', { to: 'trashItem' })
