import { randomFillSync } from 'node:crypto'
import { v7 as uuid } from 'uuid'

/** Randomness is asked of the system for many ids at once: a call costs more than an id. */
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

/** A new identifier: UUID version 7, so that ids sort by creation, within a millisecond too. */
export function newId(): string {
  sequence = (sequence + 1) >>> 0
  return uuid({ random: random(), seq: sequence })
}
