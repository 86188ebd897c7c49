import { sql } from 'kysely'
import { Int } from 'type-graphql'
import { invalidFields } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { Day, Output } from '../../../graphql/columns.ts'
import { field, fields } from '../../../graphql/fields.ts'
import { Arguments } from '../../../graphql/inputs.ts'
import { RequestDecision, RequestType } from '../requests/request.entity.ts'

@Arguments()
export class PaiaArgs extends fields({
  from: field(Day, 'First day, in South African time.'),
  to: field(Day, 'Last day, included.'),
}) {}

@Output('Figures for the manual and the yearly report under the Promotion of Access to Information Act.')
export class PaiaFigures extends fields({
  received: field(Int, 'Number of requests for access received in the period.'),
  granted: field(Int, 'Number of requests granted in full.'),
  grantedInPart: field(Int, 'Number of requests granted in part.'),
  refused: field(Int, 'Refused.'),
  extended: field(Int, 'Number of requests whose period was extended.'),
  subjects: field([String], 'Categories of people, from the register of processing.'),
  categories: field([String], 'Categories of information.'),
  recipients: field([String], 'Recipients, including the operators in use.'),
  countries: field([String], 'Countries that receive information.'),
  purposes: field([String], 'Purposes.'),
  security: field([String], 'Security measures.'),
}) {}

type Counts = Pick<PaiaFigures, 'received' | 'granted' | 'grantedInPart' | 'refused' | 'extended'>

async function countsOf(ctx: Context, { from, to }: PaiaArgs): Promise<Counts> {
  const { APPROVED, PARTIALLY_APPROVED, REFUSED } = RequestDecision
  const { rows } = await sql<Counts>`
    select count(*) as received, count(*) filter (where decision = ${APPROVED}) as granted,
      count(*) filter (where decision = ${PARTIALLY_APPROVED}) as granted_in_part,
      count(*) filter (where decision = ${REFUSED}) as refused, count(extended_at) as extended
    from data_subject_request
    where organization_id = ${ctx.organizationId} and type = ${RequestType.ACCESS}
      and (received_at at time zone 'Africa/Johannesburg')::date between ${from}::date and ${to}::date`.execute(ctx.db)
  if (!rows[0]) throw new Error('The database returned no row')
  return rows[0]
}

const sorted = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))].sort()

/**
 * The figures of a period, and the current content of the register. @throws VALIDATION_ERROR for a period that ends
 * before it starts
 */
export async function paiaFigures(ctx: Context, period: PaiaArgs): Promise<PaiaFigures> {
  if (period.from > period.to) throw invalidFields({ to: 'BEFORE_FROM' })
  const activities = await ctx.db.selectFrom('processingActivity').selectAll().where('endedAt', 'is', null).execute()
  const operators = await ctx.db
    .selectFrom('operator')
    .select(['name', 'country'])
    .where('endedAt', 'is', null)
    .execute()
  return {
    ...(await countsOf(ctx, period)),
    subjects: sorted(activities.flatMap(({ subjects }) => subjects)),
    categories: sorted(
      activities.flatMap(({ categories, specialCategories }) => [...categories, ...specialCategories]),
    ),
    recipients: sorted([...activities.flatMap(({ recipients }) => recipients), ...operators.map(({ name }) => name)]),
    countries: sorted(
      [
        ...activities.flatMap(({ transfers }) => transfers.map(({ country }) => country)),
        ...operators.map(({ country }) => country),
      ].filter((country) => country !== 'ZA'),
    ),
    purposes: sorted(activities.map(({ purpose }) => purpose)),
    security: sorted(activities.map(({ security }) => security)),
  }
}
