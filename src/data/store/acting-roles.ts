import type { Ask } from './migrations.ts'

/** The unprivileged roles that statements run as. They are shared by all databases of a server. */
export const ACTING_ROLES = ['gateway_tenant', 'gateway_system'] as const

/** The role that a backup is made as: it reads every row and changes none. The owner of the tables may act as it. */
export const BACKUP_ROLE = 'gateway_backup'

/** Every role that the tables know. */
export const ROLES = [...ACTING_ROLES, BACKUP_ROLE]

/** Makes those that are missing, also where others do the same at once. */
export async function makeActingRoles(ask: Ask): Promise<void> {
  for (const role of ROLES)
    await ask(
      `do $$ begin create role ${role} nologin;
      exception when duplicate_object or unique_violation then null; end $$`,
      [],
    )
}
