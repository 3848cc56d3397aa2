import { positionOf } from '#docdb/query/path.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import { fieldOf, isDocument, setField, type Document, type Value } from '#docdb/values/value.ts'

/** The most elements by which an update may extend an array beyond its end. */
const MOST_PADDING = 1_500_000

/** Returns a copy of a value that may be changed in place. */
export function changeable<T extends Value>(value: T): T {
  if (Array.isArray(value)) return value.map((each) => changeable(each)) as Value as T // an array, as before
  if (!isDocument(value)) return value
  const copy: Document = {}
  for (const name of Object.keys(value)) setField(copy, name, changeable(value[name] as Value)) // its own field
  return copy as T // a document, as before
}

/** A place in a document that an update reads and changes. */
export interface Target {
  /** The path, with the positions that array filters chose. */
  readonly path: string
  get(): Value | undefined
  set(value: Value): void
  remove(): void
  /** Throws PathNotViable where the path leads through a value that can have no such field. */
  requireViable(): void
}

/** Returns the place at a path without placeholders. Documents on the way are created when a value is set. */
export function targetAt(root: Document, path: readonly string[]): Target {
  const text = path.join('.')
  const last = path.at(-1) ?? ''
  return {
    path: text,
    get: () => {
      const parent = walk(root, path.slice(0, -1), false)
      return parent === undefined ? undefined : child(parent, last)
    },
    set: (value) => {
      const parent = walk(root, path.slice(0, -1), true, last)
      if (parent !== undefined) setChild(parent, last, value, path)
    },
    remove: () => {
      const parent = walk(root, path.slice(0, -1), false)
      if (Array.isArray(parent)) {
        const at = positionOf(last)
        if (at >= 0 && at < parent.length) parent[at] = null
      } else if (parent !== undefined) delete parent[last]
    },
    requireViable: () => requireViable(root, path),
  }
}

type Container = Document | Value[]

function child(parent: Container, name: string): Value | undefined {
  if (!Array.isArray(parent)) return fieldOf(parent, name)
  const at = positionOf(name)
  return at < 0 ? undefined : parent[at]
}

function setChild(parent: Container, name: string, value: Value, path: readonly string[]): void {
  if (!Array.isArray(parent)) {
    setField(parent, name, value)
    return
  }
  const at = positionOf(name)
  if (at < 0) throw notViable(name, path.at(-2) ?? '', parent)
  if (at - parent.length > MOST_PADDING) {
    throw new CommandError('CannotMutateObject', `can't backfill more than ${MOST_PADDING} elements`)
  }
  while (parent.length < at) parent.push(null)
  parent[at] = value
}

function walk(root: Document, path: readonly string[], create: boolean, last = ''): Container | undefined {
  let at: Container = root
  for (const [index, name] of path.entries()) {
    let next = child(at, name)
    if (next === undefined) {
      if (!create) return undefined
      next = {}
      setChild(at, name, next, path.slice(0, index + 1))
    }
    if (!isDocument(next) && !Array.isArray(next)) {
      if (!create) return undefined
      throw notViable(path[index + 1] ?? last, name, next)
    }
    at = next
  }
  return at
}

/** 28: a field cannot be created in a value that is neither a document nor an array. */
function notViable(field: string, parent: string, value: Value): CommandError {
  return new CommandError('PathNotViable', `Cannot create field '${field}' in element {${parent}: ${show(value)}}`)
}

function requireViable(root: Document, path: readonly string[]): void {
  let at: Value = root
  for (const [index, name] of path.entries()) {
    const canHave: boolean = isDocument(at) || (Array.isArray(at) && positionOf(name) >= 0)
    if (!canHave) {
      const parent = path.slice(0, index)
      throw new CommandError(
        'PathNotViable',
        `Cannot use the part (${name}) of (${path.join('.')}) to traverse the element ({${parent.at(-1) ?? ''}: ${show(at)}})`,
      )
    }
    const next = child(at as Container, name) // a document or an array
    if (next === undefined) return
    at = next
  }
}
