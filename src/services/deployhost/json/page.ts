import { json, type Answer } from '#core/answer.ts'
import type { Page } from '#deployhost/rules/page.ts'

/**
 * Answers a page of a list: its items under the vendor's name of the list, beside `pagination`.
 * https://vercel.com/docs/rest-api#pagination
 */
export function answerPage<R>(name: string, { rows, pagination }: Page<R>, write: (row: R) => unknown): Answer {
  return json({ [name]: rows.map((row) => write(row)), pagination })
}
