import { describe, expect, test } from '@jest/globals'
import {
  combined,
  consistencyRanges,
  inclusionRanges,
  joined,
  leafHash,
  type Range,
  subtreesOf,
} from '../../src/features/audit/merkle.ts'
import { parseCheckpoint, parseKeyText } from '../../src/features/audit/note.ts'
import { isConsistent, isIncluded, rootOver } from '../support/tlog.ts'

const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']

/** Roots of the first one, two, ... of these leaves, published with Certificate Transparency. */
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const known = LEAVES.map((hex) => leafHash(Buffer.from(hex, 'hex')))
const many = Array.from({ length: 70 }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)))

const hashOf =
  (leaves: Buffer[]) =>
  ([from, to]: Range) =>
    joined(
      subtreesOf(from, to).map(({ height, index }) =>
        combined(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)),
      ),
    )

describe('the Merkle tree of RFC 6962', () => {
  test.each(ROOTS.map((root, index) => [index + 1, root] as const))('over %i known leaves', (size, root) => {
    expect(hashOf(known)([0, size]).toString('hex')).toBe(root)
  })

  test('without leaves', () => {
    expect(joined([]).toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  test('proves every leaf of every tree of up to 70, by the algorithm of RFC 9162', () => {
    for (let size = 1; size <= many.length; size++) {
      const root = rootOver(many.slice(0, size))
      for (let index = 0; index < size; index++) {
        const proof = inclusionRanges(index, [0, size]).map(hashOf(many))
        const leaf = many[index] as Buffer
        expect(isIncluded(index, size, leaf, proof, root)).toBe(true)
        expect(isIncluded(index, size, many[(index + 1) % 70] as Buffer, proof, root)).toBe(false)
      }
    }
  })

  test('proves for every tree of up to 70 that each larger one continues it', () => {
    for (let size = 1; size <= many.length; size++) {
      const newer = { size, root: rootOver(many.slice(0, size)) }
      for (let before = 1; before <= size; before++) {
        const proof = consistencyRanges(before, [0, size]).map(hashOf(many))
        const older = { size: before, root: rootOver(many.slice(0, before)) }
        expect(isConsistent(older, newer, proof)).toBe(true)
        const other = { size: before, root: rootOver(many.slice(1, before + 1)) }
        expect(isConsistent(other, newer, proof)).toBe(false)
      }
    }
  })
})

describe('signed notes', () => {
  /** The example in the documentation of Go's package golang.org/x/mod/sumdb/note. */
  const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'

  test('a published key is accepted, and a key with a wrong id is not', () => {
    expect(parseKeyText(KEY)).toMatchObject({ name: 'PeterNeumann', algorithm: 1 })
    for (const other of [KEY.replace('c74', 'c75'), KEY.replace('Peter', 'Paul'), KEY.slice(0, -2), 'x', '']) {
      expect(parseKeyText(other)).toBeUndefined()
    }
  })

  const ROOT = Buffer.alloc(32, 1).toString('base64')
  const LINE = `— a/b ${Buffer.alloc(68, 2).toString('base64')}\n`
  test.each([
    ['without a signature', `a/b\n3\n${ROOT}\n\n`],
    ['a size with a leading zero', `a/b\n03\n${ROOT}\n\n${LINE}`],
    ['a size beyond 2^53', `a/b\n9999999999999999\n${ROOT}\n\n${LINE}`],
    ['a negative size', `a/b\n-3\n${ROOT}\n\n${LINE}`],
    ['a root that is too short', `a/b\n3\n${ROOT.slice(4)}\n\n${LINE}`],
    ['a root in other base64', `a/b\n3\n${ROOT.replace('=', '')}\n\n${LINE}`],
    ['no text', `\n\n${LINE}`],
    ['a line in between', `a/b\n3\n${ROOT}\n\nx\n${LINE}`],
  ])('%s is no checkpoint', (_, note) => {
    expect(parseCheckpoint(note)).toBeUndefined()
  })

  test('a checkpoint is read, including additional lines of its text', () => {
    expect(parseCheckpoint(`a/b\n3\n${ROOT}\nmore\n\n${LINE}`)).toMatchObject({ origin: 'a/b', size: 3 })
  })
})
