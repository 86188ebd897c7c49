import { Migration } from '@mikro-orm/migrations'

/**
 * The newest campaigns of a client are one range of one index: every read says the organization too, and without it in
 * the index the planner met it by reading all campaigns of the organization, for each client.
 */
export class Migration20261121000900_campaign_index extends Migration {
  override up(): void {
    this.addSql('drop index campaign_by_client')
    this.addSql('create index campaign_by_client on campaign (client_id, organization_id, created_at, id)')
  }
}
