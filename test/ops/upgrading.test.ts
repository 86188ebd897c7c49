import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { readVolumes } from '../../ops/cli/backup.ts'
import { OPS, readOps } from './support/stack.ts'

const { services } = parse(readOps('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { image?: string; volumes?: string[] }>
}
const NOTES = readOps('UPGRADING.md')
const sections = new Map(
  NOTES.split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', section]),
)

test('there are notes for every pinned image, and for none that is not pinned any more', () => {
  const images = Object.values(services).flatMap(({ image }) => image ?? [])
  expect([...sections.keys()].sort()).toEqual([...new Set(images), 'The gateway'].sort())
})

test('they say of each image whether it keeps data', () => {
  const keeping = new Set(readVolumes(OPS).map(({ image }) => image))
  for (const [image, section] of sections) {
    if (image === 'The gateway' || image.startsWith('node:')) continue
    expect([image, /^- No data\./m.test(section)]).toEqual([image, !keeping.has(image)])
  }
})
