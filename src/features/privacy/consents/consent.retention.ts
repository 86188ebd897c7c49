import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ending } from '../../../security/personal-data.ts'

/**
 * Evidence of consent is never deleted. At the end of its retention period, the subject is removed from it. Wording,
 * time and source stay, because POPIA section 14(4) permits de-identification.
 */
export const forgetSubjects: Ending = {
  isPending: sql<boolean>`num_nonnulls(t.subject->>'email', t.subject->>'phone', t.address) > 0`,
  async end(db, organizationId, ids) {
    // Each row gets another name, so that the names do not show which consents came from one person. The names are
    // created here, because Citus accepts no random value in an update.
    const subjects = ids.map(() => JSON.stringify({ name: `forgotten-${randomUUID()}`, email: null, phone: null }))
    const { numAffectedRows = 0n } = await sql`
      update consent set updated_at = now(), address = null, source = null, withdrawal_reason = null,
        subject = forgotten.subject::jsonb
      from unnest(${[...ids]}::uuid[], ${subjects}::text[]) as forgotten (id, subject)
      where organization_id = ${organizationId} and consent.id = forgotten.id`.execute(db)
    return Number(numAffectedRows)
  },
}
