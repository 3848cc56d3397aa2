import { randomBytes } from 'node:crypto'

/**
 * Stores values for a limited time under random keys, in the memory of this process. Several processes would share a
 * database instead.
 *
 * @template Value
 * @param {number} lifetime In seconds.
 */
export function createStore(lifetime) {
  /** @type {Map<string, { value: Value, expires: number }>} */
  const entries = new Map()

  /** @param {string | undefined} key */
  function get(key) {
    const entry = entries.get(key ?? '')
    return entry !== undefined && entry.expires > Date.now() ? entry.value : undefined
  }

  return {
    get,
    /** @param {Value} value */
    add(value) {
      // A map lists the oldest entries first.
      for (const [key, { expires }] of entries) {
        if (expires > Date.now()) break
        entries.delete(key)
      }
      const key = randomBytes(32).toString('base64url')
      entries.set(key, { value, expires: Date.now() + lifetime * 1000 })
      return key
    },
    /** @param {string | undefined} key */
    take(key) {
      const value = get(key)
      entries.delete(key ?? '')
      return value
    },
  }
}
