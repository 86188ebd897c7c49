import {
  ContentDocument,
  type ContentInput,
  type ContentPatch,
  ContentType,
  type ContentWholeFragment,
  CreateContentDocument,
  UpdateContentDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { updateOf } from '../components/entered.ts'
import type { Named } from '../components/held-record.ts'
import { InputForm } from '../components/input-form.tsx'
import { choice, yes } from '../components/record-fields.tsx'
import type { FormProps } from '../components/records.tsx'
import { t } from '../i18n/language.ts'
import { goTo } from '../route.ts'
import { fields } from './fields.tsx'

/** The type of content never changes. */
const ofNew = { type: choice(ContentType, { required: true }), ...fields, isTemplate: yes() }

interface Props extends FormProps<ContentWholeFragment> {
  /** The campaign of new content, if it is known. */
  campaign?: Named
}

export const ContentForm = ({ row: content, campaign, onClose }: Props) =>
  content ? (
    <InputForm<ContentPatch, ContentWholeFragment>
      title={t('editNamed', { name: content.title })}
      draft={`content ${content.id}`}
      rows={fields}
      record={content}
      read={async () => (await session.request(ContentDocument, { id: content.id })).record}
      save={(input, seen = content) => session.save(UpdateContentDocument, updateOf(seen, input))}
      onClose={onClose}
    />
  ) : (
    <InputForm<Omit<ContentInput, 'translationOf'>>
      title={t('content:list.new')}
      draft={`content ${campaign?.id ?? 'new'}`}
      rows={ofNew}
      record={campaign && { campaignId: campaign.id, campaign }}
      save={async (input) => goTo('content', [(await session.save(CreateContentDocument, { input })).saved.id])}
      onClose={onClose}
    />
  )
