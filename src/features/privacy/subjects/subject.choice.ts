import { describeEnum } from '../../../common/enums.ts'
import type { Hit } from './subject.hits.ts'
import type { Holding } from './subject.search.ts'

/** What becomes of a row that names the subject, or may. */
export enum RowStanding {
  PROPOSED = 'PROPOSED',
  REVIEW = 'REVIEW',
  CONFIRMED = 'CONFIRMED',
  LEFT_OUT = 'LEFT_OUT',
  HELD = 'HELD',
  NOT_GRANTED = 'NOT_GRANTED',
}
describeEnum('SubjectRowStanding', RowStanding, 'Treatment of a record that names the subject, or may.', {
  PROPOSED: 'Identified by an address or number of the subject; treated unless left out.',
  REVIEW: 'Possibly someone else’s, in part or whole; left until a person confirms it.',
  CONFIRMED: 'Confirmed by a person; treated.',
  LEFT_OUT: 'Fields of it were left out by a person.',
  HELD: 'Kept by a legal hold or a duty to retain.',
  NOT_GRANTED: 'Not granted by the decision.',
})

/** What is done with a row, and what is not. */
export interface Choice {
  standing: RowStanding
  /** What is treated. */
  hits: Hit[]
  /** What is left as it is. */
  left: Hit[]
  /** Why something is left, where a person or the law says so. */
  reason: string | null
}

/** Decides what is done with each row. */
export type Choose = (holding: Holding) => Choice
