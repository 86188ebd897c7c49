import {
  type CampaignFilter,
  type CampaignPatch,
  CampaignPurpose,
  CampaignType,
  ClientNameDocument,
} from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { findClients } from '../components/record-choices.ts'
import {
  amount,
  choice,
  choices,
  type FieldRows,
  longText,
  reference,
  text,
  time,
} from '../components/record-fields.tsx'
import { t } from '../i18n/language.ts'

/** The client's name. A deleted client has none. */
function ClientName({ id }: { id: string }) {
  const { data, error } = useQuery(ClientNameDocument, { id }, { topics: ['clients'] })
  return <>{error ? t('approvals:changes.clientGone') : data?.client.name}</>
}

/** The fields of a campaign, in the order of its form. A field of the input without a row does not compile. */
export const fields = {
  name: text({ required: true, isSingle: true, isApart: true }),
  type: choice(CampaignType, { required: true, isHalf: true, isFilter: true }),
  clientId: reference(
    {
      find: findClients,
      nameIn: ({ clientName }) => String(clientName),
      show: (id, campaign) => (campaign ? String(campaign.clientName) : <ClientName id={id} />),
    },
    { isHalf: true, isFilter: true },
  ),
  channels: choices(CampaignType),
  purpose: choice(CampaignPurpose, { required: true, initial: CampaignPurpose.MARKETING }),
  description: longText({ isSingle: true, isApart: true }),
  budgetCents: amount(),
  startsAt: time({ isHalf: true }),
  endsAt: time({ isHalf: true }),
} satisfies FieldRows<CampaignPatch, CampaignFilter>
