import { ArrayMaxSize, ArrayMinSize, ValidateNested } from 'class-validator'
import { Field, InputType, registerEnumType } from 'type-graphql'
import { ChoiceField } from '../../graphql/inputs.ts'
import { ContactInput } from '../privacy/contacts/contact.ts'

/** At once. */
const MOST = 1000

export enum DirectChannel {
  EMAIL = 'EMAIL',
  SMS = 'SMS',
  WHATSAPP = 'WHATSAPP',
}
registerEnumType(DirectChannel, { name: 'DirectChannel', description: 'A channel on which single people are reached.' })

@InputType({ description: 'People whom a campaign is for.' })
export class AudienceInput {
  @ChoiceField(DirectChannel, { required: true })
  channel: DirectChannel

  @Field(() => [ContactInput], { description: `1 to ${MOST}, by what the channel reaches them.` })
  @ArrayMinSize(1, { message: 'must hold at least 1 contact' })
  @ArrayMaxSize(MOST, { message: `must hold at most ${MOST} contacts` })
  @ValidateNested({ each: true })
  contacts: ContactInput[]
}
