import { empty, json, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { interactionLimitJson } from '#codehost/json/repos/interaction-limit.ts'
import {
  InteractionLimitInput,
  limitInForce,
  removeLimit,
  setLimit,
  type LimitTarget,
} from '#codehost/rules/accounts/interactions.ts'
import { requireOrganizationOwner, requirePermission, requireUser } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, del } = routesFor<CodehostCall>()

const own = '/user/interaction-limits'
const ofOrganization = '/orgs/:org/interaction-limits'
const ofRepository = '/repos/:owner/:repo/interaction-limits'
const requireOwner = requireOrganizationOwner('admin:org')
const requireAdmin = requirePermission('admin')
const requireInput = requireBody(InteractionLimitInput)

/** Limits of who may comment, and open issues and pull requests. https://docs.github.com/rest/interactions */
export const interactionLimitsRoutes = [
  get('interactions/get-restrictions-for-authenticated-user', own, requireUser('user'), (call) => {
    const limit = limitInForce(call.rows, { account: call.user }, call.clock.now())
    return limit === undefined ? empty() : json(interactionLimitJson(call, limit))
  }),
  put('interactions/set-restrictions-for-authenticated-user', own, requireUser('user'), requireInput, (call) =>
    json(interactionLimitJson(call, setLimit(call, { account: call.user }, call.body))),
  ),
  del('interactions/remove-restrictions-for-authenticated-user', own, requireUser('user'), (call) =>
    remove(call, { account: call.user }),
  ),
  get('interactions/get-restrictions-for-org', ofOrganization, requireOwner, (call) =>
    show(call, { account: call.org }),
  ),
  put('interactions/set-restrictions-for-org', ofOrganization, requireOwner, requireInput, (call) =>
    json(interactionLimitJson(call, setLimit(call, { account: call.org }, call.body))),
  ),
  del('interactions/remove-restrictions-for-org', ofOrganization, requireOwner, (call) =>
    remove(call, { account: call.org }),
  ),
  get('interactions/get-restrictions-for-repo', ofRepository, requireAdmin, (call) => show(call, { repo: call.repo })),
  put('interactions/set-restrictions-for-repo', ofRepository, requireAdmin, requireInput, (call) =>
    json(interactionLimitJson(call, setLimit(call, { repo: call.repo }, call.body))),
  ),
  del('interactions/remove-restrictions-for-repo', ofRepository, requireAdmin, (call) =>
    remove(call, { repo: call.repo }),
  ),
]

function show(call: CodehostCall, target: LimitTarget): Answer {
  const limit = limitInForce(call.rows, target, call.clock.now())
  return json(limit === undefined ? {} : interactionLimitJson(call, limit))
}

function remove(call: CodehostCall, target: LimitTarget): Answer {
  removeLimit(call, target)
  return empty()
}
