import type { Ask } from './ask.ts'

/** The unprivileged roles that statements run as. They are shared by all databases of a server. */
export const ACTING_ROLES = ['gateway_tenant', 'gateway_system'] as const

/** The role of a backup: it reads every row and changes none. The owner of the tables may act as it. */
export const BACKUP_ROLE = 'gateway_backup'

/** All roles with rights on the tables. */
export const ROLES = [...ACTING_ROLES, BACKUP_ROLE]

/** Creates missing roles. Several processes may do this at the same time. */
export async function makeActingRoles(ask: Ask): Promise<void> {
  for (const role of ROLES)
    await ask(
      `do $$ begin create role ${role} nologin;
      exception when duplicate_object or unique_violation then null; end $$`,
      [],
    )
}
