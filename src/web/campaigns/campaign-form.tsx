import {
  CampaignDocument,
  type CampaignInput,
  type CampaignRowFragment,
  CreateCampaignDocument,
  UpdateCampaignDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { ChangedElsewhere } from '../components/changed-elsewhere.tsx'
import { Dialog } from '../components/dialog.tsx'
import { changesOf } from '../components/entered.ts'
import { Form } from '../components/form.tsx'
import type { Named } from '../components/held-record.ts'
import { Controls, inputIn } from '../components/record-fields.tsx'
import { useRecord } from '../components/use-record.ts'
import { t } from '../i18n/language.ts'
import { fields } from './fields.tsx'

interface Props {
  campaign: CampaignRowFragment | undefined
  /** The client of a new campaign, if it is known. */
  client?: Named
  onSaved: () => void
  onClose: () => void
}

export function CampaignForm({ campaign: given, client, onSaved, onClose }: Props) {
  const send = useSave()
  const { record: campaign, reread } = useRecord(
    given,
    async () => given && (await session.request(CampaignDocument, { id: given.id })).campaign,
  )
  const save = async (entered: FormData) => {
    const input = inputIn<CampaignInput>(fields, entered, campaign && { ...campaign })
    if (campaign) {
      const { id, updatedAt: expectedUpdatedAt } = campaign
      await send(UpdateCampaignDocument, { id, expectedUpdatedAt, input: changesOf(campaign, input) })
    } else await send(CreateCampaignDocument, { input })
    onSaved()
  }
  return (
    <Dialog title={campaign ? t('campaigns:edit', { name: campaign.name }) : t('campaigns:new')} onClose={onClose}>
      {campaign && <ChangedElsewhere topic="campaigns" id={campaign.id} />}
      <Form draft={`campaign ${campaign?.id ?? client?.id ?? 'new'}`} save={save} reread={reread} onCancel={onClose}>
        <Controls
          rows={fields}
          record={campaign ? { ...campaign } : client && { clientId: client.id, clientName: client.name }}
        />
      </Form>
    </Dialog>
  )
}
