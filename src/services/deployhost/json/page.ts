import { json } from '#core/answer.ts'
import type { Page } from '#deployhost/rules/page.ts'

/**
 * Answers a page of a list: its items under the vendor's name of the list, beside `pagination`.
 * https://vercel.com/docs/rest-api#pagination
 */
export function answerPage<R, T, const N extends string>(name: N, { rows, pagination }: Page<R>, write: (row: R) => T) {
  const items = { [name]: rows.map((row) => write(row)) } as Record<N, T[]> // a computed name is any string to the compiler
  return json({ ...items, pagination })
}
