import type { Answer } from '#core/answer.ts'
import type { ListView } from '#core/list-view.ts'
import { json } from './answer.ts'
import { type Query, pageOf } from '#auth-saas/rules/lists.ts'

/** Answers one page of a list as a plain list, or with `paginated=true` as `{data, total_count}`. */
export function answerPlainPage<R, T>(
  call: Query,
  list: ListView<R>,
  write: (row: R) => T,
): Answer<T[] | { data: T[]; total_count: number }> {
  const data = pageOf(call, list).map(write)
  return json(call.query.get('paginated') === 'true' ? { data, total_count: list.total } : data)
}

/** Answers one page of a list as `{data, total_count}`. */
export function answerPage<R, T>(
  call: Query,
  list: ListView<R>,
  write: (row: R) => T,
): Answer<{ data: T[]; total_count: number }> {
  return json({ data: pageOf(call, list).map(write), total_count: list.total })
}
