/** Returns the value of a variable; undefined for an unknown one. */
export type Lookup = (key: string) => string | number | null | undefined

const VARIABLE = /\{\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}\}|\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g

/**
 * Replaces the variables of a text: `{{{KEY}}}` by the raw value, `{{KEY}}` by the value escaped when the text is HTML.
 * A variable without a value becomes the fallback after the bar (`{{{contact.first_name|there}}}`), else nothing.
 */
export function filled(text: string, lookup: Lookup, html: boolean): string {
  return text.replaceAll(VARIABLE, (_, raw?: string, rawFallback?: string, key?: string, fallback?: string) => {
    const value = lookup(raw ?? key ?? '')
    const written =
      value === null || value === undefined || value === '' ? (rawFallback ?? fallback ?? '').trim() : value
    return raw === undefined && html ? escaped(String(written)) : String(written)
  })
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
