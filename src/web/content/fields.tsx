import { CampaignType, type ContentPatch, Language } from '../api/generated.ts'
import { wordsOf } from '../components/entered.ts'
import { findCampaigns } from '../components/record-choices.ts'
import { choice, type FieldRows, longText, reference, text, texts } from '../components/record-fields.tsx'

/** The fields of content, in the order of its form. */
export const fields = {
  title: text({ required: true, isApart: true }),
  body: longText({ required: true, rows: 10, isApart: true }),
  language: { ...choice(Language, { required: true, isHalf: true }), initial: Language.en },
  channel: choice(CampaignType, { isHalf: true }),
  campaignId: reference(
    {
      find: findCampaigns,
      nameIn: ({ campaign }) => (campaign as { name: string }).name,
      show: (id, content) => (content?.campaign as { name: string } | undefined)?.name ?? id,
    },
    {},
  ),
  variables: { ...texts(), read: wordsOf },
} satisfies FieldRows<ContentPatch, object>
