import { ValidateNested } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { Output } from '../../kernel/columns.ts'
import { invalid } from '../../kernel/errors.ts'
import { Condition, EmailField, given, PhoneField, TextField } from '../../kernel/inputs.ts'

@Output('The person whom personal data is about. After an erasure only a pseudonym is left.')
export class DataSubject {
  @Field(() => String)
  name: string

  @Field(() => String, { nullable: true })
  email: string | null

  @Field(() => String, { nullable: true })
  phone: string | null
}

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

/** The subject of an input: required, and valid by itself. */
export const SubjectField = (): PropertyDecorator => (target, key) => {
  Field(() => DataSubjectInput)(target, key)
  ValidateNested()(target, String(key))
}

/** @throws VALIDATION_ERROR unless there is a way to reach the subject, by which it is found too */
export function subjectOf({ name, email, phone }: DataSubjectInput): DataSubject {
  if (!email && !phone) throw invalid({ 'subject.email': 'an email or a phone is required' })
  return { name: name.trim(), email: email || null, phone: phone?.trim() || null }
}
