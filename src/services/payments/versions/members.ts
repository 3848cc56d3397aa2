import { isRecord } from '#core/objects.ts'
import type { Members } from './change.ts'

/** Returns the JSON object that a member holds; one without members where it holds another value. */
export function hashAt(object: Members, name: string): Members {
  const value = object[name]
  return isRecord(value) ? value : {}
}

/** Returns the JSON objects in the list that a member holds; none where it holds another value. */
export function hashesAt(object: Members, name: string): readonly Members[] {
  const value = object[name]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** Returns the id that a member holds; null where it holds none. */
export function idAt(object: Members, name: string): string | null {
  const value = object[name]
  return typeof value === 'string' ? value : null
}

/** Returns the number that a member holds; 0 where it holds none. */
export function numberAt(object: Members, name: string): number {
  const value = object[name]
  return typeof value === 'number' ? value : 0
}

/** Returns an object without the members on these paths. A path leads through hashes and lists. */
export function withoutMembers(object: Members, paths: readonly string[]): Members {
  return paths.reduce((rest, path) => without(rest, path.split('.')) as Members, object) // an object stays one
}

function without(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, [name, ...rest]))
  if (!isRecord(value) || !Object.hasOwn(value, name)) return value
  if (rest.length > 0) return { ...value, [name]: without(value[name], rest) }
  const { [name]: _, ...others } = value
  return others
}

/** Returns an object with a member of another name. */
export function withRenamed(object: Members, from: string, to: string): Members {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name === from ? to : name, value]))
}
