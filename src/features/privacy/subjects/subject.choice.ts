import { registerEnumType } from 'type-graphql'
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
registerEnumType(RowStanding, {
  name: 'SubjectRowStanding',
  description: 'What becomes of a record that names the subject, or may.',
  valuesConfig: {
    PROPOSED: { description: 'An address or number of the subject proves it: it is treated unless it is left out.' },
    REVIEW: { description: 'In part or whole it may be someone else’s: that part is left until a person confirms it.' },
    CONFIRMED: { description: 'A person confirmed it: it is treated.' },
    LEFT_OUT: { description: 'A person left fields of it out.' },
    HELD: { description: 'A legal hold or a duty to retain keeps it as it is.' },
    NOT_GRANTED: { description: 'The decision does not grant it.' },
  },
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
