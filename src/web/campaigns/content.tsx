import { CampaignContentDocument, type CampaignContentQuery, ContentOrderField } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { type Column, labelColumn, statusColumn, textColumn } from '../components/columns.tsx'
import type { Named } from '../components/held-record.ts'
import { orderOf, usePlace } from '../components/list.tsx'
import { Opener } from '../components/opener.tsx'
import { QueryPanel } from '../components/panel.tsx'
import { Table } from '../components/table.tsx'
import { ContentForm } from '../content/content-form.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'

type Row = NonNullable<CampaignContentQuery['contents']>['nodes'][number]

const columns = (): Column<Row>[] => [
  textColumn('title'),
  statusColumn(),
  labelColumn('type', { isRoomy: true }),
  labelColumn('language', { isRoomy: true }),
]

export function Content({ campaign }: { campaign: Named }) {
  const { id } = campaign
  // The messages of the campaign have the address.
  const place = usePlace()
  const orderBy = orderOf(Object.values(ContentOrderField), place.parameters)
  return (
    <QueryPanel
      title={t('campaigns:content')}
      aside={session.may('org:content:write') && <NewContent campaign={campaign} />}
      query={useQuery(CampaignContentDocument, { id, orderBy }, { topics: ['campaigns'] })}
    >
      {({ contents: { nodes } }) => (
        <Table
          rows={nodes}
          columns={columns()}
          orders={ContentOrderField}
          place={place}
          hrefOf={(row) => hrefOf('content', [row.id])}
          empty={t('campaigns:noContent')}
        />
      )}
    </QueryPanel>
  )
}

const NewContent = ({ campaign }: { campaign: Named }) => (
  <Opener label={t('palette.newContent')} texts="content">
    {(close) => <ContentForm row={undefined} campaign={campaign} onClose={close} />}
  </Opener>
)
