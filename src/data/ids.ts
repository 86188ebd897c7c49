import { randomFillSync } from 'node:crypto'
import { v7 as uuid } from 'uuid'

/**
 * Random bytes for 256 ids at once, because one call of the operating system takes longer than the creation of an id.
 */
const randomness = new Uint8Array(16 * 256)
let used = randomness.length

function random(): Uint8Array {
  if (used === randomness.length) {
    randomFillSync(randomness)
    used = 0
  }
  used += 16
  return randomness.subarray(used - 16, used)
}

let sequence = 0

/** Creates a UUID version 7. Ids sort by creation time, also within a millisecond. */
export function newId(): string {
  sequence = (sequence + 1) >>> 0
  return uuid({ random: random(), seq: sequence })
}
