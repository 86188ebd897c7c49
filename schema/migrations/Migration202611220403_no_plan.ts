import { Migration } from '@mikro-orm/migrations'

/** Nobody could set a plan, and its limits bound nothing. */
export class Migration202611220403_no_plan extends Migration {
  override up(): void {
    this.addSql('alter table organization drop column plan')
  }
}
