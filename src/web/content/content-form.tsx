import {
  CampaignType,
  ContentDocument,
  ContentType,
  type ContentWholeFragment,
  CreateContentDocument,
  Language,
  UpdateContentDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, choiceOf, textOf } from '../components/entered.ts'
import { LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { idOf, type Named } from '../components/held-record.ts'
import { findCampaigns } from '../components/record-choices.ts'
import { RecordField } from '../components/record-field.tsx'
import { useRecord } from '../components/use-record.ts'
import { label, t } from '../i18n/language.ts'
import { goTo } from '../route.ts'

const TYPES = Object.values(ContentType)
const LANGUAGES = Object.values(Language)
const CHANNELS = Object.values(CampaignType)

interface Props {
  content: ContentWholeFragment | undefined
  /** The campaign of new content, if it is known. */
  campaign?: Named
  onClose: () => void
}

const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: label(value) }))

export function ContentForm({ content: given, campaign, onClose }: Props) {
  const send = useSave()
  const { record: content, reread } = useRecord(
    given,
    async () => given && (await session.request(ContentDocument, { id: given.id })).content,
  )
  const save = async (entered: FormData) => {
    const input = {
      title: textOf(entered, 'title') ?? '',
      body: textOf(entered, 'body') ?? '',
      language: choiceOf(entered, 'language', LANGUAGES),
      channel: CHANNELS.find((each) => each === entered.get('channel')) ?? null,
      campaignId: idOf(entered, 'campaignId'),
      variables: (textOf(entered, 'variables') ?? '').split(/[\s,]+/).filter(Boolean),
    }
    if (content) {
      const { id, updatedAt: expectedUpdatedAt } = content
      await send(UpdateContentDocument, { id, expectedUpdatedAt, input: changesOf(content, input) })
    } else {
      const further = { type: choiceOf(entered, 'type', TYPES), isTemplate: entered.get('isTemplate') === 'yes' }
      const { saved } = await send(CreateContentDocument, { input: { ...input, ...further } })
      goTo('content', [saved.id])
    }
    onClose()
  }
  return (
    <Dialog title={content ? t('editNamed', { name: content.title }) : t('content:new')} onClose={onClose}>
      <Form draft={`content ${content?.id ?? campaign?.id ?? 'new'}`} save={save} reread={reread} onCancel={onClose}>
        <TextField name="title" label={t('content:title')} required value={content?.title} />
        <LongTextField name="body" label={t('content:body')} rows={10} required value={content?.body} />
        <div class="pair">
          {!content && (
            <SelectField
              name="type"
              label={t('enums:fields.type')}
              required
              none={t('content:choose')}
              choices={choicesOf(TYPES)}
            />
          )}
          <SelectField
            name="language"
            label={t('enums:fields.language')}
            required
            none={t('content:choose')}
            choices={choicesOf(LANGUAGES)}
            value={content?.language ?? 'en'}
          />
          <SelectField
            name="channel"
            label={t('content:channel')}
            none={t('content:anyChannel')}
            choices={choicesOf(CHANNELS)}
            value={content?.channel ?? ''}
          />
          <RecordField
            name="campaignId"
            label={t('content:campaign')}
            find={findCampaigns}
            none={t('content:noCampaign')}
            value={content?.campaign ?? campaign}
          />
        </div>
        <TextField
          name="variables"
          label={t('content:variables')}
          hint={t('content:variablesHint')}
          value={content?.variables.join(', ')}
        />
        {!content && (
          <SelectField
            name="isTemplate"
            label={t('content:isTemplate')}
            none={t('no')}
            choices={[{ value: 'yes', label: t('yes') }]}
          />
        )}
      </Form>
    </Dialog>
  )
}
