import {
  CampaignDocument,
  type CampaignInput,
  type CampaignRowFragment,
  CampaignType,
  ClientChoicesDocument,
  CreateCampaignDocument,
  UpdateCampaignDocument,
} from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { choicesWith } from '../components/choices-with.ts'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, choiceOf, choicesOf, textOf } from '../components/entered.ts'
import { centsOf } from '../components/entered-cents.ts'
import { ChoicesField, LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { Meanwhile } from '../components/meanwhile.tsx'
import { Loaded } from '../components/panel.tsx'
import { useRecord } from '../components/use-record.ts'
import { editableMoment, editableRand, parseMoment } from '../format.ts'
import { label, t } from '../i18n/language.ts'

const TYPES = Object.values(CampaignType)

interface Props {
  campaign: CampaignRowFragment | undefined
  onSaved: () => void
  onClose: () => void
}

export function CampaignForm({ campaign: given, onSaved, onClose }: Props) {
  const session = useSession()
  const send = useSave()
  const { record: campaign, reread } = useRecord(
    given,
    async () => given && (await session.request(CampaignDocument, { id: given.id })).campaign,
  )
  const clients = useQuery(ClientChoicesDocument, {})
  const save = async (entered: FormData) => {
    const input = inputOf(entered, campaign)
    if (campaign) {
      const { id, updatedAt: expectedUpdatedAt } = campaign
      const before = campaign satisfies Record<keyof Entered, unknown>
      await send(UpdateCampaignDocument, { id, expectedUpdatedAt, input: changesOf(before, input) })
    } else await send(CreateCampaignDocument, { input })
    onSaved()
  }
  return (
    <Dialog title={campaign ? t('campaigns:edit', { name: campaign.name }) : t('campaigns:new')} onClose={onClose}>
      {campaign && <Meanwhile topic="campaigns" id={campaign.id} />}
      <Loaded query={clients}>
        {({ clients: { nodes } }) => (
          <Form draft={`campaign ${campaign?.id ?? 'new'}`} save={save} reread={reread} onCancel={onClose}>
            <TextField name="name" label={t('name')} required value={campaign?.name} />
            <div class="pair">
              <SelectField
                name="type"
                label={t('filters.type')}
                required
                none={t('form.choose')}
                choices={TYPES.map((value) => ({ value, label: label(value) }))}
                value={campaign?.type}
              />
              <SelectField
                name="clientId"
                label={t('campaigns:client')}
                none={t('campaigns:noClient')}
                choices={choicesWith(nodes, campaign && clientOf(campaign))}
                value={campaign?.clientId ?? ''}
              />
            </div>
            <ChoicesField
              name="channels"
              label={t('campaigns:channels')}
              hint={t('campaigns:channelsHint')}
              values={campaign?.channels ?? []}
              choices={TYPES.map((value) => ({ value, label: label(value) }))}
            />
            <LongTextField name="description" label={t('campaigns:description')} value={campaign?.description ?? ''} />
            <TextField
              name="budgetCents"
              label={t('campaigns:budgetInRand')}
              hint={t('campaigns:budgetExample')}
              inputMode="decimal"
              value={campaign?.budgetCents == null ? '' : editableRand(campaign.budgetCents)}
            />
            <div class="pair">
              <TextField
                name="startsAt"
                label={t('campaigns:starts')}
                hint={t('campaigns:time')}
                type="datetime-local"
                value={editable(campaign?.startsAt)}
              />
              <TextField
                name="endsAt"
                label={t('campaigns:ends')}
                hint={t('campaigns:time')}
                type="datetime-local"
                value={editable(campaign?.endsAt)}
              />
            </div>
          </Form>
        )}
      </Loaded>
    </Dialog>
  )
}

const editable = (iso: string | null | undefined) => (iso ? editableMoment(iso) : '')

const clientOf = ({ clientId, clientName }: CampaignRowFragment) =>
  clientId === null ? undefined : { id: clientId, name: clientName }

/** Every field of the input, so that a field without a control here is a type error. */
type Entered = { [Field in keyof Required<Omit<CampaignInput, 'status'>>]: CampaignInput[Field] }

function inputOf(entered: FormData, campaign: CampaignRowFragment | undefined): Entered {
  const text = (name: string) => textOf(entered, name)
  const momentOf = (name: 'startsAt' | 'endsAt') => {
    const local = text(name)
    const before = campaign?.[name]
    // The field shows minutes: what was not touched keeps its seconds.
    return local === editable(before) ? before : local && parseMoment(local)
  }
  return {
    name: text('name') ?? '',
    type: choiceOf(entered, 'type', TYPES),
    channels: choicesOf(entered, 'channels', TYPES, campaign?.channels),
    clientId: text('clientId'),
    description: text('description'),
    budgetCents: centsOf(entered, 'budgetCents'),
    startsAt: momentOf('startsAt'),
    endsAt: momentOf('endsAt'),
  }
}
