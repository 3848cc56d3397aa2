import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, suspended } from '#codehost/errors.ts'
import { deliveryJson } from '#codehost/json/hooks/delivery.ts'
import { hookConfigJson } from '#codehost/json/hooks/hook.ts'
import { installationJson, installationTokenJson } from '#codehost/json/apps/installation.ts'
import { appJson } from '#codehost/json/apps/integration.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { HookConfig, namedConfig } from '#codehost/rules/hooks/hooks.ts'
import { suspend, uninstall, unsuspend } from '#codehost/rules/apps/installation-changes.ts'
import { createInstallationToken, InstallationTokenInput } from '#codehost/rules/apps/installation-tokens.ts'
import type { App, Installation } from '#codehost/schema/apps.ts'
import { findDelivery, listDeliveriesTo } from '../hooks/hook-handlers.ts'
import {
  requireApp,
  loadInstallation,
  loadInstallationOfAccount,
  loadInstallationOfRepo,
} from '#codehost/steps/apps.ts'
import { appSubscriberOf } from '#codehost/rules/hooks/subscribers.ts'

const { get, post, put, patch, del } = routesFor<CodehostCall>()

const ONE = '/app/installations/:installation_id'
const DELIVERY = '/app/hook/deliveries/:delivery_id'

/** GitHub Apps. All operations but the first need a JWT. https://docs.github.com/rest/apps/apps */
export const appsRoutes = [
  get('apps/get-by-slug', '/apps/:app_slug', (call) => {
    const app = call.rows.apps.find('slug', call.params.app_slug.toLowerCase())
    if (app === undefined) throw notFound()
    return json(appJson(call, app, { own: false }))
  }),
  get('apps/get-authenticated', '/app', requireApp, (call) => json(appJson(call, call.app, { own: true }))),
  // An organization's owner installs an app at once, so that no request waits for an owner.
  get('apps/list-installation-requests-for-authenticated-app', '/app/installation-requests', requireApp, (call) =>
    answerPage(call, [], () => null),
  ),
  get('apps/list-installations', '/app/installations', requireApp, (call) => {
    const { rows, app, query } = call
    const since = Date.parse(query.get('since') ?? '')
    const write = (installation: Installation) => installationJson(call, installation)
    if (Number.isNaN(since)) {
      return answerPage(call, viewOfReference(rows.installations, 'appId', app.id), write)
    }
    const recent = rows.installations.referring('appId', app.id).filter(({ updatedAt }) => updatedAt > since)
    return answerPage(call, recent, write)
  }),
  get('apps/get-installation', ONE, requireApp, loadInstallation, (call) =>
    json(installationJson(call, call.installation)),
  ),
  del('apps/delete-installation', ONE, requireApp, loadInstallation, (call) => {
    uninstall(call, call.installation, call.actor)
    return empty()
  }),
  post(
    'apps/create-installation-access-token',
    `${ONE}/access_tokens`,
    requireApp,
    loadInstallation,
    body(InstallationTokenInput),
    (call) => {
      const { installation, body } = call
      if (installation.suspendedAt !== null) throw suspended()
      const token = createInstallationToken(call, installation, body)
      return json(installationTokenJson(call, installation, token), 201)
    },
  ),
  put('apps/suspend-installation', `${ONE}/suspended`, requireApp, loadInstallation, (call) => {
    suspend(call, call.installation, call.rows.accounts.require(call.app.ownerId), call.actor)
    return empty()
  }),
  del('apps/unsuspend-installation', `${ONE}/suspended`, requireApp, loadInstallation, (call) => {
    unsuspend(call, call.installation, call.actor)
    return empty()
  }),
  get('apps/get-org-installation', '/orgs/:org/installation', requireApp, loadInstallationOfAccount('org'), (call) =>
    json(installationJson(call, call.installation)),
  ),
  get(
    'apps/get-user-installation',
    '/users/:username/installation',
    requireApp,
    loadInstallationOfAccount('username'),
    (call) => json(installationJson(call, call.installation)),
  ),
  get('apps/get-repo-installation', '/repos/:owner/:repo/installation', requireApp, loadInstallationOfRepo, (call) =>
    json(installationJson(call, call.installation)),
  ),
  get('apps/get-webhook-config-for-app', '/app/hook/config', requireApp, (call) => json(configOf(call.app))),
  patch('apps/update-webhook-config-for-app', '/app/hook/config', requireApp, body(HookConfig), (call) => {
    const { rows, app, clock, body } = call
    const { url, contentType, secret, insecureSsl } = namedConfig(body)
    const updated = rows.apps.update(app.id, {
      ...(url === undefined ? {} : { webhookUrl: url }),
      ...(contentType === undefined ? {} : { webhookContentType: contentType }),
      ...(secret === undefined ? {} : { webhookSecret: secret }),
      ...(insecureSsl === undefined ? {} : { webhookInsecureSsl: insecureSsl }),
      updatedAt: clock.now(),
    })
    return json(configOf(updated))
  }),
  get('apps/list-webhook-deliveries', '/app/hook/deliveries', requireApp, (call) =>
    listDeliveriesTo(call, appSubscriberOf(call.app)),
  ),
  get('apps/get-webhook-delivery', DELIVERY, requireApp, (call) =>
    json(deliveryJson(findDelivery(call, appSubscriberOf(call.app)))),
  ),
  post('apps/redeliver-webhook-delivery', `${DELIVERY}/attempts`, requireApp, (call) => {
    call.redeliver(findDelivery(call, appSubscriberOf(call.app)).id)
    return json({}, 202)
  }),
]

/** Returns the delivery settings of an app's webhook, or their defaults when it has none. */
function configOf(app: App) {
  const { url, ...rest } = hookConfigJson({
    contentType: app.webhookContentType,
    insecureSsl: app.webhookInsecureSsl,
    secret: app.webhookSecret,
    url: app.webhookUrl ?? '',
  })
  return url === '' ? rest : { ...rest, url }
}
