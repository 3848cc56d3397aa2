import type { SeedPath } from './seed-path.ts'

/** Returns the keys that a schema accepts in an object at a path; of a union, those of all options. */
export function keysAt(schema: unknown, path: SeedPath): string[] {
  const reached = path.reduce(
    (schemas, key) => schemas.flatMap(unwrapped).flatMap((each) => below(each, key)),
    [schema],
  )
  return [...new Set(reached.flatMap(unwrapped).flatMap(({ entries }) => Object.keys(entries ?? {})))]
}

/** The parts of valibot's schemas that hold inner schemas. */
interface Parts {
  readonly wrapped?: unknown
  readonly pipe?: readonly unknown[]
  readonly options?: readonly unknown[]
  readonly getter?: (input: unknown) => unknown
  readonly entries?: Readonly<Record<string, unknown>>
  readonly item?: unknown
  readonly items?: readonly unknown[]
  readonly value?: unknown
}

/** Returns the schemas inside optional, pipe, union, variant and lazy. */
function unwrapped(schema: unknown): Parts[] {
  if (typeof schema !== 'object' || schema === null) return []
  const parts: Parts = schema
  if (parts.wrapped !== undefined) return unwrapped(parts.wrapped)
  if (parts.pipe !== undefined && parts.pipe[0] !== schema) return unwrapped(parts.pipe[0])
  if (parts.options !== undefined) return parts.options.flatMap(unwrapped)
  if (parts.getter !== undefined) return unwrapped(parts.getter(undefined))
  return [parts]
}

function below({ entries, item, items, value }: Parts, key: string | number): unknown[] {
  if (typeof key === 'number') return [item ?? items?.[key]]
  return [entries !== undefined && Object.hasOwn(entries, key) ? entries[key] : value]
}
