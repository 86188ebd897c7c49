import { type ContentQuery, ReopenContentCommentDocument, ResolveContentCommentDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Empty, Panel } from '../components/panel.tsx'
import { moment } from '../format.ts'
import { t } from '../i18n/language.ts'
import { CommentForm } from './comment-form.tsx'

type Comment = NonNullable<ContentQuery['content']>['comments']['nodes'][number]

interface Props {
  id: string
  version: number
  comments: readonly Comment[]
}

/** Comments on the versions of a content item. */
export const Comments = ({ id, version, comments }: Props) => (
  <Panel title={t('content:comments')}>
    {comments.length === 0 && <Empty>{t('content:noComments')}</Empty>}
    <ul class="comments">
      {comments.map((comment) => (
        <Said key={comment.id} comment={comment} />
      ))}
    </ul>
    {session.may('org:content:write') && (
      // After a comment was accepted, a new key clears the field.
      <CommentForm key={comments.length} id={id} version={version} />
    )}
  </Panel>
)

function Said({ comment }: { comment: Comment }) {
  const { id, text, version, createdAt, createdBy, author, resolvedAt } = comment
  const names = comment.mentions.nodes.map(({ member, userId }) => member?.name ?? userId)
  const toggle = () =>
    resolvedAt
      ? session.save(ReopenContentCommentDocument, { id })
      : session.save(ResolveContentCommentDocument, { id })
  return (
    <li class={resolvedAt ? 'quiet' : ''}>
      <p class="quiet">{t('content:said', { name: author?.name ?? createdBy, version, time: moment(createdAt) })}</p>
      <p class="text">{text}</p>
      {names.length > 0 && <p class="quiet">{t('content:mentioned', { names: names.join(', ') })}</p>}
      {session.may('org:content:write') && (
        <ActionButton run={toggle} label={t(resolvedAt ? 'content:reopen' : 'content:resolve')} />
      )}
    </li>
  )
}
