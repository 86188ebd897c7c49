import { Field, ID, InputType, Int } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { IMPORT_SHAPE } from '../../common/shape.ts'
import { Output } from '../../graphql/columns.ts'
import { ChoiceField, ChoicesField, JsonField, TextField } from '../../graphql/inputs.ts'
import { orderInput } from '../../graphql/relay.ts'
import { ClientStatus, Sector } from './client.entity.ts'

/** At most this many rows in one import. */
export const MOST_IMPORTED = IMPORT_SHAPE.items

@InputType()
class ClientDetails {
  @TextField({ max: 64, description: 'Level of government, for government clients, for example NATIONAL.' })
  governmentLevel?: string | null

  @TextField({
    max: 64,
    description: 'The client’s own clearance, for example BASIC, STANDARD or ENHANCED. Blank: none.',
  })
  securityClearance?: string | null

  @JsonField({
    description: 'Additional fields of your own, at most 16 KiB as JSON. Over REST: any further field of the body.',
  })
  attributes?: Record<string, unknown>
}

@InputType({ description: 'Client to create.' })
export class ClientInput extends ClientDetails {
  @TextField({ required: true, description: 'Name of the client, at most 200 characters.' })
  name!: string

  @TextField({
    required: true,
    max: 64,
    description: 'Type of the client. An open set, for example MUNICIPALITY or LARGE_CORPORATION.',
  })
  type!: string

  @TextField({ required: true, description: 'Industry of the client, at most 200 characters.' })
  industry!: string

  @ChoiceField(Sector, {
    required: true,
    sentence: 'sector must be GOVERNMENT or BUSINESS',
    description: 'Sector of the client.',
  })
  sector!: Sector

  @JsonField({
    required: true,
    description: 'Contact details; the fields are the caller’s own. At most 16 KiB as JSON.',
  })
  contact!: Record<string, unknown>
}

@InputType({ description: 'Changes to a client: fields that are absent stay as they are.' })
export class ClientPatch extends ClientDetails {
  @TextField({ kept: true, description: 'Name of the client, at most 200 characters.' })
  name?: string

  @TextField({
    kept: true,
    max: 64,
    description: 'Type of the client. An open set, for example MUNICIPALITY or LARGE_CORPORATION.',
  })
  type?: string

  @TextField({ kept: true, description: 'Industry of the client, at most 200 characters.' })
  industry?: string

  @ChoiceField(Sector, { kept: true, description: 'Sector of the client.' })
  sector?: Sector

  @JsonField({ kept: true, description: 'Contact details; the fields are the caller’s own. At most 16 KiB as JSON.' })
  contact?: Record<string, unknown>
}

@InputType({ description: 'Findings of an assessment of a client.' })
export class ClientAssessmentInput {
  @Field(() => Boolean, { description: 'Whether the client complies with POPIA.' })
  popiaCompliant!: boolean

  @TextField({ required: true, max: 64, description: 'Security clearance, for example BASIC, STANDARD or ENHANCED.' })
  securityClearance!: string

  @TextField({
    required: true,
    max: 64,
    description: 'Classification of the client’s data, for example PUBLIC or COMMERCIAL.',
  })
  dataClassification!: string

  @TextField({ max: 2000, description: 'Note of the assessor, at most 2000 characters.' })
  note?: string | null
}

@InputType({ description: 'Filter for clients. All given conditions must hold.' })
export class ClientFilter {
  @TextField({ description: 'Case-insensitive substring of the name.' })
  search?: string

  @ChoicesField(Sector, { description: 'Only clients of one of these sectors.' })
  sector?: Sector[]

  @ChoicesField(ClientStatus, { description: 'Only clients with one of these statuses.' })
  status?: ClientStatus[]

  @TextField({ max: 64, description: 'Only clients of this type.' })
  type?: string
}

export enum ClientOrderField {
  CREATED_AT = 'createdAt',
  UPDATED_AT = 'updatedAt',
  NAME = 'name',
}
describeEnum('ClientOrderField', ClientOrderField, 'Field to order clients by.', {
  CREATED_AT: 'Time of creation.',
  UPDATED_AT: 'Time of the last change.',
  NAME: 'Name of the client.',
})

export const ClientOrder = orderInput('ClientOrder', ClientOrderField, 'clients')

export enum ImportMode {
  PARTIAL = 'partial',
  ATOMIC = 'atomic',
}
describeEnum('ImportMode', ImportMode, 'Treatment of good rows when others are bad.', {
  PARTIAL: 'Good rows are imported, bad rows are reported.',
  ATOMIC: 'Nothing is imported if a row is bad.',
})

@Output('Error in a row of an import.')
export class ImportFault {
  @Field(() => Int, { description: 'Row number, from 1. The header of a CSV file does not count.' })
  row!: number

  @Field(() => String, { nullable: true, description: 'Name of the field, where it is one field’s error.' })
  field!: string | null

  @Field(() => String, { description: 'Description of the error.' })
  message!: string
}

@Output('Result of an import.')
export class ImportReport {
  @Field(() => Int, { description: 'Number of rows that were imported.' })
  imported!: number

  @Field(() => Int, { description: 'Number of rows that were not imported.' })
  failed!: number

  @Field(() => [ID], { description: 'Ids of the created clients, in the order of the rows.' })
  ids!: string[]

  @Field(() => [ImportFault], { description: 'Errors of the rows that were refused.' })
  errors!: ImportFault[]
}
