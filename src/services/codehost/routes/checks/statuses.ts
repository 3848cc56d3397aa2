import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { pageWindow } from '#core/pagination.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { isLongerThan } from '#codehost/rules/characters.ts'
import { notFound, validationFailed, type FieldError } from '#codehost/errors.ts'
import type { Commit } from '#codehost/git/objects.ts'
import { combinedStatusJson, statusJson } from '#codehost/json/checks/status.ts'
import { linksTo, pageRequest, answerPage } from '#codehost/json/pagination.ts'
import { findCommit } from '#codehost/rules/commits/find.ts'
import { resolveCommit } from '#codehost/rules/git/objects.ts'
import { latestStatuses } from '#codehost/rules/checks/statuses.ts'
import { emitAndRun } from '#codehost/rules/actions/run-transitions.ts'
import type { Repo } from '#codehost/schema/repos.ts'

const { get, post } = routesFor<CodehostCall>()

const STATES = ['error', 'failure', 'pending', 'success'] as const

const StatusInput = v.object({
  state: v.optional(v.nullable(v.string()), null),
  target_url: v.optional(v.nullable(v.string()), null),
  description: v.optional(v.nullable(v.string()), null),
  context: v.optional(v.string(), 'default'),
})

/** The largest length of a description, in characters. */
const LONGEST = 140

/** Statuses of commits. https://docs.github.com/rest/commits/statuses */
export const statusesRoutes = [
  post(
    'repos/create-commit-status',
    '/repos/:owner/:repo/statuses/:sha',
    requireWrite('push', 'repo:status', 'repo'),
    body(StatusInput),
    (call) => {
      const { rows, repo, user, body, clock } = call
      const { state, context, description, targetUrl } = checked(call.params.sha, body)
      const commit = findCommit(rows, repo, call.params.sha)
      const at = clock.now()
      const status = rows.commitStatuses.insert({
        repoId: repo.id,
        sha: commit.sha,
        state,
        context,
        description,
        targetUrl,
        creatorId: user.id,
        createdAt: at,
        updatedAt: at,
      })
      emitAndRun(call, { event: 'status', repo, sender: user, status, commit })
      const wire = statusJson(call, repo, status)
      return json(wire, 201, { location: wire.url })
    },
  ),
  get('repos/get-combined-status-for-ref', '/repos/:owner/:repo/commits/*/status', loadRepo, (call) => {
    const { rows, repo } = call
    const { sha } = find(call, repo, call.params['*'])
    const latest = latestStatuses(rows, repo, sha)
    const request = pageRequest(call)
    const { offset, limit } = pageWindow(request)
    const listed = latest.slice(offset, offset + limit)
    return json(combinedStatusJson(call, repo, sha, latest, listed), 200, linksTo(call, request, latest.length))
  }),
  get('repos/list-commit-statuses-for-ref', '/repos/:owner/:repo/commits/*/statuses', loadRepo, listed),
  // The target of `statuses_url` of repositories and pull requests.
  get('repos/list-commit-statuses-for-ref', '/repos/:owner/:repo/statuses/*', loadRepo, listed),
]

function listed(call: CodehostCall & { readonly repo: Repo; readonly params: { readonly '*': string } }) {
  const { rows, repo } = call
  const { sha } = find(call, repo, call.params['*'])
  return answerPage(
    call,
    viewOfIndex(rows.commitStatuses, 'byCommit', [repo.id, sha], { descending: true }),
    (status) => statusJson(call, repo, status),
  )
}

/**
 * Returns the fields of a new status.
 *
 * @throws 422 for each invalid member and for a sha that is not complete.
 */
function checked(
  sha: string,
  { state: input, context, description, target_url: url }: v.InferOutput<typeof StatusInput>,
) {
  const state = STATES.find((each) => each === input)
  const errors: FieldError[] = []
  const refuse = (field: string, message: string) => {
    errors.push({ resource: 'Status', code: 'custom', field, message: `${field} ${message}` })
  }
  if (!/^[0-9a-f]{40}$/.test(sha)) refuse('sha', 'must be a 40 character SHA1')
  if (state === undefined) refuse('state', 'is not included in the list')
  if (description !== null && isLongerThan(description, LONGEST)) {
    refuse('description', `is too long (maximum is ${LONGEST} characters)`)
  }
  const targetUrl = url === '' ? null : url
  if (targetUrl !== null && !/^https?:\/\//i.test(targetUrl)) refuse('target_url', 'must use http(s) scheme')
  if (state === undefined || errors.length > 0) throw validationFailed(...errors)
  return { state, context, description, targetUrl }
}

function find({ rows }: CodehostCall, repo: Repo, ref: string): Commit {
  const found = resolveCommit(rows, repo, ref)
  if (found === null) throw notFound()
  return found
}
