import { NestedField, TextField } from '../../graphql/inputs.ts'
import { changesTo, RowInput } from '../../graphql/row-inputs.ts'
import { OrganizationDetails } from './organization.entity.ts'
import { SecurityPatch } from './security.outputs.ts'

@RowInput('Changes to the organization. Absent fields stay unchanged; null clears a field.')
export class OrganizationPatch extends changesTo(OrganizationDetails) {
  /** Null until it is set. A change cannot clear it. */
  @TextField({ kept: true, description: 'Name of the organization, at most 200 characters.' })
  name?: string

  @NestedField(() => SecurityPatch, { description: 'Security settings to change, as in `updateSecuritySettings`.' })
  security?: SecurityPatch
}
