import { Migration } from '@mikro-orm/migrations'

/** A notification keeps what its event says, ids and states, and no text: that is made when it is read. */
export class Migration202611220402_notification_facts extends Migration {
  override up(): void {
    this.addSql(`alter table notification
      drop column message, add column user_id text, add column payload jsonb not null default '{}'`)
  }
}
