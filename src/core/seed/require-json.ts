import { SeedError } from './seed-error.ts'

/**
 * Refuses the text of a `.json` file that is not JSON: the parser of YAML, which gives positions for both, would accept
 * a comma at the end of a list, or a word without quotes.
 *
 * @param shown the file's name in messages.
 * @throws SeedError with the line and column of the first syntax error.
 */
export async function requireJson(text: string, shown: string): Promise<void> {
  // Editors may begin a file with a byte order mark; JSON.parse does not accept it.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  try {
    JSON.parse(json)
  } catch (error) {
    // Loaded here, so that a file without mistakes does not load the parser that tells their place.
    const { firstJsonMistake } = await import('../text/json-syntax.ts')
    const mistake = firstJsonMistake(json)
    if (mistake === undefined) throw new SeedError(`${shown} broken JSON, ${String(error)}`)
    throw new SeedError(`${shown}:${mistake.line}:${mistake.column} broken JSON, ${mistake.message}`)
  }
}
