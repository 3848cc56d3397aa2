import { CommandError } from '#docdb/errors/command-error.ts'
import { typeOf, type Document, type Value } from '#docdb/values/value.ts'

/** The operand of `$text`. https://www.mongodb.com/docs/manual/reference/operator/query/text/ */
export interface TextOperand {
  readonly search: string
  /** Undefined: the language of the index. */
  readonly language: string | undefined
  readonly isCase: boolean
  readonly isDiacritic: boolean
}

/** @throws CommandError in the server's words for an operand of another form. */
export function readTextOperand({
  $search,
  $language,
  $caseSensitive,
  $diacriticSensitive,
  ...others
}: Document): TextOperand {
  if ($search === undefined) throw new CommandError('NoSuchKey', 'Missing expected field "$search"')
  if (typeof $search !== 'string') throw wrongType('$search', 'string', $search)
  if ($language !== undefined && typeof $language !== 'string') throw wrongType('$language', 'string', $language)
  if (Object.keys(others).length > 0) throw new CommandError('BadValue', 'extra fields in $text')
  return {
    search: $search,
    language: $language,
    isCase: booleanOf('$caseSensitive', $caseSensitive),
    isDiacritic: booleanOf('$diacriticSensitive', $diacriticSensitive),
  }
}

function booleanOf(name: string, value: Value | undefined): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  throw wrongType(name, 'bool', value)
}

function wrongType(name: string, expected: string, value: Value): CommandError {
  return new CommandError('TypeMismatch', `"${name}" had the wrong type. Expected ${expected}, found ${typeOf(value)}`)
}
