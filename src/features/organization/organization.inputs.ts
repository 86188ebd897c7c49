import { IsOptional, ValidateNested } from 'class-validator'
import { GraphQLInt } from 'graphql'
import { Field, InputType } from 'type-graphql'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import { EmailField, IntegerField, JsonField, TextField } from '../../graphql/inputs.ts'
import { SecurityPatch } from './security.outputs.ts'

@InputType({ description: 'Changes to the organization. Absent fields stay unchanged; null clears a field.' })
export class OrganizationPatch {
  @TextField({ kept: true, description: 'Name of the organization, at most 200 characters.' })
  name?: string

  @JsonField({ description: 'Contact details, with fields of your own. At most 16 KiB as JSON.' })
  contact?: Record<string, unknown> | null

  @JsonField({ description: 'Address, with fields of your own. At most 16 KiB as JSON.' })
  address?: Record<string, unknown> | null

  @TextField({ description: 'Name of the Information Officer (POPIA section 55).' })
  informationOfficerName?: string | null

  @EmailField({ description: 'E-mail address of the Information Officer.' })
  informationOfficerEmail?: string | null

  @TextField({ max: 32, description: 'Phone number of the Information Officer.' })
  informationOfficerPhone?: string | null

  @TextField({ max: 64, description: 'Registration number of the Information Officer at the Information Regulator.' })
  informationOfficerRegistration?: string | null

  @TextField({ max: 64, description: 'Registration number of the organization at the Information Regulator.' })
  popiaRegistration?: string | null

  @IntegerField({
    min: 0,
    max: 1000,
    type: GraphQLInt,
    description:
      'Percent by which the budget of an approved campaign may be raised without another approval. Null means 10.',
  })
  @GraphqlOnly()
  budgetTolerancePercent?: number | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether a campaign needs a sign-off (`requestSignOff`) to become SCHEDULED or ACTIVE, and content to become PUBLISHED. ' +
      'Null means false.',
  })
  @GraphqlOnly()
  @IsOptional()
  requiresSignOff?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether reviewers of a sign-off who have not decided are reminded at half of the time to `dueAt` and 24 hours before ' +
      'it. Null means true.',
  })
  @GraphqlOnly()
  @IsOptional()
  remindsReviewers?: boolean | null

  @Field(() => SecurityPatch, {
    nullable: true,
    description: 'Security settings to change, as in `updateSecuritySettings`.',
  })
  @IsOptional()
  @ValidateNested()
  security?: SecurityPatch
}
