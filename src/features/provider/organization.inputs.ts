import { IsOptional, ValidateNested } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { EmailField, JsonField, TextField } from '../../graphql/inputs.ts'
import { SecurityPatch } from './security.outputs.ts'

@InputType({ description: 'Changes to the organization: fields that are absent stay as they are, null empties one.' })
export class OrganizationPatch {
  @TextField({ kept: true })
  name?: string

  @JsonField({ description: 'Whom to reach; at most 16 KiB as JSON.' })
  contact?: Record<string, unknown> | null

  @JsonField({ description: 'Where it is; at most 16 KiB as JSON.' })
  address?: Record<string, unknown> | null

  @TextField()
  informationOfficerName?: string | null

  @EmailField()
  informationOfficerEmail?: string | null

  @TextField({ max: 32 })
  informationOfficerPhone?: string | null

  @TextField({ max: 64, description: 'The officer’s registration number at the Information Regulator.' })
  informationOfficerRegistration?: string | null

  @TextField({ max: 64, description: 'The organization’s own reference at the Information Regulator.' })
  popiaRegistration?: string | null

  @Field(() => SecurityPatch, { nullable: true, description: 'As `updateSecuritySettings` takes it.' })
  @IsOptional()
  @ValidateNested()
  security?: SecurityPatch
}
