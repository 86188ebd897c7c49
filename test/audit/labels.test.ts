/** @database none */
import { expect, test } from '@jest/globals'
import catalogue from '../../schema/catalogue.json' with { type: 'json' }
import { declared } from '../../src/engine/declare/declarations.ts'
import { furtherEvents } from '../../src/main/features.ts'
import { sharedSchema } from '../../src/main/schema.ts'
import { requestActions } from '../../src/security/audit/refusals.ts'
import english from '../../src/web/i18n/en/enums.json' with { type: 'json' }

/* The dashboard composes the label of an action of two texts. A test of the catalogues compares the languages. */

const isLabelled = (resource: string, verb: string) =>
  Object.hasOwn(english.resources, resource) && Object.hasOwn(english.verbs, verb)

test('each action of the audit trail has a label', async () => {
  const schema = await sharedSchema()
  const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  )
  const declarations = fields.flatMap((field) => declared(field).audit ?? [])
  expect(declarations.length).toBeGreaterThan(150)
  expect(declarations.filter(({ resourceType, verb }) => !isLabelled(resourceType, verb))).toEqual([])
  const resources = Object.keys(english.resources)
  const unlabelled = furtherEvents.filter(
    (type) => !resources.some((each) => type.startsWith(`${each}_`) && isLabelled(each, type.slice(each.length + 1))),
  )
  expect(unlabelled).toEqual([])
  expect(requestActions.filter((action) => !Object.hasOwn(english, action))).toEqual([])
})

test('each table that the outcome of an erasure can name has a label', () => {
  const tables = Object.keys(catalogue).flatMap((name) => /^policy (\w+)\.tenant$/.exec(name)?.[1]?.toUpperCase() ?? [])
  expect(tables).toContain('CAMPAIGN_TOTAL')
  expect(tables.filter((name) => !Object.hasOwn(english.resources, name) && !Object.hasOwn(english, name))).toEqual([])
})
