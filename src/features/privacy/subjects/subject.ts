import { ValidateIf, ValidateNested } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { invalid } from '../../../common/errors.ts'
import { Output } from '../../../graphql/columns.ts'
import { Condition, EmailField, given, PhoneField, rule, TextField } from '../../../graphql/inputs.ts'
import { normalIdNumber } from './identifiers.ts'

@Output('The person whom personal data is about. After an erasure only a pseudonym is left.')
export class DataSubject {
  @Field(() => String)
  name: string

  @Field(() => String, { nullable: true })
  email: string | null

  @Field(() => String, { nullable: true })
  phone: string | null
}

@Output('The person whom a request is about. After an erasure only a pseudonym is left.')
export class RequestSubject extends DataSubject {
  @Field(() => String, { nullable: true, description: 'The South African identity number: 13 digits.' })
  idNumber?: string | null

  @Field(() => String, { nullable: true, description: 'What the organization itself calls the person by.' })
  reference?: string | null
}

const isIdNumberText = (value: unknown) => typeof value === 'string' && normalIdNumber(value) !== null

@InputType({
  description: 'The person whom personal data is about: a name, and an e-mail address, a phone number or both.',
})
@Condition({ anyOf: [given('email'), given('phone')] })
export class DataSubjectInput {
  @TextField({ required: true })
  name: string

  @EmailField()
  email?: string | null

  @PhoneField({ description: 'In any usual notation, for example +27 82 123 4567.' })
  phone?: string | null
}

@InputType({ description: 'The person whom a request is about, with all that it can be found by.' })
export class RequestSubjectInput extends DataSubjectInput {
  @TextField({ max: 20, description: 'The South African identity number, to find the person by too.' })
  @ValidateIf(({ idNumber }: RequestSubjectInput) => !!idNumber)
  @rule({
    name: 'idNumber',
    message: 'must be a South African identity number',
    check: isIdNumberText,
  })
  idNumber?: string | null

  @TextField({ max: 64, description: 'What the organization itself calls the person by, such as a customer number.' })
  reference?: string | null
}

/** The subject of an input: required, and valid by itself. */
export const SubjectField =
  (type: typeof DataSubjectInput = DataSubjectInput): PropertyDecorator =>
  (target, key) => {
    Field(() => type)(target, key)
    ValidateNested()(target, String(key))
  }

/** @throws VALIDATION_ERROR unless there is a way to reach the subject, by which it is found too */
export function subjectOf({ name, email, phone, idNumber, reference }: RequestSubjectInput): RequestSubject {
  if (!email && !phone) throw invalid({ 'subject.email': 'an email or a phone is required' })
  return {
    name: name.trim(),
    email: email || null,
    phone: phone?.trim() || null,
    // Left out where they are not given, as in what was stored before they could be.
    ...(idNumber && { idNumber: normalIdNumber(idNumber) }),
    ...(reference?.trim() && { reference: reference.trim() }),
  }
}
