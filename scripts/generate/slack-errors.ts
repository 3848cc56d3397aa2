import { COMMON_ERRORS, DOCUMENTED_ERRORS } from '#chat/errors/documented-errors.fixture.ts'

/** The words that the vendor answers and its reference does not list for the methods that are served. */
const OF_NO_METHOD = ['code_already_used', 'file_type_not_supported', 'too_many_websockets']

/** Returns the text of the module with the words of all errors that the vendor documents. */
export function errorWordsModule(): string {
  const words = [...new Set([...COMMON_ERRORS, ...Object.values(DOCUMENTED_ERRORS).flat(), ...OF_NO_METHOD])].sort()
  // `ratelimited` has a status of its own, and is not one of these.
  const named = words.filter((word) => word !== 'ratelimited')
  return `// Written by npm run generate from the documented errors. Do not edit.

/** The vendor's error words, all of which a fault can name. https://docs.slack.dev/reference/methods */
export const ERROR_WORDS: readonly string[] = \`
${lines(named)}\`
  .trim()
  .split(/\\s+/)
`
}

/** Returns words in lines of some hundred characters. */
function lines(words: readonly string[]): string {
  const rows: string[] = []
  for (const word of words) {
    const last = rows.at(-1)
    if (last !== undefined && last.length + word.length < 115) rows[rows.length - 1] = `${last} ${word}`
    else rows.push(word)
  }
  return rows.map((row) => `  ${row}`).join('\n')
}
