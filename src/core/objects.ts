/** Returns whether a value is an object that is no array: what a JSON object is read as. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Returns the members that are not undefined: the changes that a body with optional members asks for. */
export function defined<T extends object>(value: T): Defined<T> {
  // Filtering the entries loses the types of the members.
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Defined<T>
}

/**
 * Returns an object with the members of both; the objects of both are merged, and everything else is replaced. A member
 * that is undefined changes nothing.
 */
export function merged(
  before: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(changes).flatMap(([name, value]) => {
    if (value === undefined) return []
    const present = before[name]
    return [[name, isRecord(value) && isRecord(present) ? merged(present, value) : value] as const]
  })
  return { ...before, ...Object.fromEntries(entries) }
}

/**
 * Returns a copy of an object with one member more, behind the others. In Node.js 20 a literal that adds a member
 * behind a spread takes ten times as long.
 */
export function withMember<T extends object, K extends string, V>(
  object: T,
  name: K,
  value: V,
): T & { readonly [N in K]: V } {
  const copy: Record<string, unknown> = {}
  for (const key in object) copy[key] = object[key]
  copy[name] = value
  return copy as T & { readonly [N in K]: V } // written above
}

/** Returns a member of a table by a name that a client sends; undefined for what every object has, as `constructor`. */
export function ownMember<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Returns what a function makes of a value that is given, null included; undefined for undefined. */
export function given<T, R>(value: T | undefined, make: (value: T) => R): R | undefined {
  return value === undefined ? undefined : make(value)
}
