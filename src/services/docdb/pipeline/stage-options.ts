import { ownMember } from '#core/objects.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { typeOf, type Document } from '#docdb/values/value.ts'

/** The BSON type of an option of a stage; one that ends with `?` may be null, which is as good as missing. */
export type OptionType =
  | 'any'
  | 'bool'
  | 'bool?'
  | 'object'
  | 'array'
  | 'string'
  | 'object?'
  | 'array?'
  | 'string?'
  | 'timestamp?'

/**
 * Checks the members of a document of options, which messages call by its path: `$collStats.latencyStats`.
 *
 * @throws CommandError for a member that the document may not have, or of another type.
 */
export function checkOptions(path: string, options: Document, types: Readonly<Record<string, OptionType>>): void {
  for (const [name, value] of Object.entries(options)) {
    const type = ownMember(types, name)
    if (type === undefined)
      throw new CommandError('IDLUnknownField', `BSON field '${path}.${name}' is an unknown field.`)
    const [expected] = type.split('?')
    const isTaken = type === 'any' || typeOf(value) === expected || (value === null && type.endsWith('?'))
    if (!isTaken)
      throw new CommandError(
        'TypeMismatch',
        `BSON field '${path}.${name}' is the wrong type '${typeOf(value)}', expected type '${expected}'`,
      )
  }
}

/** @throws CommandError for the first of some members that is missing or null. */
export function checkPresence(path: string, options: Document, names: readonly string[]): void {
  for (const name of names) {
    if (options[name] === undefined || options[name] === null)
      throw new CommandError('IDLFailedToParse', `BSON field '${path}.${name}' is missing but a required field`)
  }
}
