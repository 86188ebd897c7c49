import {
  AddRecipientsDocument,
  CampaignAudienceDocument,
  type CampaignAudienceQuery,
  DirectChannel,
  RemoveUncoveredRecipientsDocument,
} from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { type Column, countColumn, labelColumn } from '../components/columns.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { textOf } from '../components/entered.ts'
import { FormButton } from '../components/input-form.tsx'
import { QueryPanel } from '../components/panel.tsx'
import { choice, longText } from '../components/record-fields.tsx'
import { Table } from '../components/table.tsx'
import { notify } from '../components/toasts.tsx'
import { faultText, t } from '../i18n/language.ts'

type Channels = NonNullable<CampaignAudienceQuery['campaignAudience']>['channels']

const columns = (): Column<Channels[number]>[] => [
  labelColumn('channel', { title: t('campaigns:audience.channel') }),
  countColumn('recipients', { title: t('campaigns:audience.people') }),
  countColumn('uncovered', { title: t('campaigns:audience.uncovered') }),
]

/**
 * The number of people in a campaign's audience, and the number of those who may not be contacted. `isOpen`: whether the
 * campaign can be edited.
 */
export function Audience({ id, isOpen }: { id: string; isOpen: boolean }) {
  const query = useQuery(CampaignAudienceDocument, { id }, { topics: ['campaigns'] })
  const channels = query.data?.campaignAudience.channels ?? []
  return (
    <QueryPanel
      title={t('campaigns:audience.title')}
      aside={<Changing id={id} isOpen={isOpen} channels={channels} />}
      query={query}
    >
      {({ campaignAudience }) => (
        <Table
          rows={campaignAudience.channels.map((row) => ({ ...row, id: row.channel }))}
          columns={columns()}
          empty={t('campaigns:audience.none')}
        />
      )}
    </QueryPanel>
  )
}

function Changing({ id, isOpen, channels }: { id: string; isOpen: boolean; channels: Channels }) {
  const uncovered = channels.reduce((sum, channel) => sum + channel.uncovered, 0)
  if (!session.may('org:campaigns:write')) return null
  return (
    <div class="actions">
      {isOpen && <AudienceForm campaignId={id} />}
      {uncovered > 0 && (
        <ConfirmButton
          consequence={t('campaigns:audience.consequence', { count: uncovered })}
          action={t('campaigns:audience.remove')}
          confirm={() =>
            session.save(RemoveUncoveredRecipientsDocument, { id }, { said: t('campaigns:audience.removed') })
          }
        />
      )}
    </div>
  )
}

interface Entered {
  channel: DirectChannel
  contacts: string[]
}

const fields = {
  channel: choice(DirectChannel, { required: true, hasNoHint: true }),
  contacts: {
    ...longText({ required: true, rows: 8 }),
    read: (entered: FormData, name: string) =>
      (textOf(entered, name) ?? '').split(/[\n,;]+/).flatMap((address) => address.trim() || []),
  },
}

/** People, by their address on a channel, one per line. */
function AudienceForm({ campaignId }: { campaignId: string }) {
  const save = async ({ channel, contacts: addresses }: Entered) => {
    const field = channel === DirectChannel.EMAIL ? 'email' : 'phone'
    const contacts = addresses.map((address) => ({ [field]: address }))
    await session
      .save(AddRecipientsDocument, { id: campaignId, input: { channel, contacts } })
      .catch((error: unknown) => {
        throw ofAddresses(error, addresses)
      })
    notify(t('campaigns:audience.added', { count: contacts.length }))
  }
  return (
    <FormButton<Entered>
      label={t('campaigns:audience.add')}
      draft={`audience ${campaignId}`}
      rows={fields}
      save={save}
    />
  )
}

/** Replaces the index in the server's fault (`contacts.3.email`) by the address. */
function ofAddresses(error: unknown, addresses: readonly string[]): unknown {
  if (!(error instanceof RequestError) || Object.keys(error.fields).length === 0) return error
  const faults = Object.entries(error.fields).map(
    ([name, fault]) => `${addresses[Number(name.split('.')[1])] ?? name}: ${faultText(fault, error.reasons[name])}`,
  )
  return new RequestError(error.code, error.message, { contacts: faults.join('; ') })
}
