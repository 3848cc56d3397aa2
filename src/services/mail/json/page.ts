import { json } from '#core/answer.ts'
import type { CursorListView } from '#core/list-view.ts'
import type { MailCall } from '#mail/call.ts'
import { pageOf, type Page } from '#mail/rules/page.ts'

/** A page of a list: `{object: 'list', has_more, data}`. https://resend.com/docs/api-reference/pagination */
function pageJson<R, T>({ rows, hasMore }: Page<R>, write: (row: R) => T) {
  return { object: 'list', has_more: hasMore, data: rows.map((row) => write(row)) }
}

/**
 * Answers the page of a list that the request asks for.
 *
 * @throws 422 for an invalid limit or cursor.
 */
export function answerPage<R, T>({ query }: Pick<MailCall, 'query'>, list: CursorListView<R>, write: (row: R) => T) {
  return json(pageJson(pageOf(query, list), write))
}

/**
 * Answers like {@link answerPage}, for the older lists (domains, keys, contacts, …): the page is the whole list unless
 * the client sets a limit.
 *
 * @throws 422 for an invalid limit or cursor.
 */
export function answerWholeList<R, T>(
  { query }: Pick<MailCall, 'query'>,
  list: CursorListView<R>,
  write: (row: R) => T,
) {
  return json(pageJson(pageOf(query, list, list.total), write))
}
