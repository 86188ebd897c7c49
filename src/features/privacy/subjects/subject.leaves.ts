/*
 * Visits all values of a row of any shape. The visit is iterative, because stored values may be nested deeper than the
 * current limit of a request body.
 */

/** An object within a row, or the row itself. Its fields may be about one person. */
export interface Container {
  parent?: Container
}

/** A text or number within a row, or the key of an object. */
export interface Leaf {
  /** The position: `contact.email`, `notes[0].text`. */
  path: string
  /** The name of the field; in a list, the name of the list. */
  key: string
  value: string | number
  container: Container
  isKey: boolean
  /** Whether the field, or one that contains it, holds a personal detail. */
  isDetail: boolean
}

/** Whether a leaf is a key made of joined words: a field name, or a key value of the caller. */
export const isKeyLike = ({ key = '', isKey = false }: Partial<Leaf>): boolean =>
  isKey || /(?:key|fingerprint)$/i.test(key)

/** Names of fields with personal details, in snake case. */
const DETAIL = new RegExp(
  '^(?:sa_|rsa_|national_)?(?:id|identity|tax|bank|licen[cs]e)_?(?:document_)?(?:no|nr|num|number|account)$' +
    '|(?:^|_)(?:passport|identity|birth\\w*|dob|gender|sex|race|ethnicity|nationality|religion|marital|salary' +
    '|address|street|suburb|postal|postcode|mobile|cell|cellphone|phone|tel|telephone|fax|whatsapp|email|surname' +
    '|initials)(?:_|$)|(?:first|last|middle|maiden|given|family|full)_?name$',
)
const snakeCase = (key: string) =>
  key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase()
const isDetailKey = (key: string) => DETAIL.test(snakeCase(key))

/**
 * Keys are usually field names, but may contain anything. Paths are shown and stored, so other keys appear by position.
 */
const step = (key: string, index: number) => (/^[a-z_]\w{0,39}$/i.test(key) ? `.${key}` : `[${index}]`)

interface Slot extends Pick<Leaf, 'path' | 'key' | 'container' | 'isDetail'> {
  value: unknown
  /** The new object or list, and the position of the value in it. */
  into: object
  at: string | number
}

/**
 * Replaces every leaf of a row with the result of `change`. Two keys of an object that become equal are kept apart.
 * @returns a new row
 */
export function mapLeaves(
  row: Readonly<Record<string, unknown>>,
  change: (leaf: Leaf) => unknown,
): Record<string, unknown> {
  const into: Record<string, unknown> = {}
  const root: Container = {}
  const slots: Slot[] = Object.entries(row).map(([key, value]) => {
    return { value, path: key, key, container: root, isDetail: false, into, at: key }
  })
  // The list grows during the loop.
  for (const slot of slots) Reflect.set(slot.into, slot.at, mapped(slot, change, slots))
  return into
}

/** The new value of a slot. Adds the slots of an object or list, whose values follow later. */
function mapped({ value, ...slot }: Slot, change: (leaf: Leaf) => unknown, slots: Slot[]): unknown {
  const { path, key, container, isDetail } = slot
  if (typeof value === 'string' || typeof value === 'number')
    return change({ path, key, value, container, isKey: false, isDetail })
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const into: unknown[] = []
    for (const [at, item] of value.entries()) slots.push({ ...slot, value: item, path: `${path}[${at}]`, into, at })
    return into
  }
  const into = {}
  const own: Container = isDetail ? container : { parent: container }
  for (const [index, [name, item]] of Object.entries(value).entries()) {
    const below = { path: path + step(name, index), key: name, container: own }
    let at = String(change({ ...below, path: `${below.path}#key`, value: name, isKey: true, isDetail: false }))
    while (Object.hasOwn(into, at)) at += '-'
    // Keeps the order of the keys and treats `__proto__` like any other key.
    Object.defineProperty(into, at, { value: null, enumerable: true, configurable: true, writable: true })
    slots.push({ ...below, value: item, isDetail: isDetail || isDetailKey(name), into, at })
  }
  return into
}

export function leavesOf(row: Readonly<Record<string, unknown>>): Leaf[] {
  const leaves: Leaf[] = []
  mapLeaves(row, (leaf) => {
    leaves.push(leaf)
    return leaf.value
  })
  return leaves
}
