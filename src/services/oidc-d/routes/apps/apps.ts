import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { readFlag } from '#oidc-d/rules/lists/flags.ts'
import { loadApp } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { appJson } from '#oidc-d/json/app.ts'
import { appUserJson } from '#oidc-d/json/app-user.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { AppInput } from '#oidc-d/rules/apps/bodies.ts'
import { createApp, deleteApp, replaceApp, setAppStatus } from '#oidc-d/rules/apps/apps.ts'
import { assignmentOf } from '#oidc-d/rules/apps/assignments.ts'
import { appsOf } from '#oidc-d/rules/apps/list.ts'
import type { App } from '#oidc-d/schema.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.apps.read')
const manage = requireScope('okta.apps.manage')

/** Apps. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/ */
export const appsRoutes = [
  get('listApplications', '/api/v1/apps', read, (call) =>
    answerPage(call, appsOf(call), { byDefault: 20, most: 200, beyond: 'refused' }, (each) =>
      appJson(call, each, { embedded: embeddedIn(call, each) }),
    ),
  ),
  post('createApplication', '/api/v1/apps', manage, body(AppInput), (call) => {
    const status = readFlag(call, 'activate', true) ? 'ACTIVE' : 'INACTIVE'
    return json(appJson(call, createApp(call, call.body, status), { secret: true }))
  }),
  get('getApplication', '/api/v1/apps/:appId', read, loadApp, (call) =>
    json(appJson(call, call.app, { embedded: embeddedIn(call, call.app) })),
  ),
  put('replaceApplication', '/api/v1/apps/:appId', manage, loadApp, body(AppInput), (call) =>
    json(appJson(call, replaceApp(call, call.app, call.body), { secret: true })),
  ),
  del('deleteApplication', '/api/v1/apps/:appId', manage, loadApp, (call) => {
    deleteApp(call, call.app)
    return empty()
  }),
  post('activateApplication', '/api/v1/apps/:appId/lifecycle/activate', manage, loadApp, (call) => {
    setAppStatus(call, call.app, 'ACTIVE')
    return json({})
  }),
  post('deactivateApplication', '/api/v1/apps/:appId/lifecycle/deactivate', manage, loadApp, (call) => {
    setAppStatus(call, call.app, 'INACTIVE')
    return json({})
  }),
]

/** Returns the assignment that `expand=user/{userId}` embeds, if there is one. */
function embeddedIn(call: OidcCall, { id }: App) {
  const [, userId] = /^user\/(.+)$/.exec(call.query.get('expand') ?? '') ?? []
  const assignment = userId === undefined ? undefined : assignmentOf(call, id, userId)
  return assignment === undefined ? null : { user: appUserJson(call, assignment) }
}
