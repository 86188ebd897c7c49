import { Migration } from '@mikro-orm/migrations'

/** What the readiness probe writes, and may read. */
export class Migration202611220100_readiness extends Migration {
  override up(): void {
    this.addSql(`create table readiness_check (
      id bigint generated always as identity primary key, checked_at timestamptz not null default now()
    )`)
    this.addSql('grant select, insert, delete, update on readiness_check to gateway_system')
    this.addSql('grant select on mikro_orm_migrations to gateway_system')
  }
}
