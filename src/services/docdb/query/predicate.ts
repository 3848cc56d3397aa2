import type { Sandbox } from '#docdb/scripts/engine.ts'
import type { TimeLimit } from './time-limit.ts'
import type { Collation } from '#docdb/values/collation.ts'
import type { Document, Value } from '#docdb/values/value.ts'

/** The variables of an expression: `NOW`, `ROOT`, those of `let` and `$let`. */
export type Variables = Readonly<Record<string, Value | undefined>>

/** Everything that the meaning of a query or an expression depends on, beside the document. */
export interface Environment {
  readonly collation: Collation | undefined
  /** Returns a number from 0 to 1 by the instance's own chance. */
  readonly random: () => number
  readonly variables: Variables
  /**
   * The variables that expressions around this one bind when they are evaluated, beside {@link variables}. Where
   * `CURRENT` is one, the paths of fields begin there.
   */
  readonly bound?: ReadonlySet<string>
  /** The time that the command may take; absent where it has no limit. */
  readonly time?: TimeLimit | undefined
  /** False where the command's `allowDiskUse` is, so that a stage may hold no more than 100 MB. */
  readonly allowDiskUse?: boolean | undefined
  /** Runs functions of the client; absent where none may run. */
  readonly scripts?: Sandbox | undefined
  /** Returns what `$meta` reads of a document, such as its text score; absent where nothing has searched. */
  readonly meta?: ((document: Document, name: string) => Value | undefined) | undefined
  /** Returns the test for `$text` of the collection; absent where there is no text index. */
  readonly text?: ((search: Document) => TextSearch) | undefined
}

/** A search by a text index. */
export interface TextSearch {
  /** The keys of the words in the index, of which each document that matches has one. */
  readonly keys: readonly string[]
  /** Returns the score of a document; 0 when it does not match. */
  score(document: Document): number
}

/** Returns whether a document matches. */
export type Predicate = (document: Document, variables: Variables) => boolean
