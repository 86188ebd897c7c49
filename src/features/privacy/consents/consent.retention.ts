import { sql } from 'kysely'
import type { Ending } from '../../../security/personal-data.ts'

/**
 * Evidence of consent is never deleted. When it has been of no use for long enough it loses whom it was about: what was said,
 * when and how stays (POPIA section 14(4) allows to de-identify).
 */
export const forgetSubjects: Ending = {
  isPending: sql<boolean>`num_nonnulls(t.subject->>'email', t.subject->>'phone', t.address) > 0`,
  async end(db, organizationId, ids) {
    const { numAffectedRows = 0n } = await sql`
      update consent set updated_at = now(), address = null, source = null, withdrawal_reason = null,
        subject = jsonb_build_object('name', 'forgotten-' || gen_random_uuid(),
          'email', null, 'phone', null)
      where organization_id = ${organizationId} and id = any(${[...ids]}::uuid[])`.execute(db)
    return Number(numAffectedRows)
  },
}
