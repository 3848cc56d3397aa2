import type { PathStep } from './expression.ts'

/** A record of an object: a JSON value, or the fields of a line. Undefined is MISSING. */
export interface SelectRecord {
  readonly value: unknown
  /** The fields of a line, which `_1`, `_2`, … name; null for JSON. */
  readonly fields: readonly string[] | null
}

/** Returns the values that a path leads to, one for each item where the path says `[*]`. */
export function valuesAt(value: unknown, steps: readonly PathStep[]): readonly unknown[] {
  const [step, ...rest] = steps
  if (step === undefined) return [value]
  if (step !== 'every') return valuesAt(valueOf(value, step), rest)
  return Array.isArray(value) ? value.flatMap((each: unknown) => valuesAt(each, rest)) : valuesAt(undefined, rest)
}

/** Returns the member or item of a value; undefined when there is none. */
export function valueOf(value: unknown, step: PathStep): unknown {
  if (typeof value !== 'object' || value === null || step === 'every') return undefined
  if ('index' in step) return Array.isArray(value) ? value[step.index] : undefined
  if (Array.isArray(value)) return undefined
  const members = value as Readonly<Record<string, unknown>> // an object
  if (Object.hasOwn(members, step.member)) return members[step.member]
  if (step.exact) return undefined
  const name = step.member.toLowerCase()
  const found = Object.keys(members).find((each) => each.toLowerCase() === name)
  return found === undefined ? undefined : members[found]
}

/** Returns a value as text: JSON for a list or a structure. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns a field of a line by its position, `_1` for the first; undefined for another name. */
export function fieldAt({ fields }: SelectRecord, name: string): string | undefined {
  return /^_[1-9]\d*$/.test(name) ? fields?.[Number(name.slice(1)) - 1] : undefined
}
