import { sql } from 'kysely'
import type { Context } from '../../engine/execute/context.ts'
import type { TeamMember } from '../team/team-member.entity.ts'

export type Recipient = Pick<TeamMember, 'id' | 'name' | 'mailLanguage'> & { email: string }

/** Whether a row of members has an address that was not erased. */
export const isReachable = sql`email is not null and email not like '%@erased.invalid'`

/** The members among these users who have an e-mail address. Every role may read figures. */
export async function recipientsOf({ db, organizationId }: Context, userIds: readonly string[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`select id, name, mail_language, email from team_member
    where organization_id = ${organizationId} and user_id = any(${[...userIds]}::text[]) and removed_at is null
      and ${isReachable} order by id`.execute(db)
  return rows
}
