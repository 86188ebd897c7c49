import { useEffect, useState } from 'preact/hooks'
import {
  CampaignSendingDocument,
  type CampaignSendingQuery,
  type DeliveryFragment,
  DeliveryProgressDocument,
  RetryMessagesDocument,
  SetCampaignSegmentDocument,
  SetCampaignSenderDocument,
  SetCampaignTrackingDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Badge } from '../components/badge.tsx'
import { idOf, type Named } from '../components/held-record.ts'
import { FormButton } from '../components/input-form.tsx'
import { Opener } from '../components/opener.tsx'
import { Loaded, Panel } from '../components/panel.tsx'
import { type Find, findSegments, findSenders } from '../components/record-choices.ts'
import { RecordField } from '../components/record-field.tsx'
import type { FieldRow } from '../components/record-fields.tsx'
import { Tile } from '../components/tile.tsx'
import { count } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { ImportRecipients, Imports } from './import-recipients.tsx'
import { MessagePreview, TestForm, TestMessages } from './message-preview.tsx'

type Sending = NonNullable<CampaignSendingQuery['campaign']>

/** The missing preconditions of a campaign's e-mails, and the progress of the e-mails. */
export function Sending({ id }: { id: string }) {
  const query = useQuery(CampaignSendingDocument, { id }, { topics: ['campaigns', 'content'] })
  return (
    <Loaded query={query}>
      {({ campaign }) => (
        <>
          <Panel title={t('campaigns:sending.title')} aside={<Choices campaign={campaign} />}>
            <Needs campaign={campaign} />
            <Progress campaign={campaign} refresh={query.refresh} />
          </Panel>
          <Imports imports={campaign.recipientImports.nodes} refresh={query.refresh} />
          <MessagePreview campaignId={id} />
          <TestMessages tests={campaign.testMessages.nodes} refresh={query.refresh} />
        </>
      )}
    </Loaded>
  )
}

