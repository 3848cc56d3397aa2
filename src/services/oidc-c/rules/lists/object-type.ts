import { ownMember } from '#core/objects.ts'

/** The value of a property. */
export type Value = string | boolean | readonly string[] | null

/** The type of a property. */
export type PropertyType = 'text' | 'boolean' | 'date' | 'list'

/** A property of an object of the directory, and how a row has it. */
export interface Property<R> {
  readonly type: PropertyType
  of(row: R): Value
}

/** A type of objects of the directory, as Graph describes it. `never` stands for every row. */
export interface ObjectType<R = never> {
  /** The name in messages: `User`. */
  readonly resource: string
  /** The name in `@odata.type`, after `microsoft.graph.`: `user`. */
  readonly odata: string
  /** The name of its list: `users`. */
  readonly set: string
  readonly properties: Readonly<Record<string, Property<R>>>
  /** The properties that Graph answers without `$select`, in its order. */
  readonly usual: readonly string[]
  /** The relationships that `$expand` may name. */
  readonly relationships: readonly string[]
}

/** Returns the type of a property; undefined when there is none with this name. */
export function typeOfProperty({ properties }: ObjectType, name: string): PropertyType | undefined {
  return ownMember(properties, name)?.type
}

/** Returns the value of a property; null when the object has none. */
export function valueOf<R>({ properties }: ObjectType<R>, row: R, name: string): Value {
  return ownMember(properties, name)?.of(row) ?? null
}

/** Returns a time as Graph writes it. */
export function dateText(time: number): string {
  return new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
