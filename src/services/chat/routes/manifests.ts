import * as v from 'valibot'
import { structure, text } from '#chat/rules/arguments.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { manifestJson } from '#chat/json/manifest.ts'
import { ok } from '#chat/json/ok.ts'
import { checkManifest } from '#chat/rules/manifests/check-manifest.ts'
import {
  createManifestApp,
  deleteApp,
  findManagedApp,
  updateManifestApp,
} from '#chat/rules/manifests/apps-of-manifests.ts'
import { rotateConfigToken } from '#chat/rules/manifests/config-tokens.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { verificationToken } from '#chat/rules/verification-token.ts'
import type { App } from '#chat/schema/people.ts'
import { method, openMethod } from './method.ts'

const CONFIG = { scopes: [], tokens: ['config'] } as const

/** The manifests of apps, and the tokens that configure them. https://docs.slack.dev/app-manifests */
export const manifestsRoutes = [
  ...method(
    'apps.manifest.create',
    { ...CONFIG, args: v.object({ manifest: structure, team_id: v.optional(text) }) },
    (call) => {
      const { args, principal, rows } = call
      const team = rows.team.get()
      if ((args.team_id ?? team.id) !== team.id) throw slackFailure('invalid_team_id')
      const app = createManifestApp(call, principal.user, checkManifest(args.manifest))
      return ok(call, {
        app_id: app.id,
        credentials: {
          client_id: app.clientId,
          client_secret: app.clientSecret,
          verification_token: verificationToken(app),
          signing_secret: app.signingSecret,
        },
        oauth_authorize_url: authorizeUrl(call.origin, app),
        team_id: team.id,
        team_domain: team.domain,
      })
    },
  ),

  ...method(
    'apps.manifest.validate',
    { ...CONFIG, args: v.object({ manifest: structure, app_id: v.optional(text) }) },
    (call) => {
      const { args, principal } = call
      if (args.app_id !== undefined) findManagedApp(call, principal.user, args.app_id, 'invalid_app_id')
      checkManifest(args.manifest)
      return ok(call, { errors: [] })
    },
  ),

  ...method('apps.manifest.update', { ...CONFIG, args: v.object({ manifest: structure, app_id: text }) }, (call) => {
    const { args, principal } = call
    const app = findManagedApp(call, principal.user, args.app_id, 'invalid_app_id')
    const { permissionsUpdated } = updateManifestApp(call, app, checkManifest(args.manifest))
    return ok(call, { app_id: app.id, permissions_updated: permissionsUpdated })
  }),

  ...method('apps.manifest.export', { ...CONFIG, args: v.object({ app_id: text }) }, (call) => {
    const { args, principal, rows } = call
    const app = findManagedApp(call, principal.user, args.app_id, 'app_not_found')
    const overSocket = rows.tokens.list('byApp', app.id).some(({ kind, revoked }) => kind === 'app' && !revoked)
    return ok(call, { manifest: manifestJson(app, rows.manifests.get(app.id), overSocket) })
  }),

  ...method('apps.manifest.delete', { ...CONFIG, args: v.object({ app_id: text }) }, (call) => {
    const { args, principal } = call
    deleteApp(call, findManagedApp(call, principal.user, args.app_id, 'app_not_found'))
    return ok(call)
  }),

  ...openMethod('tooling.tokens.rotate', v.object({ refresh_token: text }), (call) => {
    const { token, refreshToken } = rotateConfigToken(call, call.args.refresh_token)
    return ok(call, {
      token: token.id,
      refresh_token: refreshToken,
      team_id: call.rows.team.get().id,
      user_id: token.userId,
      iat: seconds(token.createdAt),
      exp: seconds(token.expiresAt ?? token.createdAt),
    })
  }),
]

/** Returns the address at which a person installs an app. */
function authorizeUrl(origin: string, { clientId, scopes, userScopes }: App): string {
  const query = new URLSearchParams({
    client_id: clientId,
    scope: scopes.join(','),
    ...(userScopes.length === 0 ? {} : { user_scope: userScopes.join(',') }),
  })
  return `${origin}/oauth/v2/authorize?${query}`
}
