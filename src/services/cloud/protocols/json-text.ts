/** The deepest nesting of JSON in a text member: a policy, a redrive policy. Those of AWS have fewer than ten levels. */
const MAX_DEPTH = 64

/** Parses JSON that a client sent as text; undefined when it is malformed or nested more than 64 levels deep. */
export function parseJsonText(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a value of parsed JSON as error messages show it. A text is shown without quotation marks. */
export function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}

/**
 * Returns whether brackets are nested deeper than a limit. Recursive functions such as `JSON.stringify` overflow the stack
 * at a few thousand levels.
 */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]
    if (isInString) {
      if (unit === '\\') at++
      else if (unit === '"') isInString = false
    } else if (unit === '"') isInString = true
    else if (unit === '[' || unit === '{') {
      if (++depth > limit) return true
    } else if (unit === ']' || unit === '}') depth--
  }
  return false
}
