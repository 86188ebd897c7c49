import { defineConfig, type Options } from '@mikro-orm/postgresql'
import { PostgresDialect, type PostgresPool } from 'kysely'
import { entities } from './src/main/features.ts'

/** MikroORM's options over a pool: PostgreSQL's, or PGlite behind the same interface. */
export const ormOptions = (pool: PostgresPool, dbName: string): Options =>
  defineConfig({
    dbName,
    driverOptions: new PostgresDialect({ pool }),
    entities,
    debug: false,
    // One statement for several rows would name their organization in a way that a sharded database cannot route by.
    useBatchUpdates: false,
  })
