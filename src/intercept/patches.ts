/** Replaced members of objects that others own, such as `globalThis.fetch`. */
export class Patches {
  readonly #made: {
    readonly owner: object
    readonly name: string
    readonly before: PropertyDescriptor
    readonly value: unknown
  }[] = []

  /** Replaces a class. */
  replaceClass<C extends abstract new (...parameters: never[]) => unknown>(
    owner: object,
    name: string,
    make: (original: C) => C,
  ): void {
    this.#replace(owner, name, make)
  }

  /** Replaces a method. Does nothing when the object has none of this name. */
  replace<F extends (...parameters: never[]) => unknown>(owner: object, name: string, make: (original: F) => F): void {
    this.#replace(owner, name, (original: F) => {
      const value = make(original)
      for (const key of Object.getOwnPropertySymbols(original)) {
        Object.defineProperty(value, key, Object.getOwnPropertyDescriptor(original, key) ?? {})
      }
      return Object.defineProperty(value, 'name', { value: original.name, configurable: true })
    })
  }

  /** Replaces a method that an object may inherit, for that object only. */
  override<F extends (...parameters: never[]) => unknown>(owner: object, name: string, make: (original: F) => F): void {
    const inherited: unknown = Reflect.get(owner, name)
    if (!Object.hasOwn(owner, name) && typeof inherited === 'function') {
      Object.defineProperty(owner, name, { value: inherited, writable: true, configurable: true })
    }
    this.replace(owner, name, make)
  }

  #replace<V>(owner: object, name: string, make: (original: V) => V): void {
    const before = Object.getOwnPropertyDescriptor(owner, name)
    if (before === undefined || before.configurable !== true) return
    const original: unknown = before.get === undefined ? before.value : before.get.call(owner)
    if (typeof original !== 'function') return
    const value = make(original as V) // the caller names the type of the member
    Object.defineProperty(owner, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: before.enumerable === true,
    })
    this.#made.push({ owner, name, before, value })
  }

  /**
   * Puts the members back as they were, the latest replacement first. A member that other code has replaced since stays
   * as it is: that code may call the replacement of this object, which must then do what the original does.
   */
  restore(): void {
    for (const { owner, name, before, value } of this.#made.splice(0).toReversed()) {
      if (Object.getOwnPropertyDescriptor(owner, name)?.value === value) Object.defineProperty(owner, name, before)
    }
  }
}
