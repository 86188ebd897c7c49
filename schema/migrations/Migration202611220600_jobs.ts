import { Migration } from '@mikro-orm/migrations'

/** When each job is due, and which process runs it: of several replicas one does, and a restart forgets nothing. */
export class Migration202611220600_jobs extends Migration {
  override up(): void {
    this.addSql(`create table job (
      name text primary key,
      due_at timestamptz(3) not null,
      lease uuid,
      leased_until timestamptz(3)
    )`)
    this.addSql('grant select, insert, update on job to gateway_system')
  }
}
