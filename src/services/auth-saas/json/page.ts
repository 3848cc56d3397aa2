import type { Answer } from '#core/answer.ts'
import type { ListView } from '#core/list-view.ts'
import { json } from './answer.ts'
import { type Query, pageOf } from '#auth-saas/rules/lists.ts'

/** Answers one page of a list as a plain list, or with `paginated=true` as `{data, total_count}`. */
export function answerPlainPage<R>(call: Query, list: ListView<R>, write: (row: R) => unknown): Answer {
  const data = pageOf(call, list).map(write)
  return json(call.query.get('paginated') === 'true' ? { data, total_count: list.total } : data)
}

/** Answers one page of a list as `{data, total_count}`. */
export function answerPage<R>(call: Query, list: ListView<R>, write: (row: R) => unknown): Answer {
  return json({ data: pageOf(call, list).map(write), total_count: list.total })
}
