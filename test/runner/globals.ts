import { currentGlobals, type Globals } from './current.ts'

/** A test file has an instance of this module: it takes the functions themselves, so stack traces show its lines. */
const isOfOneFile = import.meta.url.includes('?')

/**
 * A module that stays loaded takes this object once, and calls the function of the file that runs now. So does what it
 * takes of that function, such as `describe.skip`.
 */
function live<T extends object>(now: () => T): T {
  return new Proxy(now(), {
    apply: (_, self, args) => Reflect.apply(now() as () => unknown, self, args),
    get(_, key) {
      const value: unknown = Reflect.get(now(), key)
      return typeof value === 'function' ? live(() => Reflect.get(now(), key) as object) : value
    },
  })
}

const take = <K extends keyof Globals>(name: K): Globals[K] =>
  isOfOneFile ? currentGlobals()[name] : live(() => currentGlobals()[name])

export const afterAll = take('afterAll')
export const afterEach = take('afterEach')
export const beforeAll = take('beforeAll')
export const beforeEach = take('beforeEach')
export const describe = take('describe')
export const expect = take('expect')
export const jest = take('jest')
export const test = take('test')
