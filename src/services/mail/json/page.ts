import { json, type Answer } from '#core/answer.ts'
import type { CursorListView } from '#core/list-view.ts'
import type { MailCall } from '#mail/call.ts'
import { pageOf, type Page } from '#mail/rules/page.ts'

/** A page of a list: `{object: 'list', has_more, data}`. https://resend.com/docs/api-reference/pagination */
function pageJson<R>({ rows, hasMore }: Page<R>, write: (row: R) => unknown) {
  return { object: 'list', has_more: hasMore, data: rows.map(write) }
}

/**
 * Answers the page of a list that the request asks for.
 *
 * @throws 422 for an invalid limit or cursor.
 */
export function answerPage<R>(
  { query }: Pick<MailCall, 'query'>,
  list: CursorListView<R>,
  write: (row: R) => unknown,
): Answer {
  return json(pageJson(pageOf(query, list), write))
}

/**
 * Answers like {@link answerPage}, for the older lists (domains, keys, contacts, …): the page is the whole list unless
 * the client sets a limit.
 *
 * @throws 422 for an invalid limit or cursor.
 */
export function answerWholeList<R>(
  { query }: Pick<MailCall, 'query'>,
  list: CursorListView<R>,
  write: (row: R) => unknown,
): Answer {
  return json(pageJson(pageOf(query, list, list.total), write))
}
