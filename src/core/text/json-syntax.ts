import { printParseErrorCode, visit } from 'jsonc-parser'

/** A syntax error of a text that should be JSON, and its place: lines and columns count from 1. */
export interface JsonMistake {
  readonly line: number
  readonly column: number
  /** Such as `expected "," or "}" but the file ends`. */
  readonly message: string
}

/**
 * Finds the first syntax error of a text that `JSON.parse` refuses, whose own error does not always tell the position
 * in Node.js 20. Returns undefined when there is none that has a place.
 */
export function firstJsonMistake(text: string): JsonMistake | undefined {
  let first: JsonMistake | undefined
  const brackets: string[] = []
  visit(
    text,
    {
      onObjectBegin: () => void brackets.push('}'),
      onObjectEnd: () => void brackets.pop(),
      onArrayBegin: () => void brackets.push(']'),
      onArrayEnd: () => void brackets.pop(),
      onError(code, offset, _length, line, character) {
        const expected = expectation(printParseErrorCode(code), brackets.at(-1))
        const found = offset >= text.length ? 'the file ends' : `found ${JSON.stringify(text[offset])}`
        first ??= { line: line + 1, column: character + 1, message: `expected ${expected} but ${found}` }
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
