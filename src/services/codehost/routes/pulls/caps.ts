import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { Failure } from '#core/errors.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { simpleUserByIdJson } from '#codehost/json/accounts/account.ts'
import { addBypasses, removeBypasses } from '#codehost/rules/pulls/caps.ts'
import type { PullCap } from '#codehost/schema/interactions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireOrganizationOwner, requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, patch, del } = routesFor<CodehostCall>()

const ofOrg = '/orgs/:org/interaction-limits/pulls/creation-cap'
const ofRepo = '/repos/:owner/:repo/interaction-limits/pulls/creation-cap'
const bypasses = '/repos/:owner/:repo/interaction-limits/pulls/bypass-list'

const requireOwner = requireOrganizationOwner('admin:org')
const CapInput = v.object({
  enabled: v.boolean(),
  max_open_pull_requests: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
})
const requireCap = requireBody(CapInput)
const requireUsers = requireBody(v.object({ users: v.array(v.string()) }))

/** Limits of the open pull requests of a user. https://docs.github.com/rest/interactions */
export const pullCapsRoutes = [
  get('interactions/get-pull-request-creation-cap-for-org', ofOrg, requireOwner, ({ rows, org }) =>
    json(capJson(rows.pullCaps.get('org', org.id))),
  ),
  patch(
    'interactions/update-pull-request-creation-cap-for-org',
    ofOrg,
    requireOwner,
    requireCap,
    ({ rows, org, body }) => json(capJson(changeCap(rows, 'org', org.id, body))),
  ),
  get(
    'interactions/get-pull-request-creation-cap-for-repo',
    ofRepo,
    requirePermission('admin'),
    requirePublic,
    ({ rows, repo }) => json(capJson(rows.pullCaps.get('repo', repo.id))),
  ),
  patch(
    'interactions/update-pull-request-creation-cap-for-repo',
    ofRepo,
    requireWrite('admin'),
    requirePublic,
    requireCap,
    ({ rows, repo, body }) => json(capJson(changeCap(rows, 'repo', repo.id, body))),
  ),
  get('interactions/get-pull-request-bypass-list-for-repo', bypasses, requirePermission('maintain'), (call) =>
    json(
      call.rows.pullCapBypasses.referring('repoId', call.repo.id).map(({ userId }) => simpleUserByIdJson(call, userId)),
    ),
  ),
  put(
    'interactions/set-pull-request-bypass-list-for-repo',
    bypasses,
    requireWrite('maintain'),
    requireUsers,
    ({ rows, repo, body }) => {
      addBypasses(rows, repo, body.users)
      return empty()
    },
  ),
  del(
    'interactions/remove-pull-request-bypass-list-for-repo',
    bypasses,
    requireWrite('maintain'),
    requireUsers,
    ({ rows, repo, body }) => {
      removeBypasses(rows, repo, body.users)
      return empty()
    },
  ),
]

/** A step: requires a public repository. @throws 405. */
function requirePublic({ repo }: { readonly repo: Repo }): void {
  if (repo.private) throw new Failure(405, 'Pull request creation caps are for public repositories.')
}

/** Changes a limit; the number stays where none is given. */
function changeCap(rows: Rows, of: 'org' | 'repo', id: number, input: v.InferOutput<typeof CapInput>): PullCap {
  const most = input.max_open_pull_requests ?? rows.pullCaps.get(of, id).most
  const cap = { enabled: input.enabled, most }
  rows.pullCaps.set(cap, of, id)
  return cap
}

function capJson({ enabled, most }: PullCap) {
  return { enabled, max_open_pull_requests: most }
}
