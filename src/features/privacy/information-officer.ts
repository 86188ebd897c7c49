import { oncePerOperation } from '../../engine/execute/context.ts'

/** The Information Officer and the organization's name. */
export interface InformationOfficer {
  organization: string | null
  name: string | null
  email: string | null
  phone: string | null
}

/** The Information Officer of the caller's organization. All fields are null if none is named. */
export const informationOfficer = oncePerOperation(async ({ db }): Promise<InformationOfficer> => {
  const row = await db
    .selectFrom('organization')
    .select([
      'name as organization',
      'informationOfficerName as name',
      'informationOfficerEmail as email',
      'informationOfficerPhone as phone',
    ])
    .executeTakeFirst()
  const { organization = null, name = null, email = null, phone = null } = row ?? {}
  return { organization, name, email, phone }
})
