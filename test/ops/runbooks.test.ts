import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { addClient } from '../../ops/cli/clients.ts'
import { ACME, copyOfStack, OPS, readOps } from './support/stack.ts'

interface RuleFile {
  groups: { rules: { alert?: string; annotations?: { runbook_page?: string } }[] }[]
}

const PAGES = readdirSync(join(OPS, 'runbooks')).map((file) => file.replace(/\.md$/, ''))

/** Raised by others than rules: by the gateway, and by `client verify`. */
const OTHERS = ['MonitoringSilent', 'VerifyTest']

/** The page of each alert of a stack with a client, as a message links to it. */
const pagesOfAlerts = (): string[] => {
  using stack = copyOfStack()
  addClient(stack.path, ACME, 'acme.yml')
  const files = globSync(['prometheus/rules/*.yml', 'loki/rules/*/*.yml'], { cwd: stack.path })
  return files.flatMap((path) =>
    (parse(readFileSync(join(stack.path, path), 'utf8')) as RuleFile).groups.flatMap(({ rules }) =>
      rules.flatMap(({ alert, annotations }) => (alert ? [annotations?.runbook_page ?? alert] : [])),
    ),
  )
}

test('every alert has a page, and every page an alert', () => {
  expect([...new Set([...pagesOfAlerts(), ...OTHERS])].sort()).toEqual(PAGES.toSorted())
})

describe.each(PAGES)('%s', (name) => {
  const text = readOps(`runbooks/${name}.md`)

  test('says what it means, where to look and what to do', () => {
    const [title, meaning = '', look = '', act = ''] = text.split(/^#+ .*\n/m).map((part) => part.trim())
    expect(text.match(/^#+ .*/gm)).toEqual([`# ${name}`, '## Look', '## Do'])
    expect(title).toBe('')
    for (const part of [meaning, look, act]) expect(part.length).toBeGreaterThan(20)
  })
})

const ALL = PAGES.map((name) => readOps(`runbooks/${name}.md`)).join('\n')
const distinct = (pattern: RegExp): string[] => [...new Set([...ALL.matchAll(pattern)].map(([, found = '']) => found))]

test('the other pages that a page names exist', () => {
  const named = distinct(
    /(?<!>)\b((?:Gateway|Postgresql|Client|Monitoring|High|Critical|SSL)[A-Z]\w+|[A-Z][a-z]+(?:[A-Z][a-z]+)*Down)\b/g,
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !PAGES.includes(name))).toEqual([])
})
