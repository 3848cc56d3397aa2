import { printParseErrorCode, visit } from 'jsonc-parser'
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
    const first = firstSyntaxError(json)
    if (first === undefined) throw new DetectError(`${file}: broken JSON, ${String(error)}`)
    const found = first.offset >= json.length ? 'the file ends' : `found ${JSON.stringify(json[first.offset])}`
    throw new DetectError(`${file}:${first.line}:${first.column}: broken JSON, expected ${first.expected} but ${found}.
Mend the file and run backlot-detect again.`)
  }
}

interface SyntaxProblem {
  readonly offset: number
  readonly line: number
  readonly column: number
  readonly expected: string
}

/** Finds the first syntax error. The error of JSON.parse in Node.js 20 does not always tell the position. */
function firstSyntaxError(text: string): SyntaxProblem | undefined {
  let first: SyntaxProblem | undefined
  const brackets: string[] = []
  visit(
    text,
    {
      onObjectBegin: () => void brackets.push('}'),
      onObjectEnd: () => void brackets.pop(),
      onArrayBegin: () => void brackets.push(']'),
      onArrayEnd: () => void brackets.pop(),
      onError(code, offset, _length, line, character) {
        first ??= {
          offset,
          line: line + 1,
          column: character + 1,
          expected: expectation(printParseErrorCode(code), brackets.at(-1)),
        }
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  )
  return first
}

/** @param error the name of the parser's error */
function expectation(error: string, bracket: string | undefined): string {
  switch (error) {
    case 'PropertyNameExpected':
      return 'a name in double quotes'
    case 'ColonExpected':
      return '":"'
    case 'CommaExpected':
    case 'CloseBraceExpected':
    case 'CloseBracketExpected':
      return `"," or "${bracket ?? '}'}"`
    case 'EndOfFileExpected':
      return 'nothing more'
    case 'UnexpectedEndOfString':
    case 'InvalidCharacter':
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return 'a string that closes on its line'
    default:
      return 'a value'
  }
}
