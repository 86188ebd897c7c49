import { Migration } from '@mikro-orm/migrations'

/** Why a campaign failed by itself, and what the job asks that ends campaigns. */
export class Migration202611220400_campaign_end extends Migration {
  override up(): void {
    this.addSql('alter table campaign add column failure_reason text')
    this.addSql(`create index campaign_ending on campaign (ends_at) where status in ('SCHEDULED', 'ACTIVE', 'PAUSED')`)
  }
}
