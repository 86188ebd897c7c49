import { ID, Int } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { IMPORT_SHAPE } from '../../common/shape.ts'
import { DateTime, Output } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
import { Input, optional, required, text } from '../../graphql/inputs.ts'
import { changesTo, filterOf, newRowOf } from '../../graphql/row-inputs.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { CAUSE } from '../../graphql/transition.ts'
import { Client, ClientDetails } from './client.entity.ts'

/** Maximum number of rows of one import. */
export const MOST_IMPORTED = IMPORT_SHAPE.items

@Input('Client to create.')
export class ClientInput extends newRowOf(ClientDetails) {}

@Input('Changes to a client. Absent fields stay unchanged.')
export class ClientPatch extends changesTo(ClientDetails) {}

@Input('Findings of an assessment of a client.')
export class ClientAssessmentInput extends fields({
  popiaCompliant: field(Boolean, 'Whether the client complies with POPIA.'),
  securityClearance: required(text('Security clearance, for example BASIC, STANDARD or ENHANCED.', { max: 64 })),
  dataClassification: required(
    text('Classification of the client’s data, for example PUBLIC or COMMERCIAL.', { max: 64 }),
  ),
  note: text('Note of the assessor, at most 2000 characters.', { max: 2000 }),
}) {}

@Input('Filter for clients. A client must meet all given conditions.')
export class ClientFilter extends filterOf(Client, {
  search: text('Case-insensitive substring of the name.'),
  createdFrom: optional(DateTime, 'Only clients that were created at or after this time.', { graphqlOnly: true }),
  createdBefore: optional(DateTime, 'Only clients that were created before this time.', { graphqlOnly: true }),
  createdBy: text('Only clients that this user created: the id of the user.', { graphqlOnly: true }),
}) {}

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
