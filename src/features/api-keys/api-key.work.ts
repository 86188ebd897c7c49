import { sql } from 'kysely'
import type { OrganizationWork, WorkTools } from '../../background/work.ts'
import type { Context } from '../../engine/execute/context.ts'
import { asService } from '../../engine/write/as-service.ts'
import { changeRow } from '../../engine/write/rows.ts'
import { ApiKey } from './api-key.entity.ts'
import { mailAdministrators } from './api-key.mail.ts'
import { noticeAfter } from './api-key.rules.ts'

/*
 * Sends notices to administrators before a key expires, and ends the old secret after a rotation. The verifier refuses
 * an old secret at its time. The work then deletes its hash and records the end.
 */

async function announceExpiry(ctx: Context, key: ApiKey): Promise<void> {
  const { id, expiresAt } = key
  if (expiresAt && expiresAt > ctx.now) {
    const at = expiresAt.toISOString()
    ctx.record('API_KEY', 'EXPIRING', id, { expiresAt: at })
    const act = `${key.oauthClientId ? 'Renew' : 'Rotate'} it in the dashboard, or let it expire.`
    await mailAdministrators(ctx, key, `expires at ${at}`, act)
  }
  changeRow(ctx, ApiKey, key, { noticeAt: noticeAfter(ctx.now, expiresAt) })
}

const nextDue = ({ db, now }: Context): Promise<ApiKey | undefined> =>
  db
    .selectFrom('apiKey')
    .selectAll()
    .where((where) => where.or([where('noticeAt', '<=', now), where('oldKeyUntil', '<=', now)]))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Does the due work of one key. Returns whether one was due. */
const attendOne = (tools: WorkTools, organizationId: string): Promise<boolean> =>
  asService(tools, organizationId, 'API keys', async (ctx) => {
    const key = await nextDue(ctx)
    if (!key) return false
    const { oldKeyUntil, noticeAt } = key
    if (oldKeyUntil && oldKeyUntil <= ctx.now) {
      changeRow(ctx, ApiKey, key, { oldHash: null, oldKeyUntil: null })
      // A stream that was opened with the old secret has no end of its own.
      ctx.record('API_KEY', 'OVERLAP_ENDED', key.id, { endsStreams: true })
    }
    if (noticeAt && noticeAt <= ctx.now) await announceExpiry(ctx, key)
    return true
  })

/** Announces keys that expire, and ends rotations. */
export const attendKeys: OrganizationWork = {
  kind: 'api_keys',
  async perform(tools, organizationId) {
    while (!tools.signal.aborted && (await attendOne(tools, organizationId)));
  },
  next: (organizationId) => sql`select min(least(notice_at, old_key_until)) as at from api_key
    where organization_id = ${organizationId}`,
}
