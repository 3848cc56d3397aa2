import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { namespaceOf } from '#docdb/storage/changes.ts'
import { databasesOf, indexesOf } from '#docdb/storage/catalog.ts'
import { isDocument, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import type { Command, CommandContext } from './context.ts'

function textIn(command: Document, name: string): string | null {
  const value = command[name] ?? null
  if (value === null || typeof value === 'string') return value
  throw wrongType(name, value, 'string')
}

function wrongType(name: string, value: Value, expected: string): CommandError {
  return new CommandError(
    'TypeMismatch',
    `BSON field 'validateDBMetadata.${name}' is the wrong type '${typeOf(value)}', expected type '${expected}'`,
  )
}

/** Returns whether the client asks for what is beyond version 1 of the stable API. */
function asksForVersion1(command: Document): boolean {
  const parameters = command['apiParameters'] ?? null
  if (parameters === null)
    throw new CommandError(
      'IDLFailedToParse',
      "BSON field 'validateDBMetadata.apiParameters' is missing but a required field",
    )
  if (!isDocument(parameters)) throw wrongType('apiParameters', parameters, 'object')
  const { version = null, strict = null, deprecationErrors = null } = parameters
  const unknown = Object.keys(parameters).find((each) => !['version', 'strict', 'deprecationErrors'].includes(each))
  if (unknown !== undefined)
    throw new CommandError(
      'IDLUnknownField',
      `BSON field 'validateDBMetadata.apiParameters.${unknown}' is an unknown field.`,
    )
  if (version === null)
    throw new CommandError(
      'IDLFailedToParse',
      "BSON field 'validateDBMetadata.apiParameters.version' is missing but a required field",
    )
  if (typeof version !== 'string') throw wrongType('apiParameters.version', version, 'string')
  for (const [name, value] of Object.entries({ strict, deprecationErrors })) {
    if (value !== null && typeof value !== 'boolean') throw wrongType(`apiParameters.${name}`, value, 'bool')
  }
  return strict === true && version === '1'
}

/** Returns the indexes of a collection that version 1 of the stable API does not have. */
function unstableIndexes({ data }: CommandContext, row: CollectionRow): Document[] {
  return indexesOf(data, row)
    .filter(({ row: { kind, sparse } }) => kind === 'text' || sparse)
    .map(({ row: { name } }) => ({
      ns: namespaceOf(row),
      code: 323,
      codeName: 'APIStrictError',
      errmsg: `The index with name ${name} is not allowed in API version 1.`,
    }))
}

/** https://www.mongodb.com/docs/manual/reference/command/validateDBMetadata/ */
export const validateDBMetadata: Command = (context) => {
  const { command, data, clusterId } = context
  const [database, collection] = [textIn(command, 'db'), textIn(command, 'collection')]
  if (!asksForVersion1(command)) return { apiVersionErrors: [] }
  const rows = [...databasesOf(data, clusterId)]
    .filter(([name]) => database === null || name === database)
    .flatMap(([, own]) => own)
    .filter(({ name }) => collection === null || name === collection)
  return { apiVersionErrors: rows.flatMap((row) => unstableIndexes(context, row)) }
}
