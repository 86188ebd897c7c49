import {
  CampaignDocument,
  CampaignStatus,
  type CampaignWholeFragment,
  DeleteCampaignDocument,
  DuplicateCampaignDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Badge } from '../components/badge.tsx'
import { DeleteButton } from '../components/delete-button.tsx'
import { Editing } from '../components/edit-button.tsx'
import { History } from '../components/history.tsx'
import { Facts, isUnknown, Loaded, Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { factsOf } from '../components/record-fields.tsx'
import { useRecordName } from '../components/record-name.ts'
import { ReturnReason } from '../components/return-reason.tsx'
import { Steps, takeStep } from '../components/steps.tsx'
import { notify } from '../components/toasts.tsx'
import { percent, rand } from '../format.ts'
import { t } from '../i18n/language.ts'
import { Trend } from '../overview/trend.tsx'
import { goTo } from '../route.ts'
import { LacksSignOff, SignOffs } from '../sign-offs/panel.tsx'
import { Audience } from './audience.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { Content } from './content.tsx'
import { changeOf } from './decision.ts'
import { fields } from './fields.tsx'
import { Messages } from './messages.tsx'
import { Results } from './results.tsx'
import { Sending } from './sending.tsx'
import { useCampaignPage } from './use-campaign-page.ts'

/** One campaign: its status and next steps, its figures, its content and its history. */
export const Campaign = ({ id }: { id: string }) =>
  useCampaignPage(id) ? <Panels id={id} /> : <p class="loading">{t('loading')}</p>

function Panels({ id }: { id: string }) {
  const query = useQuery(CampaignDocument, { id }, { topics: ['campaigns', 'dashboard', 'signOffs'] })
  useRecordName(query.data?.record.name)
  return (
    <>
      <Loaded query={query}>{({ record }) => <About campaign={record} />}</Loaded>
      {!isUnknown(query) && (
        <>
          {session.may('org:analytics:read') && (
            <>
              <Results id={id} />
              <Trend campaignId={id} />
            </>
          )}
          <Audience id={id} isOpen={isOpen(query.data?.record)} />
          {isByEmail(query.data?.record) && (
            <>
              <Sending id={id} />
              {session.may('org:privacy:read') && <Messages id={id} />}
            </>
          )}
          {session.may('org:content:read') && query.data && <SignOff campaign={query.data.record} />}
          {session.may('org:content:read') && <Content campaign={{ id, name: query.data?.record.name ?? '' }} />}
          <History id={id} />
        </>
      )}
    </>
  )
}

const CLOSED: readonly CampaignStatus[] = [CampaignStatus.COMPLETED, CampaignStatus.CANCELLED, CampaignStatus.ARCHIVED]

const isOpen = (campaign: CampaignWholeFragment | undefined) =>
  campaign !== undefined && !CLOSED.includes(campaign.status)

const SignOff = ({ campaign }: { campaign: CampaignWholeFragment }) => (
  <SignOffs subject={{ campaignId: campaign.id }} isOpen={isOpen(campaign)} lacksSignOff={campaign.lacksSignOff} />
)

const isByEmail = (campaign: CampaignWholeFragment | undefined) =>
  campaign !== undefined && [campaign.type, ...campaign.channels].includes('EMAIL')

function About({ campaign }: { campaign: CampaignWholeFragment }) {
  const { name } = campaign
  return (
    <Panel title={name} aside={<Actions campaign={campaign} />}>
      <p>
        <Badge status={campaign.status} /> {reasonText(campaign.failureReason, campaign.failureCause)}
      </p>
      <ReturnReason reason={campaign.returnReason} />
      {session.may('org:campaigns:write') && (
        <Steps steps={campaign.transitions} take={(to) => takeStep(name, campaign.status, to, changeOf(campaign))} />
      )}
      {campaign.lacksSignOff && session.may('org:content:read') && <LacksSignOff of="campaign" />}
      {campaign.description && <p>{campaign.description}</p>}
      <Facts
        facts={[
          ...factsOf(fields, { ...campaign }),
          [t('campaigns:spent'), spentOf(campaign)],
          [t('campaigns:author'), campaign.author?.name],
        ]}
      />
    </Panel>
  )
}

const spentOf = ({ spentCents, budgetUsed }: CampaignWholeFragment): string =>
  budgetUsed === null
    ? rand(spentCents)
    : t('campaigns:spentOfBudget', { spent: rand(spentCents), share: percent(budgetUsed) })

function Actions({ campaign }: { campaign: CampaignWholeFragment }) {
  const { id } = campaign
  const duplicate = async () => {
    const { made } = await session.save(DuplicateCampaignDocument, { id })
    notify(t('campaigns:duplicated', { name: made.name }))
    goTo('campaigns', [made.id])
  }
  return (
    <div class="actions">
      {session.may('org:campaigns:write') && (
        <>
          <Editing id={id}>{(close) => <CampaignForm row={campaign} onClose={close} />}</Editing>
          <ActionButton run={duplicate} label={t('campaigns:duplicate')} />
        </>
      )}
      {session.may('org:campaigns:delete') && (
        <DeleteButton
          record={campaign}
          document={DeleteCampaignDocument}
          consequence={t('campaigns:deleteConsequence')}
          list={['campaigns']}
          isInTrash
        />
      )}
    </div>
  )
}
