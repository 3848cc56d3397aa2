import * as v from 'valibot'
import { json } from '../../../core/answer.ts'
import { body } from '../../../core/input.ts'
import { routesFor } from '../../../core/routes.ts'
import { changes, readable } from '../access.ts'
import type { CodehostCall } from '../call.ts'
import { simpleUser } from '../json/account.ts'
import { simplePull } from '../json/pull.ts'
import { teamJson } from '../json/team.ts'
import { pullOfPath } from '../rules/pull-paths.ts'
import { requestedReviewers, requestReviewers, unrequestReviewers } from '../rules/requested-reviewers.ts'

const { get, post, del } = routesFor<CodehostCall>()

const names = v.nullish(v.array(v.string()), [])

const Reviewers = v.object({ reviewers: names, team_reviewers: names })

const PATH = '/repos/:owner/:repo/pulls/:pull_number/requested_reviewers'

/** Who is asked to review. https://docs.github.com/rest/pulls/review-requests */
export const requestedReviewersRoutes = [
  get('pulls/list-requested-reviewers', PATH, readable, pullOfPath, (call) => {
    const { users, teams } = requestedReviewers(call.rows, call.pull)
    return json({
      users: users.map((user) => simpleUser(call, user)),
      teams: teams.map((team) => teamJson(call, team)),
    })
  }),
  post('pulls/request-reviewers', PATH, changes('triage'), pullOfPath, body(Reviewers), (call) => {
    const { repo, user, pull, body } = call
    requestReviewers(call, repo, pull, body, user)
    return json(simplePull(call, pull), 201)
  }),
  del('pulls/remove-requested-reviewers', PATH, changes('triage'), pullOfPath, body(Reviewers), (call) => {
    const { repo, user, pull, body } = call
    unrequestReviewers(call, repo, pull, body, user)
    return json(simplePull(call, pull))
  }),
]
