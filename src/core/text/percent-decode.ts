/**
 * Returns the text that a percent-encoded text stands for; null when it is not well encoded, such as `100%` or `%FF`.
 * `percentDecode(text) ?? text` keeps such a text as it is.
 */
export function percentDecode(text: string): string | null {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
