import 'reflect-metadata'
import type { MetadataStorage } from '@mikro-orm/core'
import type { RawBuilder } from 'kysely'
import type { Removal } from '../data/references.ts'

/*
 * What a feature declares of the personal data in its tables. It need not declare anything: every text, jsonb and text[]
 * column of every tenant table is searched for a data subject, whatever is in the table, and what is the subject's there
 * is replaced by a pseudonym. The tenant role needs `update` on the table for that (`delete` where rows are deleted);
 * without it an erasure that meets the subject there fails, and says so.
 *
 *   @PersonalData({ erase: 'delete', about: ['email'] })                       // a row is one person: remove it whole
 *   @PersonalData({ erase: 'keep', reason: 'append-only; opaque ids only' })   // never searched by name or address
 *   @Retained({ resource: 'INVITATIONS', days: 365, since: 'expiresAt' })
 */

/** How a subject is erased from a table. */
export type PersonalDataRule =
  | {
      erase: 'pseudonymise' | 'delete'
      /**
       * The columns that tell whom a row is about. A row is deleted only if these name the subject; then all that names
       * the subject in it goes, and in one that is about someone else nothing does unless a person confirms it.
       */
      about?: readonly string[]
      /** For `delete`: the whole row is deleted once anything in it is the subject's, whatever else in it awaits a review. */
      isAtOnce?: boolean
      /** Evidence of what was once said: erasure pseudonymises it, a correction leaves it as it was. */
      isEvidence?: boolean
    }
  | { erase: 'keep'; reason: string }

/** How long the rows of a table are kept. */
export interface RetentionRule {
  /** The name that the period goes by, in capitals. */
  resource: string
  /** The period, unless the organization sets another. */
  days: number
  /** The property that a row's age is counted from; of several the earliest that is set. */
  since: string | readonly string[]
  /** Only rows in one of these states ever grow too old. */
  statuses?: readonly string[]
  /** How rows are let go of that are never deleted. */
  ending?: Ending
}

/** Takes what names a person out of rows, which stay. */
export interface Ending {
  /** Whether a row, by the alias `t`, still names a person. */
  isPending: RawBuilder<boolean>
  /** Returns how many rows there were. */
  end: Removal
}

const RULE = Symbol('personal data')
const RETENTION = Symbol('retention')

/** Declares how a subject is erased from the table of an entity. */
export const PersonalData =
  (rule: PersonalDataRule): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(RULE, rule, target)

/** Declares how long rows of an entity are kept: a job deletes, or ends, what is older, in bounded batches. */
export const Retained =
  (rule: RetentionRule): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(RETENTION, rule, target)

/** Tables that no entity stands for. */
const WITHOUT_ENTITY: Record<string, PersonalDataRule> = {
  audit_checkpoint: { erase: 'keep', reason: 'holds numbers, hashes and signatures only' },
  audit_publication: { erase: 'keep', reason: 'holds numbers and signatures only' },
  mail: { erase: 'keep', reason: 'sealed, and gone with what it is about, or once it is sent or given up' },
  idempotency_key: {
    erase: 'keep',
    reason: 'sealed by keys that only callers hold, emptied by an erasure, and gone after a day',
  },
}

const declaredOn = <T>(metadata: MetadataStorage, key: symbol): [table: string, rule: T][] =>
  [...metadata.getAll().values()].flatMap(({ tableName, class: entity }) => {
    const rule: T | undefined = Reflect.getMetadata(key, entity)
    return rule ? [[tableName, rule]] : []
  })

/** The rules of erasure that were declared, by table. A table without one is pseudonymised. */
export const personalDataRules = (metadata: MetadataStorage): ReadonlyMap<string, PersonalDataRule> =>
  new Map([...Object.entries(WITHOUT_ENTITY), ...declaredOn<PersonalDataRule>(metadata, RULE)])

/** The events of erasing and correcting a subject: one of each per table that may hold personal data. */
export function subjectEvents(metadata: MetadataStorage): string[] {
  const rules = personalDataRules(metadata)
  const tables = [...metadata.getAll().values()].filter(({ abstract }) => !abstract).map(({ tableName }) => tableName)
  return tables
    .filter((table) => rules.get(table)?.erase !== 'keep')
    .flatMap((table) => [`${table.toUpperCase()}_ERASED`, `${table.toUpperCase()}_CORRECTED`])
}

/** The rules of retention that were declared, by table. */
export const retentionRules = (metadata: MetadataStorage): [table: string, rule: RetentionRule][] =>
  declaredOn<RetentionRule>(metadata, RETENTION).sort(([, a], [, b]) => a.resource.localeCompare(b.resource))
