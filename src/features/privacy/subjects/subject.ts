import { ValidateIf } from 'class-validator'
import { invalidFields } from '../../../common/errors.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields, fieldsAfter, mayLack, nullable } from '../../../graphql/fields.ts'
import { Input, required, rule, says, text } from '../../../graphql/inputs.ts'
import { EmailAddress } from '../../../graphql/scalars.ts'
import { ContactInput, HasAddress } from '../contacts/contact.ts'
import { idNumberOf } from './normal-form.ts'

@Output('Person whom personal data is about. After an erasure, only a pseudonym remains.')
export class DataSubject extends fields({
  name: field(String, 'Name of the person.'),
  email: nullable(EmailAddress, 'E-mail address of the person.'),
  phone: nullable(String, 'Phone number of the person.'),
}) {}

@Output('Person whom a request is about. After an erasure, only a pseudonym remains.')
export class RequestSubject extends fieldsAfter(DataSubject, {
  idNumber: mayLack(nullable(String, 'South African identity number, 13 digits.')),
  reference: mayLack(nullable(String, 'Reference of the person in the organization, for example a customer number.')),
}) {}

const isIdNumberText = (value: unknown) => typeof value === 'string' && idNumberOf(value) !== null

@Input('Person whom personal data is about: a name, and an e-mail address, a phone number or both.')
@HasAddress
export class DataSubjectInput extends fieldsAfter(ContactInput, {
  name: required(text('Name of the person, at most 200 characters.')),
}) {}

@Input('Person whom a request is about, with all known identifiers.')
@HasAddress
export class RequestSubjectInput extends fieldsAfter(DataSubjectInput, {
  idNumber: text('South African identity number, an additional identifier.', {
    max: 20,
    rules: [
      ValidateIf(({ idNumber }: { idNumber?: string | null }) => !!idNumber),
      rule({ name: 'idNumber', ...says('NOT_IDENTITY_NUMBER'), check: isIdNumberText }),
    ],
  }),
  reference: text('Reference of the person in the organization, for example a customer number.', { max: 64 }),
}) {}

/** @throws VALIDATION_ERROR without an e-mail address or phone number, which are needed to find the subject */
export function subjectOf({ name, email, phone, idNumber, reference }: RequestSubjectInput): RequestSubject {
  if (!email && !phone) throw invalidFields({ 'subject.email': 'NO_ADDRESS' })
  return {
    name: name.trim(),
    email: email || null,
    phone: phone?.trim() || null,
    // Absent fields are left out, as in rows stored before these fields existed.
    ...(idNumber && { idNumber: idNumberOf(idNumber) }),
    ...(reference?.trim() && { reference: reference.trim() }),
  }
}
