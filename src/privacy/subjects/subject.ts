import { IsEmail, IsOptional, Matches, MaxLength, ValidateNested } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { Output } from '../../kernel/columns.ts'
import { invalid } from '../../kernel/errors.ts'
import { TextField } from '../../kernel/inputs.ts'

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
export class DataSubjectInput {
  @TextField({ required: true })
  name: string

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(254, { message: 'must be at most 254 characters' })
  @IsEmail({}, { message: 'must be an e-mail address' })
  email?: string | null

  @Field(() => String, { nullable: true, description: 'In any usual notation, for example +27 82 123 4567.' })
  @IsOptional()
  @Matches(/^\+?[\d\s().-]{7,30}$/, { message: 'must be a phone number' })
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
  if (phone && phone.replace(/\D/g, '').length < 7) throw invalid({ 'subject.phone': 'must be a phone number' })
  return { name: name.trim(), email: email || null, phone: phone?.trim() || null }
}
