import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'

/** The sentences of the page, a folder per language. */
const FOLDER = join(import.meta.dirname, '../../src/web/i18n')
const OTHERS = ['af', 'zu'] as const
const PLURAL = /_(zero|one|two|few|many|other)$/

type Sentences = { [key: string]: string | Sentences }

const read = (language: string, file: string): Sentences =>
  JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8'))

/** Every sentence by its whole key. */
const flat = (sentences: Sentences, prefix = ''): [string, string][] =>
  Object.entries(sentences).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )

/** The keys without their plural forms, which differ from language to language. */
const keysOf = (sentences: Sentences) => [...new Set(flat(sentences).map(([key]) => key.replace(PLURAL, '')))].sort()

/** Sentences that are the same in English: names, signs, and words that both languages have. */
const SAME: Readonly<Record<(typeof OTHERS)[number], readonly string[]>> = {
  af: [
    'enums.json fields.url',
    'audit.json userAgent',
    'content.json list.count_one',
    'delivery.json segment.count_one',
    'content.json list.count_other',
    ...['MEDIUM', 'STATUS', 'SMS', 'WHATSAPP', 'RADIO', 'TV', 'VIDEO', 'redis', 'alertmanager'].map(
      (name) => `enums.json ${name}`,
    ),
    ...['af', 'nr', 'nso', 'ss', 'st', 'tn', 'ts', 've', 'xh', 'zu'].map((name) => `enums.json ${name}`),
    'enums.json fields.status',
  ],
  zu: [],
}

const holesOf = (text: string) => [...new Set(text.match(/\{\{\w+(, \w+)?\}\}/g))].sort()

const files = readdirSync(join(FOLDER, 'en')).sort()

test.each(OTHERS)('%s has no English sentence left', (language) => {
  const left = files.flatMap((file) => {
    const own = new Map(flat(read(language, file)))
    const same = flat(read('en', file)).filter(([key, text]) => own.get(key) === text)
    // Nothing but values, signs and the name of a key.
    const words = same.filter(([, text]) => /[a-z]/i.test(text.replace(/\{\{.*?\}\}|Ctrl\+K/g, '')))
    return words.map(([key]) => `${file} ${key}`)
  })
  expect(left.sort()).toEqual([...SAME[language]].sort())
})

test.each(OTHERS)('%s has a catalogue for each of the English ones, and none besides', (language) => {
  expect(readdirSync(join(FOLDER, language)).sort()).toEqual(files)
})

describe.each(files)('%s', (file) => {
  const english = read('en', file)
  const holes = new Map(flat(english).map(([key, text]) => [key.replace(PLURAL, ''), holesOf(text)]))

  test.each(OTHERS)('says the same in %s, with the same values in it', (language) => {
    const sentences = read(language, file)
    expect(keysOf(sentences)).toEqual(keysOf(english))
    for (const [key, text] of flat(sentences)) {
      expect([key, text.trim()]).not.toEqual([key, ''])
      // A plural form for one may say the number as a word.
      const expected = (holes.get(key.replace(PLURAL, '')) ?? []).filter((hole) => !hole.startsWith('{{count'))
      expect([key, holesOf(text).filter((hole) => !hole.startsWith('{{count'))]).toEqual([key, expected])
    }
  })

  test.each(['en', ...OTHERS])('has every plural form of %s', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const sentences = flat(read(language, file))
    for (const [key] of sentences) {
      if (!PLURAL.test(key)) continue
      const stem = key.replace(PLURAL, '')
      const found = sentences.filter(([each]) => each.startsWith(`${stem}_`) && PLURAL.test(each))
      expect([stem, found.map(([each]) => each.slice(stem.length + 1)).sort()]).toEqual([stem, [...forms].sort()])
    }
  })
})

test('each actor of audit records that is no user has a name', () => {
  const sources = globSync('src/{background,engine,features}/**/*.ts', { cwd: join(FOLDER, '../../..') })
  const actors = sources.flatMap((file) => {
    const text = readFileSync(join(FOLDER, '../../..', file), 'utf8')
    return [...text.matchAll(/\buserId(?::| =) ['`]([a-z]+)(?:['`]|:\$\{)/g)].map(([, name]) => `actors.${name}`)
  })
  expect(actors.length).toBeGreaterThan(5)
  const named = flat(read('en', 'page.json')).map(([key]) => key)
  expect(actors.filter((key) => !named.includes(key))).toEqual([])
  expect(named.filter((key) => key.startsWith('actors.') && !actors.includes(key))).toEqual([])
})
