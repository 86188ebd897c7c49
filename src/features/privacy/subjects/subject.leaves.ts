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

interface Place {
  value: unknown
  path: string
  key: string
  container: Container
  isDetail: boolean
  put(value: unknown): void
}

/**
 * Replaces every leaf of a row with the result of `change`. Two keys of an object that become equal are kept apart.
 * @returns a new row
 */
export function mapLeaves(
  row: Readonly<Record<string, unknown>>,
  change: (leaf: Leaf) => unknown,
): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  const root: Container = {}
  const places: Place[] = Object.entries(row).map(([key, value]) => {
    const put = (made: unknown) => {
      whole[key] = made
    }
    return { value, path: key, key, container: root, isDetail: false, put }
  })
  // The list grows during the loop.
  for (const { value, path, key, container, isDetail, put } of places) {
    if (typeof value === 'string' || typeof value === 'number') {
      put(change({ path, key, value, container, isKey: false, isDetail }))
    } else if (Array.isArray(value)) {
      const made: unknown[] = []
      put(made)
      for (const [index, item] of value.entries()) {
        const below = { value: item, path: `${path}[${index}]`, key, container, isDetail }
        places.push({
          ...below,
          put: (rewritten) => {
            made[index] = rewritten
          },
        })
      }
    } else if (typeof value === 'object' && value !== null) {
      put(mapKeys(value, { path, container, isDetail }, change, places))
    } else put(value)
  }
  return whole
}

/** Adds the keys of an object. Its values follow later. */
function mapKeys(
  value: object,
  { path, container, isDetail }: Pick<Place, 'path' | 'container' | 'isDetail'>,
  change: (leaf: Leaf) => unknown,
  places: Place[],
): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  const own: Container = isDetail ? container : { parent: container }
  for (const [index, [key, item]] of Object.entries(value).entries()) {
    const below = { path: path + step(key, index), key, container: own }
    let called = String(change({ ...below, path: `${below.path}#key`, value: key, isKey: true, isDetail: false }))
    while (Object.hasOwn(made, called)) called += '-'
    // Keeps the order of the keys and treats `__proto__` like any other key.
    Object.defineProperty(made, called, { value: null, enumerable: true, configurable: true, writable: true })
    const put = (rewritten: unknown) => {
      made[called] = rewritten
    }
    places.push({ ...below, value: item, isDetail: isDetail || isDetailKey(key), put })
  }
  return made
}

export function leavesOf(row: Readonly<Record<string, unknown>>): Leaf[] {
  const leaves: Leaf[] = []
  mapLeaves(row, (leaf) => {
    leaves.push(leaf)
    return leaf.value
  })
  return leaves
}
