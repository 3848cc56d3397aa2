import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { badRequest } from '#deployhost/errors.ts'
import { checkJson } from '#deployhost/json/check.ts'
import { serveAfterChecks } from '#deployhost/rules/builds.ts'
import { createCheck, findCheck, updateCheck } from '#deployhost/rules/checks.ts'
import { CHECK_CONCLUSIONS } from '#deployhost/schema/checks.ts'
import { loadDeployment, requireDeploymentWrite } from '#deployhost/steps/deployments.ts'
import * as v from 'valibot'

const { get, post, patch } = routesFor<DeployhostCall>()

const name = v.pipe(v.string(), v.maxLength(100, 'should NOT be longer than 100 characters'))
const path = v.optional(v.pipe(v.string(), v.maxLength(255, 'should NOT be longer than 255 characters')))

const CheckInput = v.strictObject({
  name,
  path,
  blocking: v.boolean(),
  detailsUrl: v.optional(v.string()),
  externalId: v.optional(v.string()),
  rerequestable: v.optional(v.boolean(), false),
})

const CheckChanges = v.strictObject({
  name: v.optional(name),
  path,
  status: v.optional(v.picklist(['running', 'completed'])),
  conclusion: v.optional(v.picklist(CHECK_CONCLUSIONS)),
  detailsUrl: v.optional(v.string()),
  output: v.optional(v.looseObject({})),
  externalId: v.optional(v.string()),
})

/** Checks of deployments by integrations. https://vercel.com/docs/rest-api/checks */
export const checksRoutes = [
  get('getAllChecks', '/v1/deployments/:id/checks', loadDeployment, ({ rows, deployment }) =>
    json({ checks: rows.checks.list('byDeployment', deployment.id).map(checkJson) }),
  ),
  post('createCheck', '/v1/deployments/:id/checks', requireDeploymentWrite, body(CheckInput), (call) => {
    const { path = null, detailsUrl = null, externalId = null, ...rest } = call.body
    const integrationId = integrationOf(call)
    const check = createCheck(call, call.deployment, { ...rest, path, detailsUrl, externalId, integrationId })
    return json(checkJson(check))
  }),
  get('getCheck', '/v1/deployments/:id/checks/:checkId', loadDeployment, ({ rows, deployment, params }) =>
    json(checkJson(findCheck(rows, deployment, params.checkId))),
  ),
  patch('updateCheck', '/v1/deployments/:id/checks/:checkId', requireDeploymentWrite, body(CheckChanges), (call) => {
    integrationOf(call)
    const { rows, deployment, params, body } = call
    const check = updateCheck(call, findCheck(rows, deployment, params.checkId), defined(body))
    serveAfterChecks(call, deployment)
    return json(checkJson(check))
  }),
  post('rerequestCheck', '/v1/deployments/:id/checks/:checkId/rerequest', requireDeploymentWrite, (call) => {
    const { rows, account, user, deployment, params, query } = call
    const check = findCheck(rows, deployment, params.checkId)
    if (!check.rerequestable) throw badRequest('The check can not be rerequested.')
    if (query.get('autoUpdate') === 'true') updateCheck(call, check, { status: 'running' })
    const project = rows.projects.require(deployment.projectId)
    call.emit({ event: 'deployment.check-rerequested', account, user, project, deployment, check })
    return json({})
  }),
]

/**
 * Returns the client id of the integration that sends a request.
 *
 * @throws 400 for a token that no integration has.
 */
function integrationOf({ principal }: DeployhostCall): string {
  const clientId = principal?.token?.clientId ?? null
  if (clientId === null) throw badRequest('Checks can be created and updated with the token of an integration only.')
  return clientId
}
