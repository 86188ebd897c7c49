import { useState } from 'preact/hooks'
import {
  CampaignMessagesDocument,
  ExportedMessagesDocument,
  type MessageRowFragment,
  MessageStatus,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { timeColumn } from '../components/columns.tsx'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { SaveMenu } from '../components/save-list.tsx'
import { type Column, Table } from '../components/table.tsx'
import { label, t } from '../i18n/language.ts'

type Span = { first: number; after?: string | null } | { last: number; before?: string | null }

/** The page of a campaign reads as many with its other panels. */
export const PAGE = 20
const STATUSES = Object.values(MessageStatus)

const columns = (): Column<MessageRowFragment>[] => [
  {
    id: 'contact',
    title: t('campaigns:messages.contact'),
    show: ({ contact }) => <span class="example">{contact}</span>,
    cell: ({ contact }) => contact,
  },
  {
    id: 'status',
    title: t('enums:fields.status'),
    show: ({ status, reason }) => (
      <>
        <Badge status={status} /> {reason && <span class="quiet">{label(reason)}</span>}
      </>
    ),
    cell: ({ status, reason }) => (reason ? `${label(status)}: ${label(reason)}` : label(status)),
  },
  {
    id: 'ground',
    title: t('campaigns:messages.ground'),
    isRoomy: true,
    show: ({ ground }) => ground && label(ground.kind),
  },
  timeColumn('sentAt', ({ sentAt }) => sentAt, { title: t('campaigns:messages.sentAt'), isRoomy: true }),
]

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
        <SaveMenu
          name="messages"
          columns={columns()}
          readAll={async () =>
            (await session.request(ExportedMessagesDocument, { filter: { ...filter, campaignId: id } })).list.nodes
          }
        />
      </search>
      <Loaded query={query}>
        {({ campaign: { list } }) => (
          <>
            {list.nodes.length === 0 ? (
              <Empty>{t('campaigns:messages.none')}</Empty>
            ) : (
              <Table rows={list.nodes} columns={columns()} nameOf={({ contact }) => contact} rowActions={undefined} />
            )}
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
