import { Input, kept, nested, text } from '../../graphql/inputs.ts'
import { changesTo } from '../../graphql/row-inputs.ts'
import { OrganizationDetails } from './organization.entity.ts'
import { SecurityPatch } from './security.outputs.ts'

@Input('Changes to the organization. Absent fields stay unchanged; null clears a field.')
export class OrganizationPatch extends changesTo(OrganizationDetails, {
  /** Null until it is set. A change cannot clear it. */
  name: kept(text('Name of the organization, at most 200 characters.')),
  security: nested(SecurityPatch, 'Security settings to change, as in `updateSecuritySettings`.'),
}) {}
