import type { ResultRow } from './evaluate.ts'
import { textOf } from './values.ts'

/** The form in which a query answers. */
export type SelectOutput =
  | { readonly kind: 'json'; readonly recordDelimiter: string }
  | {
      readonly kind: 'csv'
      readonly quoteFields: 'ALWAYS' | 'ASNEEDED'
      readonly quote: string
      readonly quoteEscape: string
      readonly recordDelimiter: string
      readonly fieldDelimiter: string
    }

/** Returns a row as text, with its delimiter. */
export function rowText(row: ResultRow, output: SelectOutput): string {
  if (output.kind === 'json') return JSON.stringify(membersOf(row)) + output.recordDelimiter
  const fields = 'whole' in row && row.whole.fields !== null ? row.whole.fields : Object.values(membersOf(row))
  return fields.map((field) => fieldText(field, output)).join(output.fieldDelimiter) + output.recordDelimiter
}

/** A value without members becomes the member `_1`; what is MISSING is left out. */
function membersOf(row: ResultRow): Readonly<Record<string, unknown>> {
  if ('columns' in row) return Object.fromEntries(row.columns.filter(([, value]) => value !== undefined))
  const { value } = row.whole
  if (value === undefined) return {}
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Readonly<Record<string, unknown>>) : { _1: value } // an object
}

function fieldText(value: unknown, output: Extract<SelectOutput, { kind: 'csv' }>): string {
  const { quote, quoteEscape, fieldDelimiter, recordDelimiter } = output
  const text = value === null || value === undefined ? '' : textOf(value)
  const needed = [quote, fieldDelimiter, recordDelimiter].some((each) => each !== '' && text.includes(each))
  if (output.quoteFields === 'ASNEEDED' && !needed) return text
  return quote + text.replaceAll(quote, quoteEscape + quote) + quote
}
