import { Migration } from '@mikro-orm/migrations'

const OWN = "organization_id = current_setting('app.organization_id', true)"

/** One queue for all e-mail, in place of the one for notices; and what became of the e-mail of an invitation. */
export class Migration202611220601_mail extends Migration {
  override up(): void {
    for (const statement of [
      // Private to the service: the address is there even after an erasure, sealed, until the mail is sent or given up.
      `create table mail (
        organization_id text not null references organization,
        id uuid not null,
        invitation_id uuid references invitation on delete cascade,
        request_id uuid references data_subject_request on delete cascade,
        sealed_mail text not null,
        attempts integer not null default 0,
        next_attempt_at timestamptz(3) not null default now(),
        give_up_at timestamptz(3) not null,
        lease uuid,
        leased_until timestamptz(3),
        primary key (organization_id, id),
        check (num_nonnulls(invitation_id, request_id) = 1)
      )`,
      'create index mail_by_attempt on mail (next_attempt_at)',
      'create index mail_by_invitation on mail (invitation_id)',
      'create index mail_by_request on mail (request_id)',
      'alter table mail enable row level security',
      'alter table notice_mail no force row level security',
      `insert into mail (organization_id, id, request_id, sealed_mail, attempts, next_attempt_at, give_up_at)
        select organization_id, id, request_id, sealed_mail, attempts, next_attempt_at, now() + interval '1 day'
        from notice_mail`,
      'drop table notice_mail',
      'alter table mail force row level security',
      `create policy tenant on mail to gateway_tenant using (${OWN}) with check (${OWN})`,
      'grant select, insert, update, delete on mail to gateway_tenant',
      'create policy system on mail for select to gateway_system using (true)',
      'grant select on mail to gateway_system',
      'alter table invitation add column email_status text, add column email_error text',
    ]) {
      this.addSql(statement)
    }
  }
}
