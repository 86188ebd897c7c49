import { useState } from 'preact/hooks'
import { CampaignMessagesDocument, type CampaignMessagesQuery, MessageStatus } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'

type Node = NonNullable<CampaignMessagesQuery['campaign']>['list']['nodes'][number]
type Span = { first: number; after?: string | null } | { last: number; before?: string | null }

/** The page of a campaign reads as many with its other panels. */
export const PAGE = 20
const STATUSES = Object.values(MessageStatus)

/** The outcome of each message of a campaign. */
export function Messages({ id }: { id: string }) {
  const [status, setStatus] = useState<MessageStatus>()
  const [span, setSpan] = useState<Span>({ first: PAGE })
  const filter = status && { status: [status] }
  const query = useQuery(
    CampaignMessagesDocument,
    { id, ...span, ...(filter && { filter }) },
    { topics: ['campaigns'] },
  )
  const total = query.data?.campaign.list.totalCount ?? 0
  if (total === 0 && !status) return null
  const choose = (chosen: string) => {
    setSpan({ first: PAGE })
    setStatus(STATUSES.find((each) => each === chosen))
  }
  return (
    <Panel title={t('campaigns:messages.title')}>
      <search class="toolbar">
        <div class="field">
          <label for="messages-status">{t('enums:fields.status')}</label>
          <select
            id="messages-status"
            value={status ?? ''}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value="">{t('all')}</option>
            {STATUSES.map((each) => (
              <option key={each} value={each}>
                {label(each)}
              </option>
            ))}
          </select>
        </div>
      </search>
      <Loaded query={query}>
        {({ campaign: { list } }) => (
          <>
            {list.nodes.length === 0 ? <Empty>{t('campaigns:messages.none')}</Empty> : <Rows nodes={list.nodes} />}
            <nav class="pager" aria-label={t('campaigns:messages.title')}>
              <p role="status">{t('campaigns:messages.count', { count: list.totalCount })}</p>
              <button
                type="button"
                disabled={!list.pageInfo.hasPreviousPage}
                onClick={() => setSpan({ last: PAGE, before: list.pageInfo.startCursor })}
              >
                {t('previous')}
              </button>
              <button
                type="button"
                disabled={!list.pageInfo.hasNextPage}
                onClick={() => setSpan({ first: PAGE, after: list.pageInfo.endCursor })}
              >
                {t('next')}
              </button>
            </nav>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const Rows = ({ nodes }: { nodes: readonly Node[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{t('campaigns:messages.contact')}</th>
        <th scope="col">{t('enums:fields.status')}</th>
        <th scope="col" class="roomy">
          {t('campaigns:messages.ground')}
        </th>
        <th scope="col" class="roomy">
          {t('campaigns:messages.sentAt')}
        </th>
      </tr>
    </thead>
    <tbody>
      {nodes.map(({ id, contact, status, reason, ground, sentAt }) => (
        <tr key={id}>
          <th scope="row" class="example">
            {contact}
          </th>
          <td>
            <Badge status={status} /> {reason && <span class="quiet">{label(reason)}</span>}
          </td>
          <td class="roomy">{ground && label(ground.kind)}</td>
          <td class="roomy">{sentAt && <time dateTime={sentAt}>{moment(sentAt)}</time>}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
