import { useState } from 'preact/hooks'
import {
  type AwaitingContentFragment,
  AwaitingContentsDocument,
  ContentStatus,
  ContentVersionsDocument,
  DecideOnContentDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Facts, Loaded } from '../components/panel.tsx'
import { takeStep } from '../components/steps.tsx'
import { Compared } from '../content/compared.tsx'
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
  const { id, title, version, campaign, channel } = content
  // The decision names the displayed version. The server refuses it if there is a newer one.
  const change = async (status: ContentStatus, reason?: string) =>
    (await session.save(DecideOnContentDocument, { id, status, reason, version })).changed
  return (
    <Item
      title={<a href={hrefOf('content', [id])}>{title}</a>}
      name={title}
      rows={fields}
      changes={content.changesSinceApproval}
      steps={content.transitions}
      wayBack={ContentStatus.CHANGES_REQUESTED}
      decide={(to, reason) => takeStep(title, content.status, to, change, reason)}
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
      <Whole content={content} />
    </Item>
  )
}

/** The whole text, beside an earlier version if there is one. The versions load when it is opened. */
function Whole({ content }: { content: AwaitingContentFragment }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('approvals:read')}</summary>
      {content.version === 1 ? <p class="written">{content.body}</p> : isOpen && <Beside content={content} />}
    </details>
  )
}

/**
 * The displayed text is that of the inbox, because the decision is about its version. The versions may already contain
 * a newer one.
 */
function Beside({ content }: { content: AwaitingContentFragment }) {
  const { id, version, approvedVersion } = content
  return (
    <Loaded query={useQuery(ContentVersionsDocument, { id }, { topics: ['content'] })}>
      {({ contentVersions: { nodes } }) => (
        <Compared newest={content} earlier={nodes.filter((each) => each.version < version)} first={approvedVersion} />
      )}
    </Loaded>
  )
}
