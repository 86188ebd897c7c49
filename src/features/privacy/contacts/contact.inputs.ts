import { Field, InputType } from 'type-graphql'
import { ChoiceField, NestedField, TextField } from '../../../graphql/inputs.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'
import { ContactPurpose } from '../consents/consent.purposes.ts'
import { ContactInput } from './contact.ts'
import { SuppressionCause } from './suppression.entity.ts'

@InputType()
class ContactOnChannel {
  @NestedField(() => ContactInput, { required: true, description: 'The person.' })
  contact!: ContactInput

  @ChoiceField(ConsentChannel, { required: true, description: 'The channel.' })
  channel!: ConsentChannel
}

@InputType({ description: 'Question whether a person may be contacted for a purpose on a channel.' })
export class ContactQuestion extends ContactOnChannel {
  @ChoiceField(ContactPurpose, { required: true, description: 'Purpose of the contact.' })
  purpose!: ContactPurpose
}

@InputType({ description: 'Customer whose contact details were obtained with a sale.' })
export class ExistingCustomerInput extends ContactOnChannel {
  @TextField({ required: true, max: 1000, description: 'Evidence, for example an invoice number.' })
  evidence!: string

  @Field(() => Boolean, {
    description: 'The contact details were obtained with a sale of products or services. Must be true.',
  })
  gotWithSale!: boolean

  @Field(() => Boolean, { description: 'Only one’s own similar products or services are marketed. Must be true.' })
  ownSimilarProducts!: boolean

  @Field(() => Boolean, {
    description: 'The customer could object, free of charge, at the sale and with each message since. Must be true.',
  })
  couldObject!: boolean
}

@InputType({ description: 'Request for consent that was made to a person.' })
export class ConsentApproachInput extends ContactOnChannel {
  @TextField({
    required: true,
    max: 1000,
    description: 'Evidence of the way in which the person was asked, for example Form 4 in a letter.',
  })
  evidence!: string
}

@InputType({ description: 'Person to suppress.' })
export class SuppressionInput {
  @NestedField(() => ContactInput, { required: true, description: 'The person.' })
  contact!: ContactInput

  @ChoiceField(SuppressionCause, { required: true, description: 'Cause of the suppression.' })
  cause!: SuppressionCause

  @ChoiceField(ContactPurpose, { description: 'Purpose to suppress. Default: every purpose.' })
  purpose?: ContactPurpose | null

  @ChoiceField(ConsentChannel, { description: 'Channel to suppress. Default: every channel.' })
  channel?: ConsentChannel | null

  @TextField({
    max: 500,
    description: 'Origin of the suppression. Do not name a person here: the text is kept after an erasure.',
  })
  note?: string | null
}

@InputType({ description: 'Withdrawal of a suppression.' })
export class SuppressionWithdrawalInput {
  @TextField({
    required: true,
    max: 500,
    description: 'Reason of the withdrawal. Do not name a person here: the text is kept after an erasure.',
  })
  reason!: string
}
