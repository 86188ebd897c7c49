/** @database none */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

/** Words that made readers read a sentence twice, and what to write. `CONTRIBUTING.md` gives the rules of a sentence. */
const UNCLEAR: Record<string, string> = {
  whoever: 'the caller, the user, a client that',
  told: 'notified, sent, recorded, reported',
  anew: 'again',
  begun: 'started',
  meanwhile: 'until then, since then',
  'let(s|ting)? go( of)?': 'releases',
  'comes? to nothing': 'has no effect',
  'what is there': 'the existing rows',
  'of before': 'earlier',
  'stands? (for|in|around)': 'represents, is in, surrounds',
  'who asks': 'the caller',
}

const FILES = ['{src,rest-compat,ops,docs,schema,clients,test,.ci}/**/*.{ts,tsx,css,json,md,graphql,yml,sh}', '*.md']

/** Released texts, which stay as they are, generated files, and this list. */
const LEFT_OUT =
  /node_modules|\/dist\/|migrations\/|released|test\/releases\/|CHANGELOG\.md|package-lock\.json|examples\.json|words\.test\.ts/

const files = FILES.flatMap((pattern) => globSync(pattern)).filter((file) => !LEFT_OUT.test(file))

test('no sentence has a word that is known to be unclear', () => {
  expect(files.length).toBeGreaterThan(500)
  const unclear = new RegExp(`\\b(${Object.keys(UNCLEAR).join('|')})\\b`, 'i')
  const instead = (word: string) =>
    Object.entries(UNCLEAR).find(([each]) => new RegExp(`^${each}$`, 'i').test(word))?.[1]
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const [, word] = unclear.exec(line) ?? []
        return word ? [`${file}:${index + 1} "${word}": write ${instead(word)}`] : []
      }),
  )
  expect(found).toEqual([])
})
