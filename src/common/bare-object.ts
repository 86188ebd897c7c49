/**
 * An object that inherits nothing, so that any name can be a key. V8 handles it like an instance of a class; an object of
 * `Object.create(null)` is a hash table, which takes more time and memory.
 */
export class BareObject {
  [key: string]: unknown
}

Object.setPrototypeOf(BareObject.prototype, null)
Reflect.deleteProperty(BareObject.prototype, 'constructor')
