/** The database refuses to remove a row that a legal hold keeps. */
export const sql = String.raw`
-- A legal hold keeps the rows that it names, and the rows that belong to these. The arguments are pairs: a resource, and the
-- column that holds the id of a record of it. The first pair is the row itself, the others are the records that it belongs to.
-- Who places a hold locks the organization first: this function waits for the commit, and then finds the hold. A correction
-- that replaces a row names its id in app.replaced_row: the row comes back in the same transaction.
create function refuse_held() returns trigger language plpgsql as $$
declare
  hold record;
begin
  perform organization_id from public.organization where organization_id = old.organization_id for key share;
  select id, kind into hold from public.legal_hold as placed
    where placed.organization_id = old.organization_id
      and placed.released_at is null and (placed.until is null or placed.until > now())
      and exists (
        select 1 from generate_series(0, tg_nargs - 2, 2) as pair
        where placed.resource = tg_argv[pair] and to_jsonb(old) ->> tg_argv[pair + 1] is not null
          and coalesce(nullif(lower(regexp_replace(placed.row_id, '^\s+|\s+$', '', 'g')), ''),
            lower(to_jsonb(old) ->> tg_argv[pair + 1])) = lower(to_jsonb(old) ->> tg_argv[pair + 1])
      )
    order by placed.created_at, placed.id limit 1;
  if found and to_jsonb(old) ->> tg_argv[1] is distinct from nullif(current_setting('app.replaced_row', true), '') then
    raise exception 'a legal hold keeps the row' using errcode = 'GWLH1', detail = json_build_object(
      'holdId', hold.id, 'kind', hold.kind, 'resource', tg_argv[0], 'rowId', to_jsonb(old) ->> tg_argv[1])::text;
  end if;
  return old;
end $$;

create trigger held before delete on analytics_record for each row
  execute function refuse_held('ANALYTICS_RECORD', 'id', 'CAMPAIGN', 'campaign_id');
create trigger held before delete on breach for each row execute function refuse_held('BREACH', 'id');
create trigger held before delete on breach_update for each row
  execute function refuse_held('BREACH_UPDATE', 'id', 'BREACH', 'breach_id');
create trigger held before delete on campaign for each row execute function refuse_held('CAMPAIGN', 'id');
create trigger held before delete on campaign_recipient for each row
  execute function refuse_held('CAMPAIGN_RECIPIENT', 'id', 'CAMPAIGN', 'campaign_id');
create trigger held before delete on client for each row execute function refuse_held('CLIENT', 'id');
create trigger held before delete on content_comment for each row
  execute function refuse_held('CONTENT_COMMENT', 'id', 'CONTENT_ITEM', 'content_id');
create trigger held before delete on content_item for each row execute function refuse_held('CONTENT_ITEM', 'id');
create trigger held before delete on content_version for each row
  execute function refuse_held('CONTENT_VERSION', 'id', 'CONTENT_ITEM', 'content_id');
create trigger held before delete on data_subject_request for each row
  execute function refuse_held('DATA_SUBJECT_REQUEST', 'id', 'REGISTERED_SUBJECT', 'subject_id');
create trigger held before delete on event for each row execute function refuse_held('EVENT', 'number');
create trigger held before delete on invitation for each row execute function refuse_held('INVITATION', 'id');
create trigger held before delete on notification for each row execute function refuse_held('NOTIFICATION', 'id');
create trigger held before delete on registered_subject for each row execute function refuse_held('REGISTERED_SUBJECT', 'id');
create trigger held before delete on subject_link for each row
  execute function refuse_held('SUBJECT_LINK', 'id', 'REGISTERED_SUBJECT', 'subject_id');
create trigger held before delete on team_member for each row execute function refuse_held('TEAM_MEMBER', 'id');
create trigger held before delete on webhook for each row execute function refuse_held('WEBHOOK', 'id');
create trigger held before delete on webhook_delivery for each row
  execute function refuse_held('WEBHOOK_DELIVERY', 'id', 'WEBHOOK', 'webhook_id');
`
