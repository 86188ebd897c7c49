import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, parseDocument, visit } from 'yaml'

/** A key that the pinned image supports and an older binary does not. */
interface NewKey {
  tool: 'prometheus' | 'alertmanager'
  /** In the format of `versionOf`. */
  since: number
  key: string
  /** The replacement for an older binary; absent when that has no such feature. */
  instead?: { key: string; value: string | number }
}

/** Debian bookworm has Prometheus 2.42 and Alertmanager 0.25. The replaced values are only used on loopback. */
export const NEW_KEYS: NewKey[] = [
  // Earlier versions read this key wrongly.
  { tool: 'prometheus', since: 3011, key: 'storage.tsdb.retention' },
  { tool: 'alertmanager', since: 26, key: 'bot_token_file', instead: { key: 'bot_token', value: 'file' } },
  { tool: 'alertmanager', since: 31, key: 'chat_id_file', instead: { key: 'chat_id', value: 1 } },
  { tool: 'alertmanager', since: 28, key: 'msteamsv2_configs' },
  { tool: 'alertmanager', since: 26, key: 'url_file', instead: { key: 'url', value: 'http://127.0.0.1/heartbeat' } },
]

/** Newer template functions, and their replacements in a copy for an older binary. */
const NEW_FUNCTIONS: { since: number; name: string; pattern: RegExp; instead: string }[] = [
  { since: 28, name: 'since', pattern: /since \.StartsAt \| humanizeDuration/g, instead: '"a while"' },
  {
    since: 28,
    name: 'humanizeDuration',
    pattern: /\.EndsAt\.Sub \.StartsAt \| humanizeDuration/g,
    instead: '.EndsAt.Sub .StartsAt',
  },
]

/** A copy for an older binary, and the parts that were removed from it. */
export interface Downgraded {
  text: string
  taken: string[]
}

const lastPart = (path: string) => path.split('.').at(-1)

/** Converts a configuration for a binary of this version. */
export const downgradeConfig = (text: string, tool: NewKey['tool'], version: number): Downgraded => {
  const document = parseDocument(text)
  const taken = new Set<string>()
  const tooNew = NEW_KEYS.filter((entry) => entry.tool === tool && version < entry.since)
  visit(document, {
    Pair(_, pair, ancestors) {
      const entry = tooNew.find(({ key }) => lastPart(key) === String(pair.key))
      const parent = ancestors.at(-1)
      if (!entry || !isMap(parent)) return
      taken.add(`${tool} ${entry.key}${entry.instead ? ` (replaced by ${entry.instead.key})` : ''}`)
      if (entry.instead) parent.set(entry.instead.key, entry.instead.value)
      return visit.REMOVE
    },
  })
  return { text: document.toString(), taken: [...taken] }
}

/** Converts a template for an Alertmanager of this version. */
export const downgradeTemplate = (text: string, version: number): Downgraded => {
  const tooNew = NEW_FUNCTIONS.filter((entry) => version < entry.since && entry.pattern.test(text))
  return {
    text: tooNew.reduce((result, { pattern, instead }) => result.replace(pattern, instead), text),
    taken: tooNew.map(({ name }) => `alertmanager template function ${name}`),
  }
}

/** Copies the templates for an Alertmanager of this version into a new folder. Returns the parts that were removed. */
export const copyTemplates = (root: string, folder: string, version: number): string[] => {
  mkdirSync(folder, { recursive: true })
  return readdirSync(join(root, 'alertmanager/templates')).flatMap((name) => {
    const template = downgradeTemplate(readFileSync(join(root, 'alertmanager/templates', name), 'utf8'), version)
    writeFileSync(join(folder, name), template.text)
    return template.taken
  })
}
