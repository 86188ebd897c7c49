import { ValidateNested } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { ChoiceField, TextField } from '../../../graphql/inputs.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'
import { ContactPurpose } from '../consents/consent.purposes.ts'
import { ContactInput } from './contact.ts'
import { SuppressionCause } from './suppression.entity.ts'

@InputType()
class ContactOnChannel {
  @Field(() => ContactInput)
  @ValidateNested()
  contact: ContactInput

  @ChoiceField(ConsentChannel, { required: true })
  channel: ConsentChannel
}

@InputType({ description: 'Whether a person may be contacted for a purpose on a channel.' })
export class ContactQuestion extends ContactOnChannel {
  @ChoiceField(ContactPurpose, { required: true })
  purpose: ContactPurpose
}

@InputType({ description: 'A customer, whose contact was got with a sale.' })
export class ExistingCustomerInput extends ContactOnChannel {
  @TextField({ required: true, max: 1000, description: 'What shows it, for example the number of an invoice.' })
  evidence: string

  @Field(() => Boolean, { description: 'The contact was got with a sale of products or services. Must be true.' })
  gotWithSale: boolean

  @Field(() => Boolean, { description: 'Only one’s own similar products or services are marketed. Must be true.' })
  ownSimilarProducts: boolean

  @Field(() => Boolean, {
    description: 'The customer could object, free of charge, then and with each message since. Must be true.',
  })
  couldObject: boolean
}

@InputType({ description: 'That a person was asked for consent.' })
export class ConsentApproachInput extends ContactOnChannel {
  @TextField({ required: true, max: 1000, description: 'How the person was asked, for example by Form 4 in a letter.' })
  evidence: string
}

@InputType({ description: 'A person who must not be contacted.' })
export class SuppressionInput {
  @Field(() => ContactInput)
  @ValidateNested()
  contact: ContactInput

  @ChoiceField(SuppressionCause, { required: true })
  cause: SuppressionCause

  @ChoiceField(ContactPurpose, { description: 'Only for this purpose; default: for every purpose.' })
  purpose?: ContactPurpose | null

  @ChoiceField(ConsentChannel, { description: 'Only on this channel; default: on every channel.' })
  channel?: ConsentChannel | null

  @TextField({ max: 500, description: 'Where it came from. Name nobody here: it outlives an erasure.' })
  note?: string | null
}

@InputType({ description: 'How a person took a suppression back.' })
export class SuppressionWithdrawalInput {
  @TextField({ required: true, max: 500, description: 'Name nobody here: it outlives an erasure.' })
  reason: string
}
