import { html, type Part } from '#pages/html.ts'
import { toEjson } from '#docdb/values/ejson.ts'
import { shellTokens, writeShell } from '#docdb/values/shell-writer.ts'
import type { Value } from '#docdb/values/value.ts'

/** Returns a value as text that a person may edit: in the form of the shell, or as canonical Extended JSON. */
export function valueText(value: Value, isEjson: boolean): string {
  return isEjson ? JSON.stringify(toEjson(value, 'canonical'), null, 2) : writeShell(value)
}

/** Returns a value in one line, in the form of the shell. */
export function inOneLine(value: Value): string {
  // A text in a value has no line break: it is written with escapes.
  return writeShell(value).replaceAll(/\n\s*/g, ' ')
}

/** Returns the markup of a value: in the form of the shell each value has its type as its class. */
export function valueHtml(value: Value, isEjson: boolean): Part {
  if (isEjson) return valueText(value, true)
  return shellTokens(value).map(({ text, type }) => (type === null ? text : html`<span class="${type}">${text}</span>`))
}
