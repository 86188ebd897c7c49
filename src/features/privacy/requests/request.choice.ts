import { type Cause, causeText } from '../../../common/texts.ts'
import { otherRecordsOf } from '../../../data/held-rows.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { holdsInForce } from '../holds/hold.queries.ts'
import { type Choose, RowStanding } from '../subjects/subject.choice.ts'
import type { SubjectLink } from '../subjects/subject.entity.ts'
import { isProposed } from '../subjects/subject.hits.ts'
import { rowIdOf } from '../subjects/subject.tables.ts'
import { type DataSubjectRequest, RequestDecision } from './request.entity.ts'
import { type Grant, isCovered } from './request.grant.ts'
import { isOfChange } from './request.rules.ts'

type Judged = Pick<SubjectLink, 'confirmed' | 'leftOut' | 'reason' | 'seenAt'>

/** The verdicts on records of a subject, by resource and id. */
async function judgements(ctx: Context, subjectId: string | null): Promise<Map<string, Judged>> {
  if (!subjectId) return new Map()
  const links = await ctx.db
    .selectFrom('subjectLink')
    .select(['resource', 'rowId', 'confirmed', 'leftOut', 'reason', 'seenAt'])
    .where('subjectId', '=', subjectId)
    .execute()
  return new Map(links.map((link) => [`${link.resource} ${link.rowId}`, link]))
}

const isUnchanged = ({ seenAt }: Judged, changedAt: unknown) =>
  (seenAt?.getTime() ?? null) === (typeof changedAt === 'string' ? Date.parse(changedAt) : null)

/** The granted parts, if the decision limits them. Undefined before a decision, and if everything is granted. */
const grantOf = ({ decision, granted }: DataSubjectRequest): Grant | undefined =>
  decision === RequestDecision.PARTIALLY_APPROVED ? (granted ?? { resources: [], rows: [], fields: [] }) : undefined

/**
 * Chooses the treatment of each record. Proposed and confirmed records are treated, within the grant. Held, left out
 * and unreviewed records are not treated. A verdict applies to the version of the record that was reviewed, and is void
 * after a change.
 */
export async function choiceFor(ctx: Context, request: DataSubjectRequest): Promise<Choose> {
  const judged = await judgements(ctx, request.subjectId)
  const heldBecause = isOfChange(request.type) ? await holdsInForce(ctx) : () => null
  const grant = grantOf(request)
  return ({ table, row, hits }) => {
    const { resource } = table
    const id = rowIdOf(table, row)
    const held = heldBecause([{ resource, rowId: id }, ...otherRecordsOf(ctx.metadata, table.name, row)])
    if (held) return { standing: RowStanding.HELD, hits: [], left: hits, reason: held, cause: null }
    const granted = grant ? hits.filter(({ path }) => isCovered(grant, resource, id, path)) : hits
    const found = judged.get(`${resource} ${id}`)
    const judgement = found && isUnchanged(found, row.updated_at) ? found : undefined
    const chosen = granted.filter((hit) =>
      isProposed(hit) ? !judgement?.leftOut.includes(hit.path) : judgement?.confirmed.includes(hit.path),
    )
    const left = hits.filter((hit) => !chosen.includes(hit))
    const cause: Cause | null = found && !judgement && left.length > 0 ? { code: 'CHANGED_AFTER_REVIEW' } : null
    const reason = judgement?.reason ?? (cause && causeText(cause))
    return { standing: standingOf(), hits: chosen, left, reason, cause }

    function standingOf(): RowStanding {
      const open = left.filter((hit) => granted.includes(hit) && !judgement?.leftOut.includes(hit.path))
      if (open.length > 0) return RowStanding.REVIEW
      if (judgement && judgement.leftOut.length > 0 && left.length > 0) return RowStanding.LEFT_OUT
      if (left.length > 0) return RowStanding.NOT_GRANTED
      return judgement ? RowStanding.CONFIRMED : RowStanding.PROPOSED
    }
  }
}
