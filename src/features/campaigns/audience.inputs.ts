import { ArrayMaxSize, ArrayMinSize } from 'class-validator'
import { InputType } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { ChoiceField, JsonField, NestedField, says } from '../../graphql/inputs.ts'
import { Language } from '../content/content-item.entity.ts'
import { ContactInput } from '../privacy/contacts/contact.ts'

/** Maximum number of people of one request. */
const MOST = 1000
const MOST_BYTES = 4096

export const DirectChannel = describeNames('DirectChannel', 'Channel that contacts individual people.', {
  EMAIL: 'E-mail.',
  SMS: 'Text message.',
  WHATSAPP: 'WhatsApp message.',
})
export type DirectChannel = keyof typeof DirectChannel

@InputType({ description: 'Person to add to the audience of a campaign.' })
export class RecipientInput extends ContactInput {
  @ChoiceField(Language, { description: 'Language of the person. Default: the language of the content.' })
  language?: Language | null

  @JsonField({
    bytes: MOST_BYTES,
    description: 'Values of the variables of the content for the person: texts, numbers and booleans. At most 4 KiB.',
  })
  attributes?: Record<string, unknown> | null
}

@InputType({ description: 'People to add to the audience of a campaign.' })
export class AudienceInput {
  @ChoiceField(DirectChannel, { required: true, description: 'Channel on which the people are contacted.' })
  channel!: DirectChannel

  @NestedField(() => [RecipientInput], {
    required: true,
    description: `People to add, 1 to ${MOST}, with their address on the channel.`,
  })
  @ArrayMinSize(1, { message: 'must hold at least 1 contact' })
  @ArrayMaxSize(MOST, says('TOO_MANY_CONTACTS', { most: MOST }))
  contacts!: RecipientInput[]
}
