import 'reflect-metadata'
import type { MetadataStorage } from '@mikro-orm/core'
import type { RawBuilder } from 'kysely'
import type { Cause } from '../common/texts.ts'
import type { Removal } from '../data/references.ts'

/*
 * The declarations of personal data in a feature's tables. They are optional: every text, jsonb and text[] column of
 * every tenant table is searched for a data subject, and the subject's data is replaced by a pseudonym. For this the
 * tenant role needs `update` on the table (`delete` where rows are deleted). Without the privilege, an erasure that
 * finds the subject there fails with a message.
 *
 *   @PersonalData({ erase: 'delete', about: ['email'] })                       // a row is one person: remove it whole
 *   @PersonalData({ erase: 'keep', because: 'KEPT_IDS' })   // never searched by name or address
 *   @Retained({ resource: 'INVITATIONS', days: 365, since: 'expiresAt' })
 */

/** How to erase a subject from a table. */
export type PersonalDataRule =
  | {
      erase: 'pseudonymise' | 'delete'
      /**
       * The columns that identify the person whom a row is about. A row is deleted only if these columns name the
       * subject. In a row about someone else, nothing is deleted unless a person confirms it.
       */
      about?: readonly string[]
      /**
       * For `delete`: delete the whole row as soon as any part of it is the subject's, without waiting for reviews of
       * the rest.
       */
      isAtOnce?: boolean
      /** Evidence of past statements: an erasure pseudonymises it, a correction leaves it unchanged. */
      isEvidence?: boolean
    }
  | { erase: 'keep'; because: Cause['code'] }

/** How long the rows of a table are kept. */
export interface RetentionRule {
  /** The resource name of the period, in upper case. */
  resource: string
  /** The default period. */
  days: number
  /** The property from which a row's age is counted. If there are several, the earliest that is set counts. */
  since: string | readonly string[]
  /** The period applies only to rows with these statuses. */
  statuses?: readonly string[]
  /** How to end rows that are never deleted. */
  ending?: Ending
}

/** Removes personal data from rows that stay. */
export interface Ending {
  /** Whether a row, with the alias `t`, still contains personal data. */
  isPending: RawBuilder<boolean>
  /** Returns the number of rows. */
  end: Removal
}

const RULE = Symbol('personal data')
const RETENTION = Symbol('retention')

/** Declares how a subject is erased from an entity's table. */
export const PersonalData =
  (rule: PersonalDataRule): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(RULE, rule, target)

/** Declares how long an entity's rows are kept. A job deletes or ends older rows in batches. */
export const Retained =
  (rule: RetentionRule): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(RETENTION, rule, target)

/** Tables without an entity. */
const WITHOUT_ENTITY: Record<string, PersonalDataRule> = {
  audit_checkpoint: { erase: 'keep', because: 'KEPT_SIGNATURES' },
  audit_publication: { erase: 'keep', because: 'KEPT_SIGNATURES' },
  mail: { erase: 'keep', because: 'KEPT_ENCRYPTED' },
  idempotency_key: {
    erase: 'keep',
    because: 'KEPT_CALLERS_KEYS',
  },
}

const declaredOn = <T>(metadata: MetadataStorage, key: symbol): [table: string, rule: T][] =>
  [...metadata.getAll().values()].flatMap(({ tableName, class: entity }) => {
    const rule: T | undefined = Reflect.getMetadata(key, entity)
    return rule ? [[tableName, rule]] : []
  })

/** The declared erasure rules, by table. A table without a rule is pseudonymised. */
export const personalDataRules = (metadata: MetadataStorage): ReadonlyMap<string, PersonalDataRule> =>
  new Map([...Object.entries(WITHOUT_ENTITY), ...declaredOn<PersonalDataRule>(metadata, RULE)])

/** The event types of erasures and corrections: one of each per table that may hold personal data. */
export function subjectEvents(metadata: MetadataStorage): string[] {
  const rules = personalDataRules(metadata)
  const tables = [...metadata.getAll().values()].filter(({ abstract }) => !abstract).map(({ tableName }) => tableName)
  return tables
    .filter((table) => rules.get(table)?.erase !== 'keep')
    .flatMap((table) => [`${table.toUpperCase()}_ERASED`, `${table.toUpperCase()}_CORRECTED`])
}

/** The declared retention rules, by table. */
export const retentionRules = (metadata: MetadataStorage): [table: string, rule: RetentionRule][] =>
  declaredOn<RetentionRule>(metadata, RETENTION).sort(([, a], [, b]) => a.resource.localeCompare(b.resource))
