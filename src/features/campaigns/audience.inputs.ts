import { ArrayMinSize } from 'class-validator'
import { describeNames } from '../../common/enums.ts'
import { field, fields, fieldsAfter } from '../../graphql/fields.ts'
import { Input, json, maxItems, nested, optional, required } from '../../graphql/inputs.ts'
import { Language } from '../content/content-item.entity.ts'
import { ContactInput, HasAddress } from '../privacy/contacts/contact.ts'

/** Maximum number of people of one request. */
const MOST = 1000
const MOST_BYTES = 4096

export const DirectChannel = describeNames('DirectChannel', 'Channel that contacts individual people.', {
  EMAIL: 'E-mail.',
  SMS: 'Text message.',
  WHATSAPP: 'WhatsApp message.',
})
export type DirectChannel = keyof typeof DirectChannel

@Input('Person to add to the audience of a campaign.')
@HasAddress
export class RecipientInput extends fieldsAfter(ContactInput, {
  language: optional(Language, 'Language of the person. Default: the language of the content.'),
  attributes: json(
    'Values of the variables of the content for the person: texts, numbers and booleans. At most 4 KiB.',
    { bytes: MOST_BYTES },
  ),
}) {}

@Input('People to add to the audience of a campaign.')
export class AudienceInput extends fields({
  channel: field(DirectChannel, 'Channel on which the people are contacted.'),
  contacts: required(
    nested([RecipientInput], `People to add, 1 to ${MOST}, with their address on the channel.`, {
      rules: [maxItems(MOST, 'TOO_MANY_CONTACTS'), ArrayMinSize(1, { message: 'must hold at least 1 contact' })],
    }),
  ),
}) {}
