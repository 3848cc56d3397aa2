import { parseJson } from '#core/text/parse-json.ts'

/** Parses JSON that a client sent as text; undefined when it is malformed or nested too deep. */
export function parseJsonText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Returns a value of parsed JSON as error messages show it. A text is shown without quotation marks. */
export function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}
