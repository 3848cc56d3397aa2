import type { GraphQLResolveInfo } from 'graphql'
import type { CodehostCall } from '#codehost/call.ts'

/**
 * A resolver of one field: it gets the row that stands for the object, the arguments as the schema has checked them,
 * and the call. Where the field's type is an interface or a union it returns what {@link typed} makes, else a row.
 */
type Resolve<S> = (source: S, args: never, call: CodehostCall, info: GraphQLResolveInfo) => unknown

/** The resolvers of a type, by the vendor's names of the fields. */
export type Fields<S> = Readonly<Record<string, Resolve<S>>>

/** A row with the name of its type, for fields whose type is an interface or a union. */
export interface Typed {
  readonly typename: string
  readonly row: object
}

/** Returns a row as an object of a type. */
export function typed(typename: string, row: object): Typed {
  return { typename: typename, row }
}

/** Like {@link typed}, with null for a missing row. */
export function typedOrNull(typename: string, row: object | null | undefined): Typed | null {
  return row == null ? null : typed(typename, row)
}

/** Returns the row of a source. */
export function rowOf(source: unknown): unknown {
  return typeof source === 'object' && source !== null && 'typename' in source && 'row' in source ? source.row : source
}
