import { Field, ID, InputType, Int, registerEnumType } from 'type-graphql'
import { IMPORT_SHAPE } from '../../common/shape.ts'
import { Output } from '../../graphql/columns.ts'
import { ChoiceField, ChoicesField, JsonField, TextField } from '../../graphql/inputs.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { ClientStatus, Sector } from './client.entity.ts'

/** At most this many rows in one import. */
export const MOST_IMPORTED = IMPORT_SHAPE.items

@InputType()
class ClientDetails {
  @TextField({ max: 64, description: 'For government clients, for example NATIONAL.' })
  governmentLevel?: string | null

  @TextField({ max: 64, description: 'The client’s own clearance, for example BASIC, STANDARD or ENHANCED.' })
  securityClearance?: string | null

  @JsonField({ description: 'Fields of your own, at most 16 KiB as JSON. Over REST: any further field of the body.' })
  attributes?: Record<string, unknown>
}

@InputType({ description: 'A new client.' })
export class ClientInput extends ClientDetails {
  @TextField({ required: true })
  name: string

  @TextField({ required: true, max: 64, description: 'An open set, for example MUNICIPALITY or LARGE_CORPORATION.' })
  type: string

  @TextField({ required: true })
  industry: string

  @ChoiceField(Sector, { required: true, sentence: 'sector must be GOVERNMENT or BUSINESS' })
  sector: Sector

  @JsonField({ required: true, description: 'Whom to reach; at most 16 KiB as JSON.' })
  contact: Record<string, unknown>
}

@InputType({ description: 'Changes to a client: fields that are absent stay as they are.' })
export class ClientPatch extends ClientDetails {
  @TextField({ kept: true })
  name?: string

  @TextField({ kept: true, max: 64 })
  type?: string

  @TextField({ kept: true })
  industry?: string

  @ChoiceField(Sector, { kept: true })
  sector?: Sector

  @JsonField({ kept: true })
  contact?: Record<string, unknown>
}

@InputType({ description: 'What an assessment of a client found.' })
export class ClientAssessmentInput {
  @Field(() => Boolean, { description: 'Whether the client keeps to POPIA.' })
  popiaCompliant: boolean

  @TextField({ required: true, max: 64, description: 'For example BASIC, STANDARD or ENHANCED.' })
  securityClearance: string

  @TextField({ required: true, max: 64, description: 'For example PUBLIC or COMMERCIAL.' })
  dataClassification: string

  @TextField({ max: 2000 })
  note?: string | null
}

@InputType({ description: 'Which clients; every condition that is given must hold.' })
export class ClientFilter {
  @TextField({ description: 'Case-insensitive substring of the name.' })
  search?: string

  @ChoiceField(Sector)
  sector?: Sector

  @ChoicesField(ClientStatus)
  status?: ClientStatus[]

  @TextField({ max: 64 })
  type?: string
}

export enum ClientOrderField {
  CREATED_AT = 'createdAt',
  UPDATED_AT = 'updatedAt',
  NAME = 'name',
}
registerEnumType(ClientOrderField, { name: 'ClientOrderField' })

@InputType({ description: 'How clients are ordered. Ties are broken by id.' })
export class ClientOrder {
  @Field(() => ClientOrderField)
  field: ClientOrderField

  @Field(() => OrderDirection, { defaultValue: OrderDirection.ASC })
  direction: OrderDirection
}

export enum ImportMode {
  PARTIAL = 'partial',
  ATOMIC = 'atomic',
}
registerEnumType(ImportMode, {
  name: 'ImportMode',
  valuesConfig: {
    PARTIAL: { description: 'Good rows are kept, bad rows are reported.' },
    ATOMIC: { description: 'One bad row, and none is kept.' },
  },
})

@Output('Why a row of an import was refused.')
export class ImportFault {
  @Field(() => Int, { description: 'Number of the row, from 1; a CSV’s header does not count.' })
  row: number

  @Field(() => String, { nullable: true, description: 'The field at fault, if it is one field’s.' })
  field: string | null

  @Field(() => String)
  message: string
}

@Output('What became of an import.')
export class ImportReport {
  @Field(() => Int, { description: 'Rows that were kept.' })
  imported: number

  @Field(() => Int, { description: 'Rows that were not.' })
  failed: number

  @Field(() => [ID], { description: 'Ids of the clients that were made, in the order of the rows.' })
  ids: string[]

  @Field(() => [ImportFault])
  errors: ImportFault[]
}
