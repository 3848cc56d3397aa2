import { CommandError } from '#docdb/errors/command-error.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { NEAR_OPERATORS } from './near.ts'

/** The options of a query that exclude some of its operators. */
export interface QueryOptions {
  readonly sort: Document
  readonly hint: Value | undefined
  readonly isTailable?: boolean
}

/** The operators of a filter that exclude each other, counted. */
interface Counts {
  text: number
  near: number
}

/**
 * Refuses a filter with operators that exclude each other, or the options of its query.
 *
 * @throws CommandError `BadValue`
 */
export function checkFilter(filter: Document, { sort, hint, isTailable = false }: QueryOptions): void {
  const counts: Counts = { text: 0, near: 0 }
  count(filter, counts)
  const { text, near } = counts
  const [sorted, hinted] = [naturalOf(sort), isDocument(hint) ? naturalOf(hint) : undefined]
  const hasHint = hint !== undefined && !(isDocument(hint) && Object.keys(hint).length === 0)
  if (near > 0 && sorted !== undefined) throw bad('geoNear expression not allowed with $natural sort order')
  if (near > 0 && hinted !== undefined) throw bad('geoNear expression not allowed with $natural hint')
  if (text > 0 && near > 0) throw bad('text and geoNear not allowed in same query')
  if (text > 0 && sorted !== undefined) throw bad('text expression not allowed with $natural sort order')
  if (text > 0 && hasHint) throw bad('text and hint not allowed in same query')
  if (text > 0 && isTailable) throw bad('text and tailable cursor not allowed in same query')
  if (near > 0 && isTailable) throw bad('Tailable cursors and geo $near cannot be used together')
  if (sorted === undefined || !hasHint) return
  if (hinted === undefined) throw bad('index hint not allowed with $natural sort order')
  if (hinted !== sorted) throw bad('$natural hint must be in the same direction as $natural sort order')
}

/** Counts the operators of a filter and of the clauses in it. */
function count(filter: Document, counts: Counts): void {
  for (const name in filter) {
    const operand = filter[name]
    if (name === '$text') {
      counts.text += 1
      if (counts.text > 1) throw bad('Too many text expressions')
    } else if ((name === '$and' || name === '$or' || name === '$nor') && Array.isArray(operand)) {
      const before = counts.text
      for (const each of operand) if (isDocument(each)) count(each, counts)
      if (name === '$nor' && counts.text > before) throw bad('text expression not allowed in nor')
    } else if (isDocument(operand)) {
      for (const operator in operand) if (NEAR_OPERATORS.has(operator)) counts.near += 1
    }
  }
}

function naturalOf({ $natural }: Document): number | undefined {
  return isNumber($natural) ? Math.sign(toNumber($natural)) : undefined
}

function bad(message: string): CommandError {
  return new CommandError('BadValue', message)
}
