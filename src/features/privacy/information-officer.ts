import { batched, type Context } from '../../engine/execute/context.ts'

/** The Information Officer and the organization's name. */
export interface InformationOfficer {
  organization: string | null
  name: string | null
  email: string | null
  phone: string | null
}

const NOBODY: InformationOfficer = { organization: null, name: null, email: null, phone: null }

const officerOf = batched<InformationOfficer>(NOBODY, async (ctx, ids) => {
  const rows = await ctx.db
    .selectFrom('organization')
    .select([
      'organizationId',
      'name as organization',
      'informationOfficerName as name',
      'informationOfficerEmail as email',
      'informationOfficerPhone as phone',
    ])
    .where('organizationId', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(({ organizationId, organization, name = null, email = null, phone = null }) => [
      organizationId,
      { organization, name, email, phone },
    ]),
  )
})

/** The Information Officer of the caller's organization. All fields are null if none is named. */
export const informationOfficer = (ctx: Context): Promise<InformationOfficer> => officerOf(ctx, ctx.organizationId)
