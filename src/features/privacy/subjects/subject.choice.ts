import { ID, Int } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import type { Cause } from '../../../common/texts.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'
import { JSONObjectOf } from '../../../graphql/scalars.ts'
import { CAUSE } from '../../../graphql/transition.ts'
import type { Hit } from './subject.hits.ts'
import type { Holding } from './subject.search.ts'
import { rowIdOf } from './subject.tables.ts'

/** The treatment of a row that names or may name the subject. */
export const RowStanding = describeNames(
  'SubjectRowStanding',
  'Treatment of a record that names or may name the subject.',
  {
    PROPOSED: 'Identified by an address or number of the subject. Treated unless left out.',
    REVIEW: 'The record may be about someone else, in part or whole. It is left until a person confirms it.',
    CONFIRMED: 'Confirmed by a person. Treated.',
    LEFT_OUT: 'A person left out some of its fields.',
    HELD: 'Kept by a legal hold or a duty to retain.',
    NOT_GRANTED: 'Not granted by the decision.',
  },
)
export type RowStanding = keyof typeof RowStanding

/** The parts of a row that are treated, and the parts that are left. */
export interface Choice {
  standing: RowStanding
  /** Fields that the request erases, corrects or hands out. */
  hits: Hit[]
  /** Fields that are left unchanged. */
  left: Hit[]
  /** Reason why fields are left, if there is one. */
  reason: string | null
  /** The cause of a reason by the service. */
  cause: Cause | null
}

/** Decides the treatment of each row. */
export type Choose = (holding: Holding) => Choice

@Output('Number of rows of one resource that were treated.')
export class TreatedResource extends fields({
  resource: field(String, 'Type of the resource, for example CLIENT.'),
  found: field(Int, 'Number of rows found, for an access package.'),
  deleted: field(Int, 'Number of rows deleted.'),
  rewritten: field(Int, 'Number of rows in which the subject was replaced by a pseudonym, or corrected.'),
}) {}

@Output('Record that was left unchanged, in part or whole.')
export class LeftRow extends fields({
  resource: field(String, 'Type of the resource, for example CLIENT.'),
  rowId: field(ID, 'Id of the record.'),
  standing: field(RowStanding, 'Reason why the record was left.'),
  reason: nullable(String, 'Reason why the record was left. Null if there is none.'),
  cause: nullable(JSONObjectOf<Cause>(), CAUSE),
}) {}

/** A record with the choice on it, as the API returns it. */
export const chosenRow = ({ table, row }: Holding, { standing, reason, cause }: Choice): LeftRow => {
  return { resource: table.resource, rowId: rowIdOf(table, row), standing, reason, cause }
}
