/** Consents, grounds and recipients by the person whom they are about. Built beside the traffic. The version before needs consent_by_contact. */
export const sql = [
  'drop index concurrently if exists consent_by_person',
  'create index concurrently consent_by_person on consent (organization_id, contact_key)',
  'drop index concurrently if exists contact_basis_by_person',
  'create index concurrently contact_basis_by_person on contact_basis (organization_id, contact_key)',
]
