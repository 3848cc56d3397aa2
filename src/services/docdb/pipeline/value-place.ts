import { copyOf, fieldOf, isDocument, setField, type Document, type Value } from '#docdb/values/value.ts'

/** Returns a document with a value at a path, for which a value on the way that is no document makes room. */
export function withValueAt(document: Document, [name = '', ...rest]: readonly string[], value: Value): Document {
  const copy = copyOf(document)
  const inner = fieldOf(document, name)
  setField(copy, name, rest.length === 0 ? value : withValueAt(isDocument(inner) ? inner : {}, rest, value))
  return copy
}