/** What the campaign lacks before it can be sent. */
function Needs({ campaign: { sender, segment, segmentFrozenAt, tracksMessages, launchCheck } }: { campaign: Sending }) {
  return (
    <>
      <p>
        {sender ? (
          <>
            {t('campaigns:sending.sender', { name: sender.name, address: sender.address })}{' '}
            <Badge status={sender.status} />
          </>
        ) : (
          t('campaigns:sending.noSender')
        )}
      </p>
      {segment && (
        <p>
          {segmentFrozenAt
            ? t('campaigns:sending.segmentTaken', { name: segment.name })
            : t('campaigns:sending.segment', { name: segment.name })}
        </p>
      )}
      <p>{t(tracksMessages ? 'campaigns:sending.tracked' : 'campaigns:sending.untracked')}</p>
      {launchCheck.length === 0 ? (
        <p role="status">{t('campaigns:sending.ready')}</p>
      ) : (
        <>
          <p>{t('campaigns:sending.lacks')}</p>
          <ul>
            {launchCheck.map(({ need, isBlocking, variables }) => (
              <li key={need}>
                <span class={`badge ${isBlocking ? 'bad' : 'wait'}`}>
                  {isBlocking ? t('campaigns:sending.blocking') : t('campaigns:sending.advised')}
                </span>{' '}
                {t(`campaigns:sending.needs.${need}`, { variables: variables.join(', ') })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const OUTCOMES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'skipped',
  'unknown',
  'unsubscribed',
  'complained',
] as const

/** The figures of a campaign, which follow its messages while it is active. */
function Progress({ campaign, refresh }: { campaign: Sending; refresh: () => void }) {
  const { id, status, sender, delivery } = campaign
  const [latest, setLatest] = useState<DeliveryFragment>()
  const isFollowed = status === 'ACTIVE' && sender !== null
  useEffect(() => {
    if (!isFollowed) return
    const stop = session.follow(DeliveryProgressDocument, { campaignId: id }, ({ progress }) => setLatest(progress))
    return () => {
      stop()
      setLatest(undefined)
      refresh()
    }
  }, [session, id, isFollowed])
  const figures = latest ?? delivery
  const total = OUTCOMES.slice(0, 8).reduce((sum, name) => sum + figures[name], 0)
  if (total === 0) return null
  const waiting = figures.queued + figures.sending
  return (
    <>
      <p role="status">
        {figures.finishedAt
          ? t('campaigns:sending.finished', { count: total })
          : t('campaigns:sending.progress', { done: total - waiting, count: total, rate: figures.perMinute ?? 0 })}
      </p>
      <progress value={(total - waiting) / total} aria-label={t('campaigns:sending.title')} />
      <dl class="tiles">
        {OUTCOMES.filter((name) => figures[name] > 0).map((name) => (
          <Tile key={name} name={label(name.toUpperCase())} value={count(figures[name])} />
        ))}
      </dl>
      {figures.skippedBy.length > 0 && (
        <ul>
          {figures.skippedBy.map(({ reason, count: skipped }) => (
            <li key={reason}>{t('campaigns:sending.skippedBy', { reason: label(reason), count: skipped })}</li>
          ))}
        </ul>
      )}
      <Retry id={id} figures={figures} />
    </>
  )
}

/** Sends failed messages again. Does not offer messages whose arrival is unknown, because they may arrive twice. */
function Retry({ id, figures }: { id: string; figures: DeliveryFragment }) {
  if (figures.failed === 0 || !session.may('org:campaigns:start')) return null
  const said = ({ retried }: { retried: number }) => t('campaigns:sending.retried', { count: retried })
  const retry = () => session.save(RetryMessagesDocument, { campaignId: id, status: 'FAILED' }, { said })
  return (
    <div class="actions">
      <ActionButton run={retry} label={t('campaigns:sending.retry', { count: figures.failed })} />
    </div>
  )
}

function Choices({ campaign }: { campaign: Sending }) {
  const { id, sender, segment, segmentFrozenAt, tracksMessages } = campaign
  if (!session.may('org:campaigns:write')) return null
  const setSender = async (senderId: string | null) => {
    if (senderId) await session.save(SetCampaignSenderDocument, { id, senderId })
  }
  const setTracking = () => session.save(SetCampaignTrackingDocument, { id, enabled: !tracksMessages })
  const setSegment = (segmentId: string | null) => session.save(SetCampaignSegmentDocument, { id, segmentId })
  return (
    <div class="actions">
      <Choice title={t('campaigns:sending.setSender')} find={findSenders} chosen={sender} save={setSender} isRequired />
      {!segmentFrozenAt && (
        <Choice title={t('campaigns:sending.setSegment')} find={findSegments} chosen={segment} save={setSegment} />
      )}
      <Opener label={t('campaigns:import.open')}>
        {(close) => <ImportRecipients campaignId={id} onClose={close} />}
      </Opener>
      <TestForm campaignId={id} />
      <ActionButton
        run={setTracking}
        label={t(tracksMessages ? 'campaigns:sending.trackingOff' : 'campaigns:sending.trackingOn')}
      />
    </div>
  )
}

interface ChoiceProps {
  title: string
  find: Find
  chosen: Named | null
  isRequired?: boolean
  save: (id: string | null) => Promise<unknown>
}

function Choice({ title, find, chosen, isRequired = false, save }: ChoiceProps) {
  const row: FieldRow<string> = {
    required: isRequired,
    control: ({ record: _, value: __, ...props }) => (
      <RecordField
        {...props}
        label={title}
        none={isRequired ? props.none : t('campaigns:sending.none')}
        find={find}
        value={chosen ?? undefined}
      />
    ),
    read: idOf,
    show: String,
  }
  return (
    <FormButton<{ chosen: string | null }>
      label={title}
      draft={`${title} ${chosen?.id}`}
      rows={{ chosen: row }}
      save={(input) => save(input.chosen)}
    />
  )
}
