import {
  CampaignMessagesDocument,
  ExportedMessagesDocument,
  MessageOrderField,
  type MessageRowFragment,
  MessageStatus,
} from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Badge } from '../components/badge.tsx'
import { column, type FileColumn, timeColumn } from '../components/columns.tsx'
import { Filters, filterIn, pageOf, Toolbar } from '../components/list.tsx'
import { Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { allOf } from '../components/records.tsx'
import { SaveMenu } from '../components/save-list.tsx'
import { TablePage } from '../components/table.tsx'
import { label, t, wordOf } from '../i18n/language.ts'

const FILTERS = { status: Object.values(MessageStatus) }

/** The messages of a campaign that the address names. */
export const messagesIn = (id: string, parameters?: URLSearchParams) => ({
  id,
  ...pageOf(MessageOrderField, { parameters }),
  filter: filterIn(FILTERS, parameters),
})

/** Why a message was not sent or did not arrive: a code, the service's words, or those of a mail server. */
const whyOf = ({ reason, reasonCause }: MessageRowFragment) =>
  reasonCause ? reasonText(reason, reasonCause) : wordOf(reason ?? '')

const columns = (): FileColumn<MessageRowFragment>[] => [
  {
    id: 'contact',
    title: t('campaigns:messages.contact'),
    show: ({ contact }) => <span class="example">{contact}</span>,
    cell: ({ contact }) => contact,
  },
  {
    id: 'status',
    title: t('enums:fields.status'),
    show: (message) => (
      <>
        <Badge status={message.status} /> {message.reason && <span class="quiet">{whyOf(message)}</span>}
      </>
    ),
    cell: (message) => [label(message.status), whyOf(message)].filter(Boolean).join(': '),
  },
  column('ground', t('campaigns:messages.ground'), ({ ground }) => ground && label(ground.kind), { isRoomy: true }),
  timeColumn('sentAt', { title: t('campaigns:messages.sentAt') }),
]

/** The outcome of each message of a campaign. */
export function Messages({ id }: { id: string }) {
  const asked = messagesIn(id)
  const query = useQuery(CampaignMessagesDocument, asked, { topics: ['campaigns'] })
  const total = query.data?.campaign.list.totalCount ?? 0
  if (total === 0 && !asked.filter.status) return null
  return (
    <Panel title={t('campaigns:messages.title')}>
      <Toolbar>
        <Filters filters={FILTERS} />
        <SaveMenu
          name="messages"
          columns={columns()}
          readAll={allOf(ExportedMessagesDocument, { filter: { ...asked.filter, campaignId: id } })}
        />
      </Toolbar>
      <TablePage
        query={{ ...query, data: query.data?.campaign }}
        columns={columns()}
        orders={MessageOrderField}
        empty={t('campaigns:messages.none')}
        sentence={(count) => t('campaigns:messages.count', { count })}
      />
    </Panel>
  )
}
