import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { Context } from '../../src/engine/execute/context.ts'
import { subjectTables } from '../../src/features/privacy/subjects/subject.tables.ts'
import { permissionsOf } from '../../src/security/auth/permissions.ts'
import { retentionRules } from '../../src/security/personal-data.ts'
import { openTestDatabase } from '../support/database.ts'

/*
 * What every feature's tables must allow, so that data subjects' rights can be had there. A table that fails here needs
 * a grant in its migration, or a declaration (src/security/personal-data.ts).
 */

async function inContext<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  const { database, close } = await openTestDatabase()
  const caller = { userId: 'u', organizationId: 'o', role: 'admin', permissions: permissionsOf('admin', []) } as const
  const request = { id: 'r', address: '127.0.0.1', ipAddress: 'unknown', userAgent: 'test' }
  try {
    return await database.transaction({ role: 'gateway_tenant', organizationId: 'o' }, (unit) =>
      work(new Context(caller, request, unit)),
    )
  } finally {
    await close()
  }
}

test('every table with text can be changed, or says why it is kept', async () => {
  const tables = await inContext(subjectTables)
  const textual = tables.filter(({ columns }) => Object.keys(columns).length > 0)
  expect(textual.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['client', 'campaign', 'content_item', 'consent', 'breach', 'organization', 'audit_record']),
  )
  expect(textual.filter(({ rule, isWritable }) => rule.erase !== 'keep' && !isWritable)).toEqual([])
  for (const { rule, columns, primaryKey } of textual) {
    expect(primaryKey.length).toBeGreaterThan(0)
    if (rule.erase !== 'keep') expect(Object.keys(columns)).toEqual(expect.arrayContaining([...(rule.about ?? [])]))
  }
})

test('every table with a retention period can be deleted from, by its id, or changed where rows only end', async () => {
  const tables = await inContext(async (ctx) => {
    const declared = retentionRules(ctx.metadata)
    const checks = declared.map(async ([table, { resource, ending }]) => {
      const { rows } = await sql<{ able: boolean }>`
        select has_table_privilege(${table}, ${ending ? 'update' : 'delete'}) as able`.execute(ctx.db)
      return [resource, rows[0]?.able]
    })
    return Promise.all(checks)
  })
  expect(tables.length).toBeGreaterThan(5)
  expect(tables.filter(([, isAble]) => !isAble)).toEqual([])
  expect(new Set(tables.map(([resource]) => resource)).size).toBe(tables.length)
})
