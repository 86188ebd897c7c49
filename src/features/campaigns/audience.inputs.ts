import { ArrayMaxSize, ArrayMinSize, ValidateNested } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { ChoiceField } from '../../graphql/inputs.ts'
import { ContactInput } from '../privacy/contacts/contact.ts'

/** At once. */
const MOST = 1000

export enum DirectChannel {
  EMAIL = 'EMAIL',
  SMS = 'SMS',
  WHATSAPP = 'WHATSAPP',
}
describeEnum('DirectChannel', DirectChannel, 'Channel that reaches single people.', {
  EMAIL: 'E-mail.',
  SMS: 'Text message.',
  WHATSAPP: 'WhatsApp message.',
})

@InputType({ description: 'People to add to the audience of a campaign.' })
export class AudienceInput {
  @ChoiceField(DirectChannel, { required: true, description: 'Channel on which the people are contacted.' })
  channel!: DirectChannel

  @Field(() => [ContactInput], { description: `People, 1 to ${MOST}, by their address on the channel.` })
  @ArrayMinSize(1, { message: 'must hold at least 1 contact' })
  @ArrayMaxSize(MOST, { message: `must hold at most ${MOST} contacts` })
  @ValidateNested({ each: true })
  contacts!: ContactInput[]
}
