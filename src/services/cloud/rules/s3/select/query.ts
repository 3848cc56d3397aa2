import { selectFailure } from '#cloud/errors/s3-select.ts'
import { tooLong, type Query } from './expression.ts'
import { parse } from './parser.generated.ts'

/** The largest number of tokens of an expression. Its tree is at most as deep, whatever its operators are. */
const MOST_TOKENS = 5000

const TOKEN =
  /[ \t\n\v\f\r]*((?:'[^']*')+|(?:"[^"]*")+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z_][\w$]*|<>|!=|<=|>=|\|\||[-+*/%=<>(),.[\]])/y

/** The failure of the grammar's parser. */
interface NotInGrammar extends SyntaxError {
  readonly expected: readonly { readonly description?: string }[]
  readonly location: { readonly start: { readonly offset: number } }
}

/**
 * Parses a query.
 *
 * @throws the vendor's failures for a text that is none, such as `ParseUnexpectedToken`.
 */
export function parseQuery(text: string): Query {
  const source = text.replace(/;\s*$/, '').trimEnd()
  checkTokens(source)
  try {
    return parse(source)
  } catch (error) {
    // The parser throws no other errors of this class.
    throw error instanceof SyntaxError ? failureOf(error as NotInGrammar, source) : error
  }
}

function checkTokens(source: string): void {
  const tokens = new RegExp(TOKEN)
  for (let at = 0, count = 1; at < source.length; at = tokens.lastIndex, count++) {
    if (!tokens.test(source)) {
      throw selectFailure('LexerInvalidChar', `Invalid character at position ${at + 1} of ${source}.`)
    }
    if (count > MOST_TOKENS) throw tooLong()
  }
}

function failureOf({ expected, location }: NotInGrammar, source: string): Error {
  const missing = (clause: string) => expected.some(({ description }) => description === clause)
  if (missing('SELECT')) return selectFailure('ParseExpectedKeyword', 'The SQL expression must begin with SELECT.')
  if (missing('FROM')) return selectFailure('ParseSelectMissingFrom', 'The SELECT clause is missing a FROM.')
  const found = new RegExp(TOKEN).exec(source.slice(location.start.offset))?.[1] ?? 'the end'
  return selectFailure('ParseUnexpectedToken', `Unexpected token found: ${found}.`)
}
