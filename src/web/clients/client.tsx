import {
  CampaignOrderField,
  ChangeClientStatusDocument,
  ClientDocument,
  type ClientQuery,
  type ClientStatus,
  type ClientWholeFragment,
  DeleteClientDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { CampaignForm } from '../campaigns/campaign-form.tsx'
import { Badge } from '../components/badge.tsx'
import { type Column, labelColumn, statusColumn, textColumn } from '../components/columns.tsx'
import { DeleteButton } from '../components/delete-button.tsx'
import { Editing } from '../components/edit-button.tsx'
import type { Named } from '../components/held-record.ts'
import { orderOf } from '../components/list.tsx'
import { Opener } from '../components/opener.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { RecordPage } from '../components/record-page.tsx'
import { Steps, takeStep } from '../components/steps.tsx'
import { Table } from '../components/table.tsx'
import { day, moment } from '../format.ts'
import { fieldName, label, t, wordOf } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Assessment } from './assessment-form.tsx'
import { ClientForm } from './client-form.tsx'

type Campaigns = NonNullable<ClientQuery['record']>['campaigns']

/** One client: its status and next steps, its contact, its compliance, its campaigns and its history. */
export const Client = ({ id }: { id: string }) => (
  <RecordPage
    id={id}
    document={ClientDocument}
    further={{ orderBy: orderOf(Object.values(CampaignOrderField)) }}
    topics={['clients', 'campaigns']}
    nameOf={({ name }) => name}
  >
    {(client) => (
      <>
        <About client={client} />
        <CampaignsOf client={client} campaigns={client.campaigns} />
      </>
    )}
  </RecordPage>
)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function About({ client }: { client: ClientWholeFragment }) {
  const change = async (status: ClientStatus) =>
    (await session.save(ChangeClientStatusDocument, { id: client.id, status })).changed
  const { compliance, contact } = client
  return (
    <Panel title={client.name} aside={<Actions client={client} />}>
      <p>
        <Badge status={client.status} />
      </p>
      {session.may('org:clients:write') && (
        <Steps steps={client.transitions} take={(to) => takeStep(client.name, client.status, to, change)} />
      )}
      <Facts
        facts={[
          [t('enums:fields.sector'), label(client.sector)],
          [t('enums:fields.type'), wordOf(client.type)],
          [fieldName('industry'), client.industry],
          [fieldName('governmentLevel'), client.governmentLevel && wordOf(client.governmentLevel)],
          [fieldName('securityClearance'), wordOf(client.effectiveClearance)],
          [fieldName('dataClassification'), wordOf(compliance.dataClassification)],
          [fieldName('popiaCompliant'), compliance.popiaCompliant ? t('yes') : t('no')],
          [t('clients:assessed'), compliance.assessedAt && day(compliance.assessedAt)],
          [fieldName('note'), compliance.note],
          [t('created'), moment(client.createdAt)],
          [t('enums:fields.requiresSignOff'), t(client.requiresSignOff ? 'yes' : 'no')],
          [t('clients:creator'), client.creator?.name],
        ]}
      />
      <h3>{t('clients:contact')}</h3>
      <Facts facts={Object.entries(contact).map(([name, value]) => [fieldName(name), textOf(value)] as const)} />
    </Panel>
  )
}

const Actions = ({ client }: { client: ClientWholeFragment }) => (
  <div class="actions">
    {session.may('org:clients:write') && (
      <Editing id={client.id}>{(close) => <ClientForm row={client} onClose={close} />}</Editing>
    )}
    {session.may('org:privacy:write') && <Assessment client={client} />}
    {session.may('org:clients:delete') && (
      <DeleteButton
        record={client}
        document={DeleteClientDocument}
        consequence={t('clients:deleteConsequence')}
        list={['clients']}
        isInTrash
      />
    )}
  </div>
)

const columns = (): Column<Campaigns['nodes'][number]>[] => [
  textColumn('name'),
  statusColumn(),
  labelColumn('type', { isRoomy: true }),
]

const CampaignsOf = ({ client, campaigns: { nodes, totalCount } }: { client: Named; campaigns: Campaigns }) => (
  <Panel title={t('clients:campaigns')} aside={session.may('org:campaigns:write') && <NewCampaign client={client} />}>
    <Table
      rows={nodes}
      columns={columns()}
      orders={CampaignOrderField}
      hrefOf={({ id }) => hrefOf('campaigns', [id])}
      empty={t('clients:noCampaigns')}
    />
    {totalCount > nodes.length && (
      <p>
        <a href={hrefOf('campaigns', [], { client: client.id, sort: route.value.parameters.get('sort') ?? '' })}>
          {t('clients:allCampaigns', { count: totalCount })}
        </a>
      </p>
    )}
  </Panel>
)

const NewCampaign = ({ client }: { client: Named }) => (
  <Opener label={t('palette.newCampaign')} texts="campaigns">
    {(close) => <CampaignForm row={undefined} client={client} onClose={close} />}
  </Opener>
)
