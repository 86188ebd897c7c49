import {
  ChangeContentStatusDocument,
  ContentDocument,
  ContentStatus,
  type ContentWholeFragment,
  DeleteContentDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { Badge } from '../components/badge.tsx'
import { DeleteButton } from '../components/delete-button.tsx'
import { Editing } from '../components/edit-button.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { factsOf } from '../components/record-fields.tsx'
import { RecordPage } from '../components/record-page.tsx'
import { ReturnReason } from '../components/return-reason.tsx'
import { Steps, takeStep } from '../components/steps.tsx'
import { fieldName, label, t } from '../i18n/language.ts'
import { LacksSignOff, SignOffs } from '../sign-offs/panel.tsx'
import { Comments } from './comments.tsx'
import { ContentForm } from './content-form.tsx'
import { fields } from './fields.tsx'
import { Languages } from './languages.tsx'
import { Preview } from './preview.tsx'
import { Versions } from './versions.tsx'

/** One content item: its text, next steps, comments, languages and versions. */
export const Content = ({ id }: { id: string }) => (
  <RecordPage id={id} document={ContentDocument} topics={['content', 'signOffs']} nameOf={({ title }) => title}>
    {(content) => (
      <>
        <About content={content} />
        <SignOffs
          subject={{ contentId: id }}
          isOpen={content.status !== ContentStatus.ARCHIVED}
          lacksSignOff={content.lacksSignOff}
        />
        {content.isTemplate && <Preview content={content} />}
        <Comments id={id} version={content.version} comments={content.comments.nodes} />
        <Languages content={content} />
        <Versions id={id} />
      </>
    )}
  </RecordPage>
)

function About({ content }: { content: ContentWholeFragment }) {
  const { id, title, version } = content
  // The decision names the displayed version. The server refuses it if that version was edited since then.
  const change = async (status: ContentStatus) =>
    (await session.save(ChangeContentStatusDocument, { id, version, status })).changed
  return (
    <Panel title={title} aside={<Actions content={content} />}>
      <p>
        <Badge status={content.status} />{' '}
        <span class="quiet">
          {t('content:version', { version })}
          {content.approvedVersion !== null && `, ${t('content:approved', { version: content.approvedVersion })}`}
        </span>
      </p>
      <ReturnReason reason={content.returnReason} />
      {session.may('org:content:write') && (
        <Steps steps={content.transitions} take={(to) => takeStep(title, content.status, to, change)} />
      )}
      {content.lacksSignOff && <LacksSignOff of="content" />}
      <div class="text">{content.body}</div>
      <Facts
        facts={[
          [fieldName('type'), label(content.type)],
          ...factsOf(fields, { ...content }),
          [t('content:author'), content.author?.name],
          [t('content:editor'), content.editor?.name],
        ]}
      />
    </Panel>
  )
}

function Actions({ content }: { content: ContentWholeFragment }) {
  const { id, title } = content
  return (
    <div class="actions">
      {session.may('org:content:write') && (
        <Editing id={id}>{(close) => <ContentForm row={content} onClose={close} />}</Editing>
      )}
      {session.may('org:content:delete') && (
        <DeleteButton
          record={{ id, name: title }}
          document={DeleteContentDocument}
          consequence={t('content:deleteConsequence')}
          list={['content']}
          isInTrash
        />
      )}
    </div>
  )
}
