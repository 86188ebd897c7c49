import type { Context } from '../../engine/execute/context.ts'
import { isIdOf, listOf } from '../../graphql/lists.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { byLinked, byValue, type RowSql } from '../../graphql/sort-keys.ts'
import { SignOff } from './sign-off.entity.ts'
import { SignOffFilter } from './sign-off.inputs.ts'
import { SignOffComment } from './sign-off-comment.entity.ts'
import { ReviewerStatus, SignOffReviewer } from './sign-off-reviewer.entity.ts'

/** The client of the campaign, or of the campaign that the content belongs to. */
const clientIdSql: RowSql = (column) => {
  const own = column('organizationId')
  const campaignOfContent = `(select i.campaign_id from content_item i
    where i.organization_id = ${own} and i.id = ${column('contentId')})`
  return `(select c.client_id from campaign c
    where c.organization_id = ${own} and c.id = coalesce(${column('campaignId')}, ${campaignOfContent}))`
}

const isOfClient = isIdOf('campaignId', clientIdSql)

const approvalsSql: RowSql = (column) =>
  `(select count(*) from sign_off_reviewer r where r.organization_id = ${column('organizationId')}
    and r.sign_off_id = ${column('id')} and r.status = '${ReviewerStatus.APPROVED}')`

export const signOffs = listOf('signOff', SignOff, {
  description: 'Page of sign-offs.',
  filter: SignOffFilter,
  where: { clientId: isOfClient },
  sortBy: [
    'createdAt',
    'updatedAt',
    'title',
    'status',
    'expiresAt',
    byValue('approvals', 'integer', 'Number of reviewers who approved.', approvalsSql),
    byLinked('client', 'Name of the client.', clientIdSql, 'client', 'name', 'id'),
  ],
})

/** The sign-offs of the same campaign, or of the same content. */
export const signOffsOf = ({ db }: Context, { campaignId, contentId }: Pick<SignOff, 'campaignId' | 'contentId'>) =>
  db
    .selectFrom('signOff')
    .where((of) => (campaignId ? of('campaignId', '=', campaignId) : of('contentId', '=', contentId)))

const OLDEST_FIRST = { field: 'createdAt', direction: OrderDirection.ASC } as const

export const signOffReviewers = listOf('signOffReviewer', SignOffReviewer, {
  description: 'Page of reviewers.',
  where: {},
  sortBy: ['createdAt', 'name', 'email', 'status'],
  order: OLDEST_FIRST,
})

export const signOffComments = listOf('signOffComment', SignOffComment, {
  description: 'Page of comments of reviewers.',
  where: {},
  sortBy: ['createdAt'],
  order: OLDEST_FIRST,
})
