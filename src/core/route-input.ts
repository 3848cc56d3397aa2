import type * as v from 'valibot'

/** The input of an operation beside its path. */
export interface RouteInput {
  /**
   * The form in which it comes: a JSON body, a form in the body, parameters of the query protocol
   * (`Tags.member.1.Key`), or an XML document.
   */
  readonly media: 'json' | 'form' | 'query' | 'xml'
  /** The schema of the input; null for a parser that knows names only. */
  readonly schema: v.GenericSchema | null
  /** The names of the parameters, where there is no schema. */
  readonly names?: readonly string[]
  /** The name of the document's first element, for XML. */
  readonly root?: string
}

// The functions of routes live as long as the program.
const inputs = new WeakMap<object, RouteInput>()

/** Declares what a step or a handler reads, and returns it. */
export function declareInput<S extends object>(reader: S, input: RouteInput): S {
  inputs.set(reader, input)
  return reader
}

/** Returns what a step or a handler was declared to read; undefined for any other one. */
export function inputOf(reader: object): RouteInput | undefined {
  return inputs.get(reader)
}
