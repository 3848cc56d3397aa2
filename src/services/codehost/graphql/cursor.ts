import { FieldFailure } from './failures.ts'

/** A part of a cursor. */
export type CursorPart = string | number

const HEAD = 'cursor:v2:'

/** Returns the cursor of a row, which clients treat as opaque, by its place in the order of a list. */
export function cursorOf(parts: readonly CursorPart[]): string {
  return Buffer.from(HEAD + JSON.stringify(parts)).toString('base64')
}

/**
 * Returns the parts of a cursor.
 *
 * @throws `INVALID_CURSOR_ARGUMENTS`.
 */
export function partsOf(cursor: string): readonly CursorPart[] {
  const text = Buffer.from(cursor, 'base64').toString()
  try {
    const parts: unknown = text.startsWith(HEAD) ? JSON.parse(text.slice(HEAD.length)) : undefined
    if (Array.isArray(parts) && parts.every(isPart)) return parts
  } catch {
    // Reported below, as every other text that is no cursor.
  }
  throw new FieldFailure('INVALID_CURSOR_ARGUMENTS', `\`${cursor}\` does not appear to be a valid cursor.`)
}

function isPart(part: unknown): part is CursorPart {
  return typeof part === 'string' || typeof part === 'number'
}
