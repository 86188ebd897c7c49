import { Migration } from '@mikro-orm/migrations'

/** The last mark of its budget, in percent, that was told of a campaign. */
export class Migration202611220401_campaign_budget extends Migration {
  override up(): void {
    this.addSql('alter table campaign add column budget_told integer not null default 0')
  }
}
