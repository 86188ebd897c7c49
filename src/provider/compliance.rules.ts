import type { Organization } from './organization.entity.ts'
import {
  type ProviderCompliance,
  type ProviderComplianceCheck,
  ProviderComplianceLevel,
} from './organization.outputs.ts'

/** Where a list of checks leaves an organization; for whoever has checks of its own to add. */
export function complianceOf(checks: ProviderComplianceCheck[]): ProviderCompliance {
  const met = checks.filter((check) => check.met).length
  const { COMPLIANT, INCOMPLETE, NON_COMPLIANT } = ProviderComplianceLevel
  const status = met === checks.length ? COMPLIANT : met === 0 ? NON_COMPLIANT : INCOMPLETE
  return { status, met, total: checks.length, checks }
}

const check = (name: string, met: unknown, demand: string): ProviderComplianceCheck => ({
  name,
  met: Boolean(met),
  demand,
})

/** What POPIA demands of the responsible party's own record. */
export const organizationChecks = (organization: Organization): ProviderComplianceCheck[] => [
  check('organizationNamed', organization.name, 'The organization has a name.'),
  check('addressGiven', organization.address, 'Data subjects can learn where the organization is (section 18).'),
  check(
    'informationOfficerNamed',
    organization.informationOfficerName,
    'An Information Officer is named (section 55).',
  ),
  check(
    'informationOfficerReachable',
    organization.informationOfficerEmail || organization.informationOfficerPhone,
    'The Information Officer can be reached by e-mail or telephone.',
  ),
  check(
    'informationOfficerRegistered',
    organization.informationOfficerRegistration,
    'The Information Officer is registered at the Information Regulator before taking up duties (section 55(2)).',
  ),
]
