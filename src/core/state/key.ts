/** One part of a key. Parts of different types order as null < booleans < numbers < strings. */
export type KeyPart = string | number | boolean | null

/** A compound key. The keys of one map all have the same number of parts, and a prefix has no more. */
export type Key = readonly KeyPart[]

/**
 * The keys of a node: the parts of the first one, then those of the second, and so on. An array for each key would take
 * most of the memory of an index, and of the time of the garbage collector.
 */
export type Keys = KeyPart[]

/** Returns the index of the child below which a key belongs. */
export function childIndex(keys: Keys, width: number, key: Key): number {
  return Math.max(0, upperBound(keys, width, key) - 1)
}

/** Returns the index of the first key that is not below `key`. */
export function lowerBound(keys: Keys, width: number, key: Key): number {
  if (keys.length === 0) return 0
  const count = keys.length / width
  // Most inserted keys are above all others.
  if (comparePrefix(keys, keys.length - width, key) < 0) return count
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (comparePrefix(keys, middle * width, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the index of the first key that is above every key that begins with `key`. */
export function upperBound(keys: Keys, width: number, key: Key): number {
  if (keys.length === 0) return 0
  const count = keys.length / width
  if (comparePrefix(keys, keys.length - width, key) <= 0) return count
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (comparePrefix(keys, middle * width, key) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Orders the key that begins at `at` against `prefix` by the parts that `prefix` has: 0 when it begins with it. */
export function comparePrefix(keys: Keys, at: number, prefix: Key): number {
  for (let index = 0; index < prefix.length; index++) {
    const order = compareParts(keys[at + index] ?? null, prefix[index] ?? null)
    if (order !== 0) return order
  }
  return 0
}

function compareParts(left: KeyPart, right: KeyPart): number {
  // With the types named, V8 compares in place; otherwise it calls a function that finds them out.
  if (typeof left === 'string' && typeof right === 'string') return left === right ? 0 : left < right ? -1 : 1
  if (typeof left === 'number' && typeof right === 'number') return left === right ? 0 : left < right ? -1 : 1
  // Two booleans of different values are false and true; null equals itself.
  if (left === right) return 0
  return typeRank(left) - typeRank(right) || (left === false ? -1 : 1)
}

function typeRank(part: KeyPart): number {
  switch (typeof part) {
    case 'boolean':
      return 1
    case 'number':
      return 2
    case 'string':
      return 3
    default:
      return 0
  }
}
