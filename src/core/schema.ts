import type * as v from 'valibot'

/**
 * A schema of Valibot, by the members that the types of the package use: a project that writes no service of its own
 * has no Valibot. Each version 1 of Valibot fits. https://valibot.dev/guides/schemas/
 */
export interface Schema {
  readonly kind: 'schema'
  readonly type: string
  readonly '~run': unknown
  readonly '~types'?: { readonly input: unknown; readonly output: unknown } | undefined
}

/** The values that a schema accepts. */
export type InputOf<S extends Schema> = NonNullable<S['~types']>['input']

/** The values that a schema returns. */
export type OutputOf<S extends Schema> = NonNullable<S['~types']>['output']

/** Returns a schema with the type that Valibot's functions take. */
export function valibotSchema(schema: Schema): v.GenericSchema {
  return schema as Schema & v.GenericSchema // only Valibot makes objects with these members
}
