import { areEqual } from '#docdb/values/compare.ts'
import { fieldOf, isDocument, setField, typeOf, type Document, type Value } from '#docdb/values/value.ts'

/** The difference of two versions of a document, as change streams have it. */
export interface Difference {
  readonly updatedFields: Document
  readonly removedFields: string[]
  readonly truncatedArrays: Document[]
  /** The parts of the paths that could be read in more than one way: indexes of arrays are numbers. */
  readonly disambiguatedPaths: Document
}

/** A place in a document: names of fields, and indexes of arrays. */
type Path = readonly (string | number)[]

/** Returns whether two values are the same to the last digit. */
function isSame(left: Value, right: Value): boolean {
  return typeOf(left) === typeOf(right) && areEqual(left, right)
}

/** Returns the difference between two versions of a document. */
export function differenceOf(before: Document, after: Document): Difference {
  const found: Difference = { updatedFields: {}, removedFields: [], truncatedArrays: [], disambiguatedPaths: {} }
  compareFields(before, after, [], found)
  return found
}

/** Returns a path as text; notes its parts where the text could be read in more than one way. */
function textOf(path: Path, found: Difference): string {
  const text = path.join('.')
  // A field whose name is a number could be an index, and one with a dot two fields.
  if (path.some((part) => typeof part === 'string' && (/^\d+$/.test(part) || part.includes('.'))))
    setField(found.disambiguatedPaths, text, [...path])
  return text
}

function compareFields(before: Document, after: Document, path: Path, found: Difference): void {
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) found.removedFields.push(textOf([...path, name], found))
  for (const [name, value] of Object.entries(after)) {
    const old = fieldOf(before, name)
    if (old === undefined) setField(found.updatedFields, textOf([...path, name], found), value)
    else compareAt(old, value, [...path, name], found)
  }
}

function compareAt(old: Value, value: Value, path: Path, found: Difference): void {
  if (isSame(old, value) && !isDocument(value) && !Array.isArray(value)) return
  if (isDocument(old) && isDocument(value)) compareFields(old, value, path, found)
  else if (Array.isArray(old) && Array.isArray(value)) compareArrays(old, value, path, found)
  else setField(found.updatedFields, textOf(path, found), value)
}

function compareArrays(old: Value[], value: Value[], path: Path, found: Difference): void {
  const common = Math.min(old.length, value.length)
  const changed = Array.from({ length: common }, (_, at) => at).filter(
    (at) => !isSame(old[at] ?? null, value[at] ?? null),
  )
  if (value.length < old.length) {
    // A shorter array is a shorter beginning, or another array.
    if (changed.length > 0) {
      setField(found.updatedFields, textOf(path, found), value)
      return
    }
    found.truncatedArrays.push({ field: textOf(path, found), newSize: value.length })
    return
  }
  for (const at of changed) compareAt(old[at] ?? null, value[at] ?? null, [...path, at], found)
  for (let at = common; at < value.length; at++)
    setField(found.updatedFields, textOf([...path, at], found), value[at] ?? null)
}
