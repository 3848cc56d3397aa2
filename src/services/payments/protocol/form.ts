/** A value of a request body or query before its parameter's type is known. Objects have no prototype. */
export type Raw = string | number | boolean | null | readonly Raw[] | RawHash

/** A hash of parameters by name. */
export interface RawHash {
  readonly [name: string]: Raw
}

/** The deepest nesting of brackets that is read; a name with more of them is one unknown parameter. */
const DEEPEST = 12

/**
 * Parses a form with nested brackets: `items[0][price]=p`, `expand[]=customer`, `metadata[key]=value`. Lists become
 * hashes whose names are the positions. The last of several equal names counts. https://docs.stripe.com/api#intro
 */
export function parseForm(text: string): RawHash {
  const root = hash()
  const sizes: Sizes = new WeakMap()
  for (const [key, value] of new URLSearchParams(text)) {
    if (key !== '') put(root, segmentsOf(key), value, sizes)
  }
  return root
}

/** Returns a copy of a JSON value whose objects have no prototype. */
export function withoutPrototypes(value: unknown): Raw {
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  if (typeof value === 'object' && value !== null) {
    const copy = hash()
    for (const [name, each] of Object.entries(value)) copy[name] = withoutPrototypes(each)
    return copy
  }
  return value as Raw // JSON has no other values
}

type MutableHash = { [name: string]: Raw }

/** The number of members of each hash: to count them anew for each `[]` would take quadratic time. */
type Sizes = WeakMap<MutableHash, number>

function hash(): MutableHash {
  return Object.create(null) as MutableHash // an object without members
}

/**
 * Returns the segments of a name: `['items', '0', 'price']` for `items[0][price]`; an empty segment stands for `[]`.
 */
function segmentsOf(key: string): readonly string[] {
  const open = key.indexOf('[')
  if (open <= 0 || !key.endsWith(']')) return [key]
  const segments = [key.slice(0, open), ...key.slice(open + 1, -1).split('][')]
  return segments.length > DEEPEST ? [key] : segments
}

function put(root: MutableHash, segments: readonly string[], value: string, sizes: Sizes): void {
  let at = root
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1
    const size = sizes.get(at) ?? 0
    const name = segment === '' ? nextPosition(at, size, segments.slice(index + 1)) : segment
    const inner = at[name]
    if (inner === undefined) sizes.set(at, size + 1)
    if (last) {
      at[name] = value
      return
    }
    // A name that had a plain value before becomes a hash: the later parameter counts.
    at =
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? (inner as MutableHash)
        : (at[name] = hash())
  }
}

/**
 * Returns the position that `[]` names: a new one for a value. A hash (`items[][price]`) is the last one of the list,
 * unless that has a value for the rest of the name already, which begins the next hash.
 */
function nextPosition(list: MutableHash, size: number, rest: readonly string[]): string {
  const last = String(size - 1)
  return rest.length === 0 || size === 0 || hasValue(list[last], rest) ? String(size) : last
}

/** Returns whether a value has a member for these segments of a name, where `[]` has room for another value. */
function hasValue(value: Raw | undefined, segments: readonly string[]): boolean {
  let at = value
  for (const segment of segments) {
    if (segment === '' || at === undefined) return false
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return true
    at = (at as RawHash)[segment]
  }
  return at !== undefined
}
