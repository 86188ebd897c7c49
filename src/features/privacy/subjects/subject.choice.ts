import { describeNames } from '../../../common/enums.ts'
import type { Cause } from '../../../common/texts.ts'
import type { Hit } from './subject.hits.ts'
import type { Holding } from './subject.search.ts'

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
