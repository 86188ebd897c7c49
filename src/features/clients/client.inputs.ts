import { Field, ID, InputType, Int } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { IMPORT_SHAPE } from '../../common/shape.ts'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import { Output } from '../../graphql/columns.ts'
import { TextField, TimeField } from '../../graphql/inputs.ts'
import { field, fields, nullable } from '../../graphql/outputs.ts'
import { changesTo, filterOf, newRowOf, RowInput } from '../../graphql/row-inputs.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { CAUSE } from '../../graphql/transition.ts'
import { Client, ClientDetails } from './client.entity.ts'

/** Maximum number of rows of one import. */
export const MOST_IMPORTED = IMPORT_SHAPE.items

@RowInput('Client to create.')
export class ClientInput extends newRowOf(ClientDetails) {}

@RowInput('Changes to a client. Absent fields stay unchanged.')
export class ClientPatch extends changesTo(ClientDetails) {}

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

@RowInput('Filter for clients. A client must meet all given conditions.')
export class ClientFilter extends filterOf(Client) {
  @TextField({ description: 'Case-insensitive substring of the name.' })
  search?: string

  @TimeField({ description: 'Only clients that were created at or after this time.' })
  @GraphqlOnly()
  createdFrom?: Date

  @TimeField({ description: 'Only clients that were created before this time.' })
  @GraphqlOnly()
  createdBefore?: Date

  @TextField({ description: 'Only clients that this user created: the id of the user.' })
  @GraphqlOnly()
  createdBy?: string
}

export enum ImportMode {
  PARTIAL = 'partial',
  ATOMIC = 'atomic',
}
describeEnum('ImportMode', ImportMode, 'Treatment of valid rows if other rows are invalid.', {
  PARTIAL: 'Valid rows are imported, invalid rows are reported.',
  ATOMIC: 'Nothing is imported if any row is invalid.',
})

@Output('Error in a row of an import.')
export class ImportFault extends fields({
  row: field(Int, 'Row number, from 1. The header of a CSV file does not count.'),
  field: nullable(String, 'Name of the invalid field. Null if the error concerns the whole row.'),
  message: field(String, 'Description of the error.'),
  cause: nullable(JSONObject, CAUSE, { graphqlOnly: true }),
}) {}

@Output('Result of an import.')
export class ImportReport extends fields({
  imported: field(Int, 'Number of rows that were imported.'),
  failed: field(Int, 'Number of rows that were not imported.'),
  ids: field([ID], 'Ids of the created clients, in the order of the rows.'),
  errors: field([ImportFault], 'Errors of the rows that were refused.'),
}) {}
