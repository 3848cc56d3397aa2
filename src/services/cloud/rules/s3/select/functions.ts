import { ANY, ONE, type PatternPart } from '#cloud/rules/policy/wildcards.ts'
import { selectFailure } from '#cloud/errors/s3-select.ts'
import { textOf } from './values.ts'

/**
 * Returns the result of a function; NULL for a text function of NULL.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/s3-select-sql-reference-sql-functions.html
 *
 * @param now epoch milliseconds
 */
export function callFunction(name: string, parameters: readonly unknown[], now: number): unknown {
  if (name === 'COALESCE') return parameters.find((each) => each !== null && each !== undefined) ?? null
  if (name === 'NULLIF') return parameters[0] === parameters[1] ? null : parameters[0]
  if (name === 'UTCNOW') return new Date(now).toISOString()
  if (parameters.some((each) => each === null || each === undefined)) return null
  const text = textOf(parameters[0])
  if (name === 'LOWER') return text.toLowerCase()
  if (name === 'UPPER') return text.toUpperCase()
  if (name === 'SUBSTRING') return substring(text, numberOf(parameters[1]), parameters[2])
  if (name.startsWith('TRIM ')) return trimmed(text, textOf(parameters[1]), name)
  return [...text].length
}

/** Positions begin at 1; those before it count towards the length. */
function substring(text: string, start: number, length: unknown): string {
  const end = length === undefined ? Infinity : start + numberOf(length)
  return [...text].slice(Math.max(start, 1) - 1, Math.max(end, 1) - 1).join('')
}

function trimmed(text: string, characters: string, name: string): string {
  let [start, end] = [0, text.length]
  if (name !== 'TRIM TRAILING') while (start < end && characters.includes(text.charAt(start))) start += 1
  if (name !== 'TRIM LEADING') while (end > start && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Converts a value by CAST. @throws `CastFailed`. */
export function castTo(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return value
  const text = textOf(value).trim()
  if (/^(INT|INTEGER)$/.test(type)) return Math.trunc(numberOf(value))
  if (/^(FLOAT|DECIMAL|NUMERIC)$/.test(type)) return numberOf(value)
  if (/^(STRING|VARCHAR|CHAR)$/.test(type)) return textOf(value)
  if (/^(BOOL|BOOLEAN)$/.test(type) && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (type === 'TIMESTAMP' && !Number.isNaN(Date.parse(text))) return text
  throw castFailed()
}

/** Returns a value as a number. @throws `CastFailed`. */
export function numberOf(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && !Number.isNaN(number)) return number
  throw castFailed()
}

function castFailed(): Error {
  return selectFailure(
    'CastFailed',
    'Attempt to convert from one data type to another using CAST failed in the SQL expression.',
  )
}

/** Reads a pattern of LIKE: `%` stands for any text, `_` for one character. */
export function likePattern(text: string, escape: string | null): PatternPart[] {
  const parts: PatternPart[] = []
  const letters = [...text]
  for (let index = 0; index < letters.length; index++) {
    const letter = letters[index] ?? ''
    if (letter === escape) parts.push(letters[++index] ?? '')
    else parts.push(letter === '%' ? ANY : letter === '_' ? ONE : letter)
  }
  return parts
}
