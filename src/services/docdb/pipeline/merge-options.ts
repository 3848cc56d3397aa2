import { CommandError } from '#docdb/errors/command-error.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { isDocument, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import type { PipelineContext } from './context.ts'
import { placeOf, SYSTEM_DATABASES } from './write-target.ts'

const MATCHED = ['replace', 'keepExisting', 'merge', 'fail']
const NOT_MATCHED = ['insert', 'discard', 'fail']

/** The words for documents without a match that go with each word for those with one. */
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  replace: NOT_MATCHED,
  merge: NOT_MATCHED,
  pipeline: NOT_MATCHED,
  keepExisting: ['insert'],
  fail: ['insert'],
}

/** Refuses a collection of the server's own. */
function checkTarget({ database, name }: ReturnType<typeof placeOf>): void {
  if (name.startsWith('system.')) throw new CommandError(31_319, `Cannot $merge to special collection: ${name}`)
  if (SYSTEM_DATABASES.has(database)) throw new CommandError(31_320, `Cannot $merge to internal database: ${database}`)
}

/** Returns the collection that `$merge` writes into. */
function mergedPlace(into: Value, context: PipelineContext): ReturnType<typeof placeOf> {
  if (typeof into !== 'string' && !isDocument(into))
    throw new CommandError(
      51_178,
      `$merge 'into' field  must be either a string or an object, but found ${typeOf(into)}`,
    )
  const coll = isDocument(into) ? into['coll'] : undefined
  if (coll !== undefined && typeof coll !== 'string')
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'into.coll' is the wrong type '${typeOf(coll)}', expected type 'string'`,
    )
  const place = placeOf('$merge', into, context)
  checkTarget(place)
  return place
}

/** Refuses fields of `$merge` that are no names. */
function checkOn(on: Value | undefined): void {
  if (on === undefined || typeof on === 'string') return
  if (!Array.isArray(on))
    throw new CommandError(
      51_186,
      `$merge 'on' field  must be either a string or an array of strings, but found ${typeOf(on)}`,
    )
  const other = on.find((each) => typeof each !== 'string')
  if (other !== undefined)
    throw new CommandError(51_134, `$merge 'on' array elements must be strings, but found ${typeOf(other)}`)
  if (on.length === 0)
    throw new CommandError(51_187, "If explicitly specifying $merge 'on', must include at least one field")
}

/** Returns the members of a `$merge`; one that is null is as good as missing. */
function membersOf(operand: Value): Document {
  if (typeof operand === 'string') return { into: operand }
  if (!isDocument(operand))
    throw new CommandError('TypeMismatch', `$merge requires a string or object argument, but found ${typeOf(operand)}`)
  const spec = Object.fromEntries(Object.entries(operand).filter(([, value]) => value !== null))
  const { into, let: variables } = spec
  if (isDocument(into)) {
    const unknown = Object.keys(into).find((name) => name !== 'db' && name !== 'coll')
    if (unknown !== undefined)
      throw new CommandError('IDLUnknownField', `BSON field 'into.${unknown}' is an unknown field.`)
    if (into['db'] !== undefined && into['db'] !== null && typeof into['db'] !== 'string')
      throw new CommandError(
        'TypeMismatch',
        `BSON field 'into.db' is the wrong type '${typeOf(into['db'])}', expected type 'string'`,
      )
  }
  if (variables !== undefined && !isDocument(variables))
    throw new CommandError(
      'TypeMismatch',
      `BSON field '$merge.let' is the wrong type '${typeOf(variables)}', expected type 'object'`,
    )
  return spec
}

/** Refuses what `$merge` cannot do with a document that has a match, and with one that has none. */
function checkModes(whenMatched: Value, whenNotMatched: Value): void {
  if (typeof whenMatched !== 'string' && !Array.isArray(whenMatched))
    throw new CommandError(
      51_191,
      `$merge 'whenMatched' field  must be either a string or an array, but found ${typeOf(whenMatched)}`,
    )
  for (const [name, value, known] of [
    ['whenMatched', whenMatched, MATCHED],
    ['whenNotMatched', whenNotMatched, NOT_MATCHED],
  ] as const) {
    if (!Array.isArray(value) && !known.includes(textOfAny(value)))
      throw new CommandError(
        'BadValue',
        `Enumeration value '${textOfAny(value)}' for field '${name}' is not a valid value.`,
      )
  }
  const mode = typeof whenMatched === 'string' ? whenMatched : 'pipeline'
  if (PAIRS[mode]?.includes(textOfAny(whenNotMatched)) !== true)
    throw new CommandError(
      51_181,
      `Combination of $merge modes 'whenMatched: ${mode}' and 'whenNotMatched: ${textOfAny(whenNotMatched)}' is not supported`,
    )
}

/** Refuses variables without a pipeline that reads them, and another value of `new` than the document. */
function checkMergeVariables(whenMatched: Value, variables: Value | undefined): void {
  if (!isDocument(variables)) return
  if (!Array.isArray(whenMatched))
    throw new CommandError(51_199, `Cannot use 'let' variables with 'whenMatched: ${textOfAny(whenMatched)}' mode`)
  if ('new' in variables && variables['new'] !== '$$ROOT')
    throw new CommandError(51_273, "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'")
}

/** A `$merge` as its operand says it. */
export interface MergeOptions {
  readonly place: { readonly database: string; readonly name: string }
  /** The paths by which a document is joined to one of the collection. */
  readonly on: readonly (readonly string[])[]
  /** The treatment of a document that has a match: a word, or the stages of an update. */
  readonly whenMatched: Value
  readonly whenNotMatched: string
  /** The variables of the update, as expressions of the document that comes in. */
  readonly variables: Document
}

/**
 * Reads the operand of a `$merge`. https://www.mongodb.com/docs/manual/reference/operator/aggregation/merge/
 *
 * @throws CommandError in the server's words for one that is none.
 */
export function readMerge(operand: Value, context: PipelineContext): MergeOptions {
  const spec = membersOf(operand)
  if (spec['into'] === undefined) throw new CommandError(51178, "$merge 'into' field is required")
  const place = mergedPlace(spec['into'], context)
  checkOn(spec['on'])
  const { on = '_id', let: variables = {}, whenMatched = 'merge', whenNotMatched = 'insert' } = spec
  checkModes(whenMatched, whenNotMatched)
  checkMergeVariables(whenMatched, spec['let'])
  return {
    place,
    on: (Array.isArray(on) ? on : [on]).map((each) => textOfAny(each).split('.')),
    whenMatched,
    whenNotMatched: textOfAny(whenNotMatched),
    variables: isDocument(variables) ? variables : {},
  }
}
