declare const writtenFrom: unique symbol

/** A text that is JSON. `T` is what it was written from. */
export type JsonText<T> = string & { readonly [writtenFrom]: T }

/** Returns the text of the array of these values. */
export function jsonArray<T>(texts: readonly JsonText<T>[]): JsonText<T[]> {
  return `[${texts.join(',')}]` as JsonText<T[]> // an array in JSON
}
