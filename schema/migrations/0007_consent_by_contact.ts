/** Consents by the address or number that they are for, as contact.ts writes it. Built beside the traffic. */
export const sql = [
  'drop index concurrently if exists consent_by_contact',
  String.raw`create index concurrently consent_by_contact on consent (organization_id, (
    case when coalesce(address, subject->>'email', subject->>'phone') like '%@%'
      then lower(coalesce(address, subject->>'email', subject->>'phone') collate "C")
      else regexp_replace(regexp_replace(coalesce(address, subject->>'email', subject->>'phone'), '\D', '', 'g'),
        '^(?:00)?(?:27)?0?(\d{9})$', '27\1') end))`,
]
