import { isRecord } from '../objects.ts'

/** A path in a seed: `['codehost', 'repos', 0, 'name']`. */
export type SeedPath = readonly (string | number)[]

/** Writes a path as text: `codehost.repos[0].name`, `tokens["a.b"].login`. */
export function pathText(path: SeedPath): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      if (!/^[\w$-]+$/.test(key)) return `[${JSON.stringify(key)}]`
      return index === 0 ? key : `.${key}`
    })
    .join('')
}

/** Returns the value at a path; undefined when the path does not exist. */
export function valueAt(value: unknown, path: SeedPath): unknown {
  return path.reduce<unknown>(
    (parent, key) => (isRecord(parent) || Array.isArray(parent) ? own(parent, key) : undefined),
    value,
  )
}

function own(parent: object, key: string | number): unknown {
  return Object.getOwnPropertyDescriptor(parent, key)?.value
}

/** The value of a seed, and where its parts are. */
export interface SeedContent {
  readonly value: unknown
  /** Returns the place of what a path leads to, or of the nearest part above it. */
  place(path: SeedPath, part: 'key' | 'value'): Place
}

/** A place in a seed file. */
interface Place {
  /** `backlot.config.yaml:12:5`; empty for inline seeds. */
  readonly text: string
  /** The offset in the file, in characters; 0 for inline seeds. */
  readonly offset: number
}
