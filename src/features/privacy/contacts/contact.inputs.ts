import { field, fields, fieldsAfter } from '../../../graphql/fields.ts'
import { Input, nested, optional, required, text } from '../../../graphql/inputs.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'
import { ContactPurpose } from '../consents/consent.purposes.ts'
import { ContactInput } from './contact.ts'
import { SuppressionCause } from './suppression.entity.ts'

class ContactOnChannel extends fields({
  contact: required(nested(ContactInput, 'The person.')),
  channel: field(ConsentChannel, 'The channel.'),
}) {}

@Input('Question whether a person may be contacted for a purpose on a channel.')
export class ContactQuestion extends fieldsAfter(ContactOnChannel, {
  purpose: field(ContactPurpose, 'Purpose of the contact.'),
}) {}

@Input('Customer whose contact details were obtained with a sale.')
export class ExistingCustomerInput extends fieldsAfter(ContactOnChannel, {
  evidence: required(text('Evidence, for example an invoice number.', { max: 1000 })),
  gotWithSale: field(Boolean, 'The contact details were obtained with a sale of products or services. Must be true.'),
  ownSimilarProducts: field(Boolean, 'Only one’s own similar products or services are marketed. Must be true.'),
  couldObject: field(
    Boolean,
    'The customer could object, free of charge, at the sale and with each message since. Must be true.',
  ),
}) {}

@Input('Request for consent that was made to a person.')
export class ConsentApproachInput extends fieldsAfter(ContactOnChannel, {
  evidence: required(
    text('Evidence of the way in which the person was asked, for example Form 4 in a letter.', { max: 1000 }),
  ),
}) {}

@Input('Person to suppress.')
export class SuppressionInput extends fields({
  contact: required(nested(ContactInput, 'The person.')),
  cause: field(SuppressionCause, 'Cause of the suppression.'),
  purpose: optional(ContactPurpose, 'Purpose to suppress. Default: every purpose.'),
  channel: optional(ConsentChannel, 'Channel to suppress. Default: every channel.'),
  note: text('Origin of the suppression. Do not name a person here: the text is kept after an erasure.', { max: 500 }),
}) {}

@Input('Withdrawal of a suppression.')
export class SuppressionWithdrawalInput extends fields({
  reason: required(
    text('Reason of the withdrawal. Do not name a person here: the text is kept after an erasure.', { max: 500 }),
  ),
}) {}
