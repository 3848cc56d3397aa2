import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, validationFailed } from '#codehost/errors.ts'
import { threadJson, threadSubscriptionJson } from '#codehost/json/notifications/thread.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { NotificationThread } from '#codehost/schema/notifications.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { loadRepo, requireUser } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, patch, del } = routesFor<CodehostCall>()

const requireReader = requireUser('notifications', 'repo')
const requireMoment = requireBody(
  v.nullish(v.object({ last_read_at: v.optional(v.string()), read: v.optional(v.boolean()) })),
)

const ofRepo = '/repos/:owner/:repo/notifications'
const thread = '/notifications/threads/:thread_id'
const subscription = `${thread}/subscription` as const

/** Notifications of the authenticated user. https://docs.github.com/rest/activity/notifications */
export const notificationsRoutes = [
  get('activity/list-notifications-for-authenticated-user', '/notifications', requireReader, (call) =>
    listed(call, call.user, null),
  ),
  put('activity/mark-notifications-as-read', '/notifications', requireReader, requireMoment, (call) =>
    markAll(call, call.user, null, call.body?.last_read_at),
  ),
  get('activity/list-repo-notifications-for-authenticated-user', ofRepo, loadRepo, requireReader, (call) =>
    listed(call, call.user, call.repo),
  ),
  put('activity/mark-repo-notifications-as-read', ofRepo, loadRepo, requireReader, requireMoment, (call) =>
    markAll(call, call.user, call.repo, call.body?.last_read_at),
  ),
  get('activity/get-thread', thread, requireReader, loadThread, (call) => json(threadJson(call, call.thread))),
  patch('activity/mark-thread-as-read', thread, requireReader, loadThread, ({ rows, clock, thread: { id } }) => {
    rows.notificationThreads.update(id, { unread: false, lastReadAt: clock.now() })
    return empty(205)
  }),
  del('activity/mark-thread-as-done', thread, requireReader, loadThread, ({ rows, clock, thread: { id } }) => {
    rows.notificationThreads.update(id, { unread: false, isDone: true, lastReadAt: clock.now() })
    return empty()
  }),
  get('activity/get-thread-subscription-for-authenticated-user', subscription, requireReader, loadThread, (call) => {
    const { rows, user, thread: found } = call
    return json(threadSubscriptionJson(call, found, rows.threadSubscriptions.find('user', user.id, found.issueId)))
  }),
  put(
    'activity/set-thread-subscription',
    subscription,
    requireReader,
    loadThread,
    requireBody(v.nullish(v.object({ ignored: v.optional(v.boolean(), false) }))),
    (call) => {
      const state = call.body?.ignored === true ? 'ignored' : 'subscribed'
      return json(threadSubscriptionJson(call, call.thread, wish(call, call.thread, state)))
    },
  ),
  del('activity/delete-thread-subscription', subscription, requireReader, loadThread, (call) => {
    wish(call, call.thread, 'unsubscribed')
    return empty()
  }),
]

/** A step: loads the thread of the user that the path names. @throws 404. */
function loadThread({
  rows,
  user,
  params,
}: CodehostCall & { readonly user: Account; readonly params: { readonly thread_id: string } }): {
  readonly thread: NotificationThread & { readonly issueId: number }
} {
  const found = rows.notificationThreads.get(wholeNumber(params.thread_id))
  if (found?.userId !== user.id) throw notFound()
  // Threads about releases have no subscription of their own, and no issue has the id 0.
  return { thread: { ...found, issueId: found.issueId ?? 0 } }
}

function listed(call: CodehostCall, user: Account, repo: Repo | null): Answer {
  const { rows, query } = call
  const filters = ['all', 'participating', 'since', 'before'].filter((name) => query.get(name) !== null)
  const answer =
    repo === null && filters.length === 0
      ? answerPage(
          call,
          viewOfIndex(rows.notificationThreads, 'unread', [user.id], { descending: true }),
          (each) => threadJson(call, each),
          SIZES,
        )
      : answerPage(call, matching(call, user, repo), (each) => threadJson(call, each), SIZES)
  return { ...answer, headers: { ...answer.headers, 'x-poll-interval': '60' } }
}

/** The default and largest page sizes. */
const SIZES = { usual: 50, largest: 50 }

/** Returns the threads that the query selects, latest first. */
function matching({ rows, query }: CodehostCall, user: Account, repo: Repo | null): NotificationThread[] {
  const [since, before] = [moment(query.get('since')), moment(query.get('before'))]
  const [all, participating] = [query.get('all') === 'true', query.get('participating') === 'true']
  return rows.notificationThreads
    .referring('userId', user.id)
    .filter(
      (each) =>
        !each.isDone &&
        (all || each.unread) &&
        (!participating || each.reason !== 'subscribed') &&
        (repo === null || each.repoId === repo.id) &&
        (since === null || each.updatedAt >= since) &&
        (before === null || each.updatedAt < before),
    )
    .toSorted((left, right) => right.updatedAt - left.updatedAt || right.id - left.id)
}

function moment(text: string | null): number | null {
  if (text === null) return null
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw validationFailed(`${text} is not a valid ISO 8601 date.`)
  return at
}

/** Marks the threads as read that were last changed before a moment, by default now. */
function markAll(call: CodehostCall, user: Account, repo: Repo | null, until: string | undefined): Answer {
  const { rows, clock } = call
  const at = moment(until ?? null) ?? clock.now()
  for (const each of rows.notificationThreads.list('unread', user.id)) {
    if (each.updatedAt > at || (repo !== null && each.repoId !== repo.id)) continue
    rows.notificationThreads.update(each.id, { unread: false, lastReadAt: at })
  }
  return empty(205)
}

/** Stores the user's wish about the issue of a thread. */
function wish(
  { rows, clock }: CodehostCall,
  { userId, issueId }: NotificationThread & { readonly issueId: number },
  state: 'subscribed' | 'unsubscribed' | 'ignored',
) {
  if (issueId === 0) throw notFound()
  const before = rows.threadSubscriptions.find('user', userId, issueId)
  return before === undefined
    ? rows.threadSubscriptions.insert({ userId, issueId, state, createdAt: clock.now() })
    : rows.threadSubscriptions.update(before.id, { state })
}
