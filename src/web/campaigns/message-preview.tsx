import { useEffect, useRef, useState } from 'preact/hooks'
import { addressOf } from '../api/base-path.ts'
import {
  CampaignContentDocument,
  type CampaignSendingQuery,
  PreviewMessageDocument,
  type PreviewMessageMutation,
  SendTestMessageDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useFollowed, useQuery } from '../api/use-query.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Badge } from '../components/badge.tsx'
import { FormButton } from '../components/input-form.tsx'
import { Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { text } from '../components/record-fields.tsx'
import { moment } from '../format.ts'
import { t } from '../i18n/language.ts'

type Preview = NonNullable<PreviewMessageMutation['preview']>
type Tests = NonNullable<CampaignSendingQuery['campaign']>['testMessages']['nodes']

/** The message of the first recipient, as it would be sent. */
export function MessagePreview({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(CampaignContentDocument, { id: campaignId }, { topics: ['content'] })
  const [preview, setPreview] = useState<Preview>()
  const contents = (data?.contents.nodes ?? []).filter(({ type }) => type === 'EMAIL')
  if (!session.may('org:content:read') || contents.length === 0) return null
  const show = async (contentId: string) =>
    setPreview((await session.request(PreviewMessageDocument, { campaignId, contentId })).preview)
  return (
    <Panel title={t('campaigns:preview.title')}>
      <div class="actions">
        {contents.map(({ id, title }) => (
          <ActionButton key={id} run={() => show(id)} label={t('campaigns:preview.show', { title })} />
        ))}
      </div>
      {preview && <Shown preview={preview} />}
    </Panel>
  )
}

const Shown = ({ preview: { subject, html, text: plain, contact, size, warnings } }: { preview: Preview }) => (
  <>
    <p role="status">
      {contact ? t('campaigns:preview.for', { contact }) : t('campaigns:preview.forNobody')}{' '}
      {t('campaigns:preview.size', { size: Math.ceil(size / 1024) })}
    </p>
    {warnings.length > 0 && (
      <ul>
        {warnings.map(({ flaw, detail }) => (
          <li key={`${flaw} ${detail}`}>
            <span class="badge wait">{t('campaigns:preview.warning')}</span>{' '}
            {t(`campaigns:preview.flaws.${flaw}`, { detail: detail ?? '' })}
          </li>
        ))}
      </ul>
    )}
    <h3>{subject}</h3>
    <div class="previews">
      <figure class="wide">
        <figcaption class="quiet">{t('campaigns:preview.desktop')}</figcaption>
        <MessageFrame html={html} title={t('campaigns:preview.desktop')} />
      </figure>
      <figure class="narrow">
        <figcaption class="quiet">{t('campaigns:preview.phone')}</figcaption>
        <MessageFrame html={html} title={t('campaigns:preview.phone')} />
      </figure>
    </div>
    <details>
      <summary>{t('campaigns:preview.text')}</summary>
      <div class="text">{plain}</div>
    </details>
  </>
)

/** Sends the message to one address. */
export const TestForm = ({ campaignId }: { campaignId: string }) => (
  <FormButton<{ to: string }>
    label={t('campaigns:test.open')}
    draft={`test ${campaignId}`}
    rows={{ to: text({ type: 'email', required: true }) }}
    action={t('campaigns:test.send')}
    save={({ to }) =>
      session.save(SendTestMessageDocument, { campaignId, to }, { said: t('campaigns:test.queued', { to }) })
    }
  >
    <p>{t('campaigns:test.hint')}</p>
  </FormButton>
)

/** The last test messages. */
export function TestMessages({ tests, refresh }: { tests: Tests; refresh: () => void }) {
  useFollowed(
    tests.some(({ status }) => status === 'QUEUED' || status === 'SENDING'),
    refresh,
  )
  if (tests.length === 0) return null
  return (
    <Panel title={t('campaigns:test.title')}>
      <ul class="blocks">
        {tests.map(({ id, contact, status, reason, reasonCause, createdAt }) => (
          <li key={id}>
            <time dateTime={createdAt}>{moment(createdAt)}</time> <Badge status={status} />{' '}
            <span class="example">{contact}</span> {reasonText(reason, reasonCause)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/**
 * Shows the HTML of a message. The page of the frame has a policy of its own: styles in the message apply, and nothing
 * in it runs.
 */
function MessageFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const show = () => frame.current?.contentWindow?.postMessage({ html }, location.origin)
  useEffect(show, [html])
  return <iframe ref={frame} class="message" title={title} src={addressOf('/message')} onLoad={show} />
}
