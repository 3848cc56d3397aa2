import {
  getNamedType,
  isInputObjectType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLResolveInfo,
} from 'graphql'
import { isRecord } from '#core/objects.ts'
import { argumentNotImplemented } from './failures.ts'

type Values = Readonly<Record<string, unknown>>

/** Arguments that say which of them a resolver has read. */
export interface ObservedArguments {
  readonly args: Values
  /**
   * Requires that the resolver has read every argument that the client gave.
   *
   * @throws an error that names the one which it does not know.
   */
  readonly requireRead: (info: GraphQLResolveInfo) => void
}

/** The arguments of pages, which are read when the query asks for the page. */
const OF_PAGES: readonly string[] = ['first', 'last', 'after', 'before']

/** Observes the reads of arguments, also of those within input objects. */
export function observeArguments(args: Values): ObservedArguments {
  const read = new Set<string>(OF_PAGES)
  return {
    args: observed(args, '', read),
    requireRead(info) {
      const field = info.parentType.getFields()[info.fieldName]
      const unknown = firstUnread(args, field?.args ?? [], '', read)
      if (unknown !== null) throw argumentNotImplemented(info.parentType.name, info.fieldName, unknown)
    },
  }
}

/** Marks all arguments as read, for a resolver whose answer depends on none of them. */
export function acceptArguments(args: object): void {
  JSON.stringify(args)
}

function observed(values: Values, path: string, read: Set<string>): Values {
  const within = new Map<string, Values>()
  return new Proxy(values, {
    get(target, name) {
      if (typeof name !== 'string') return undefined
      const value = target[name]
      const at = path + name
      read.add(at)
      if (!isRecord(value)) return value
      const known = within.get(name) ?? observed(value, `${at}.`, read)
      within.set(name, known)
      return known
    },
  })
}

/** Returns the path of an argument with a value of its own that was not read; null when there is none. */
function firstUnread(
  values: Values,
  declared: readonly (GraphQLArgument | GraphQLInputField)[],
  path: string,
  read: ReadonlySet<string>,
): string | null {
  for (const { name, type, defaultValue } of declared) {
    const value = values[name]
    if (value == null || JSON.stringify(value) === JSON.stringify(defaultValue)) continue
    const at = path + name
    if (!read.has(at)) return at
    const named = getNamedType(type)
    // An order is read while rows are compared, so perhaps never.
    if (name === 'orderBy' || !isRecord(value) || !isInputObjectType(named)) continue
    const inner = firstUnread(value, Object.values(named.getFields()), `${at}.`, read)
    if (inner !== null) return inner
  }
  return null
}
