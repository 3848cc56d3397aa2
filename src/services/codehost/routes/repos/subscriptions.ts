import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { simpleUserByIdJson } from '#codehost/json/accounts/account.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { subscriptionJson } from '#codehost/json/repos/subscription.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { subscribe, unsubscribe } from '#codehost/rules/repos/subscriptions.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { loadRepo, requireUser } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, del } = routesFor<CodehostCall>()

const requireSubscription = requireBody(
  v.object({ subscribed: v.optional(v.boolean()), ignored: v.optional(v.boolean(), false) }),
)

const one = '/repos/:owner/:repo/subscription'

/** Subscriptions of users to repositories. https://docs.github.com/rest/activity/watching */
export const subscriptionsRoutes = [
  get('activity/list-watchers-for-repo', '/repos/:owner/:repo/subscribers', loadRepo, (call) =>
    answerPage(call, viewOfIndex(call.rows.subscriptions, 'byRepo', [call.repo.id, false]), ({ userId }) =>
      simpleUserByIdJson(call, userId),
    ),
  ),
  get('activity/get-repo-subscription', one, loadRepo, requireUser(), (call) => {
    const found = call.rows.subscriptions.find('user', call.repo.id, call.user.id)
    if (found === undefined) throw notFound()
    return json(subscriptionJson(call, call.repo, found))
  }),
  put('activity/set-repo-subscription', one, loadRepo, requireUser('repo'), requireSubscription, (call) => {
    const { repo, user, body } = call
    return json(subscriptionJson(call, repo, subscribe(call, repo, user, body.ignored)))
  }),
  del('activity/delete-repo-subscription', one, loadRepo, requireUser('repo'), (call) => {
    unsubscribe(call, call.repo, call.user)
    return empty()
  }),
  get('activity/list-watched-repos-for-authenticated-user', '/user/subscriptions', requireUser(), (call) =>
    listWatched(call, call.user),
  ),
  get('activity/list-repos-watched-by-user', '/users/:username/subscriptions', (call) =>
    listWatched(call, findAccount(call.rows, call.params.username)),
  ),
]

function listWatched(call: CodehostCall, user: Account): Answer {
  const watched = call.rows.subscriptions.list('byUser', user.id, false)
  const repos = watched.map(({ repoId }) => call.rows.repos.require(repoId)).filter((repo) => canRead(call, repo))
  return answerPage(call, repos, (repo) => repositoryJson(call, repo, call.principal?.user ?? null))
}
