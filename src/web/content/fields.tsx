import { CampaignType, Language } from '../api/generated.ts'
import { choice, longText, text } from '../components/record-fields.tsx'

/** The fields of content that an approval covers. */
export const fields = {
  title: text(),
  body: longText(),
  variables: text(),
  language: choice(Language, {}),
  channel: choice(CampaignType, {}),
}
