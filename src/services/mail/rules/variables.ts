/** What stands in the place of a variable; undefined where nothing is known of it. */
export type Lookup = (key: string) => string | number | null | undefined

const VARIABLE = /\{\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}\}|\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g

/**
 * Text with its variables filled in: `{{{KEY}}}` as it is, `{{KEY}}` escaped where the text is HTML. What has no value
 * becomes what is after the bar (`{{{contact.first_name|there}}}`), else nothing.
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
