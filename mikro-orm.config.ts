import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, type Options } from '@mikro-orm/postgresql'
import { PostgresDialect, type PostgresPool } from 'kysely'
import { migrations } from './schema/migrations/index.ts'
import { entities } from './src/features.ts'

/** MikroORM's options over a pool: PostgreSQL's, or PGlite behind the same interface. */
export const ormOptions = (pool: PostgresPool, dbName: string): Options =>
  defineConfig({
    dbName,
    driverOptions: new PostgresDialect({ pool }),
    entities: [...entities],
    extensions: [Migrator],
    migrations: {
      migrationsList: [...migrations],
      snapshot: false,
      silent: true,
      transactional: true,
      allOrNothing: true,
    },
    debug: false,
  })
