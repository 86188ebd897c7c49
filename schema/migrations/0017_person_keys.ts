/** Stores the normal form of the address or number in consents, grounds and audiences: every spelling is one person. */
export const sql = String.raw`
-- The same steps as src/features/privacy/subjects/normal-form.ts. The columns are generated, so rows that the version before
-- writes have keys too.
create function person_key(address text) returns text language sql immutable strict parallel safe as $$
  select case when address like '%@%'
    then regexp_replace(lower(btrim(normalize(address, NFKC), E' \t\n\r\f\x0b')), '^(.[^+@]*)\+[^@]*@', '\1@')
    else regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      regexp_replace(regexp_replace(regexp_replace(normalize(address, NFKC),
        '\(\s*0\s*\)', '', 'g'),
        '[^0-9+]', '', 'g'),
        '([0-9])\++', '\1', 'g'),
        '^\++', '+'),
        '^00([1-9])', '+\1'),
        '^(?:\+?27)?0?([1-9]\d{8})$', '+27\1'),
        '^([1-9]\d{9,})$', '+\1'),
        '^\+(20|27|31|32|33|40|41|43|44|46|49|51|53|54|55|57|58|60|61|62|63|64|66|81|82|84|86|90|91|92|93|94|95|98|211|212|213|218|231|232|233|234|243|249|250|251|252|254|255|256|260|261|262|263|264|265|291|353|355|358|359|370|373|374|377|380|381|382|383|385|386|387|389|421|423|508|590|591|593|594|595|596|598|686|850|855|856|880|886|961|962|963|964|966|967|970|971|972|976|977|994|995|996)0([1-9]\d+)$',
        '+\1\2')
  end
$$;

alter table consent
  add column contact_key text generated always as (person_key(coalesce(address, subject->>'email', subject->>'phone'))) stored,
  add column email_key text generated always as (person_key(subject->>'email')) stored,
  add column phone_key text generated always as (person_key(subject->>'phone')) stored;
alter table contact_basis add column contact_key text generated always as (person_key(contact)) stored;
alter table campaign_recipient add column contact_key text generated always as (person_key(contact)) stored;
`
