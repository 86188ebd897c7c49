import {
  type AwaitingContentFragment,
  AwaitingContentsDocument,
  ContentStatus,
  DecideOnContentDocument,
} from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Facts } from '../components/facts.tsx'
import { takeStep } from '../components/take-step.ts'
import { fields } from '../content/fields.tsx'
import { fieldName, label, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Inbox, Item } from './inbox.tsx'

/** Content that the caller may review. */
export const Contents = () => (
  <Inbox title={t('approvals:content')} query={useQuery(AwaitingContentsDocument, {}, { topics: ['content'] })}>
    {(content) => <Awaiting key={content.id} content={content} />}
  </Inbox>
)

function Awaiting({ content }: { content: AwaitingContentFragment }) {
  const send = useSave()
  const { id, title, version, campaign, channel } = content
  // The decision names the displayed version. The server refuses it if there is a newer one.
  const change = async (status: ContentStatus) => (await send(DecideOnContentDocument, { id, status, version })).changed
  return (
    <Item
      title={<a href={hrefOf('content', [id])}>{title}</a>}
      name={title}
      rows={fields}
      changes={content.changesSinceApproval}
      steps={content.transitions}
      wayBack={ContentStatus.CHANGES_REQUESTED}
      decide={(to) => takeStep(title, content.status, to, change)}
    >
      <Facts
        facts={[
          [t('enums:fields.type'), label(content.type)],
          [fieldName('language'), label(content.language)],
          [fieldName('channel'), channel && label(channel)],
          [t('approvals:campaign'), campaign && <a href={hrefOf('campaigns', [campaign.id])}>{campaign.name}</a>],
          [t('approvals:version'), version],
          [t('approvals:author'), content.editor?.name],
        ]}
      />
      <details>
        <summary>{t('approvals:read')}</summary>
        <p class="written">{content.body}</p>
      </details>
    </Item>
  )
}
