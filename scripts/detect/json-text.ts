import { firstJsonMistake } from '../../src/core/text/json-syntax.ts'
import { DetectError } from './detect-error.ts'

/** Returns true for an object with keys, false for an array and null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the kind of a parsed value, in the words of an error message. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/**
 * Parses the JSON text of a file.
 *
 * @throws DetectError with the file, line and column of the first syntax error.
 */
export function parseJsonText(text: string, file: string): unknown {
  // npm accepts a package.json that begins with a byte order mark; JSON.parse does not.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  try {
    const value: unknown = JSON.parse(json)
    return value
  } catch (error) {
    const mistake = firstJsonMistake(json)
    if (mistake === undefined) throw new DetectError(`${file}: broken JSON, ${String(error)}`)
    throw new DetectError(`${file}:${mistake.line}:${mistake.column}: broken JSON, ${mistake.message}.
Mend the file and run backlot-detect again.`)
  }
}
