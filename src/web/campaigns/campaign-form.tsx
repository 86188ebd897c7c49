import {
  CampaignDocument,
  type CampaignInput,
  type CampaignPatch,
  type CampaignRowFragment,
  CreateCampaignDocument,
  UpdateCampaignDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ChangedElsewhere } from '../components/changed-elsewhere.tsx'
import { updateOf } from '../components/entered.ts'
import type { Named } from '../components/held-record.ts'
import { InputForm } from '../components/input-form.tsx'
import type { FormProps } from '../components/records.tsx'
import { t } from '../i18n/language.ts'
import { fields } from './fields.tsx'

interface Props extends FormProps<CampaignRowFragment> {
  /** The client of a new campaign, if it is known. */
  client?: Named
}

export const CampaignForm = ({ row: campaign, client, onClose }: Props) =>
  campaign ? (
    <InputForm<CampaignPatch, CampaignRowFragment>
      title={t('campaigns:edit', { name: campaign.name })}
      draft={`campaign ${campaign.id}`}
      rows={fields}
      record={campaign}
      read={async () => (await session.request(CampaignDocument, { id: campaign.id })).record}
      save={(input, seen = campaign) => session.save(UpdateCampaignDocument, updateOf(seen, input))}
      onClose={onClose}
    >
      <ChangedElsewhere topic="campaigns" id={campaign.id} />
    </InputForm>
  ) : (
    <InputForm<Omit<CampaignInput, 'status'>>
      title={t('campaigns:list.new')}
      draft={`campaign ${client?.id ?? 'new'}`}
      rows={fields}
      record={client && { clientId: client.id, clientName: client.name }}
      save={(input) => session.save(CreateCampaignDocument, { input })}
      onClose={onClose}
    />
  )
