import * as v from 'valibot'
import { body } from '#core/input.ts'
import { empty } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { maybe, maybeFlag, maybeText, text } from '#auth-saas/rules/body-parts.ts'
import { del, get, patch, post, put } from '#auth-saas/call.ts'
import { notFound, paramMissing, clerkFailure } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { oauthApplicationJson, oauthTokenJson } from '#auth-saas/json/instance.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import type { OAuthApplication } from '#auth-saas/schema/instance.ts'
import { imageUrl, storeImage } from '#auth-saas/rules/images.ts'
import { loadUploadedImage } from '#auth-saas/steps/images.ts'
import { commonFields, updatedNow } from '#auth-saas/rules/common-fields.ts'
import { loadOAuthApplication } from '#auth-saas/steps/oauth-applications.ts'

const Application = {
  redirect_uris: maybe(v.array(text)),
  callback_url: maybe(v.pipe(text, v.maxLength(1024))),
  scopes: maybe(v.pipe(text, v.maxLength(1024))),
  consent_screen_enabled: maybeFlag,
  pkce_required: maybeFlag,
  public: maybeFlag,
}

const ApplicationInput = v.strictObject({ name: v.pipe(text, v.minLength(1), v.maxLength(256)), ...Application })

const ApplicationChanges = v.strictObject({
  name: maybe(v.pipe(text, v.minLength(1), v.maxLength(256))),
  ...Application,
})

/** @throws 422 for a public client that need not use PKCE. */
function requirePkce(isPublic: boolean, pkceRequired: boolean): void {
  if (!isPublic || pkceRequired) return
  const sentence = 'A public client must use PKCE.'
  throw clerkFailure(422, 'form_public_client_requires_pkce', 'requires PKCE', sentence, {
    param_name: 'pkce_required',
  })
}

function redirectsOf({
  redirect_uris: uris,
  callback_url: callback,
}: {
  redirect_uris?: string[] | null | undefined
  callback_url?: string | null | undefined
}): string[] {
  const all = uris ?? (callback === null || callback === undefined ? [] : [callback])
  const wrong = all.find((uri) => !URL.canParse(uri))
  if (wrong === undefined) return all
  const sentence = `${wrong} is not a valid URL.`
  throw clerkFailure(422, 'form_param_format_invalid', 'is invalid', sentence, { param_name: 'redirect_uris' })
}

/** The operations about OAuth applications and their access tokens. */
export const oauthApplicationsRoutes: readonly Route[] = [
  get('ListOAuthApplications', '/v1/oauth_applications', (call) => {
    const search = call.query.get('name_query')?.toLowerCase() ?? ''
    const matches = (row: OAuthApplication): boolean => row.name.toLowerCase().includes(search)
    const options = {
      orders: { name: (row: OAuthApplication) => row.name },
      fallback: '+created_at',
      matches: search === '' ? undefined : matches,
    }
    return answerPage(call, rowsOf(call, call.rows.oauthApplications, options), (row) =>
      oauthApplicationJson(call, row),
    )
  }),

  post('CreateOAuthApplication', '/v1/oauth_applications', body(ApplicationInput), (call) => {
    const { rows, ids, body: input } = call
    const isPublic = input.public ?? false
    requirePkce(isPublic, input.pkce_required ?? isPublic)
    const row = rows.oauthApplications.insert({
      ...commonFields(call, 'oa'),
      name: input.name,
      clientId: ids.base62(16),
      clientSecret: ids.secret.base62(32),
      scopes: input.scopes ?? 'profile email',
      redirectUris: redirectsOf(input),
      consentScreenEnabled: input.consent_screen_enabled ?? true,
      pkceRequired: input.pkce_required ?? isPublic,
      isPublic,
    })
    return json({ ...oauthApplicationJson(call, row), ...(isPublic ? {} : { client_secret: row.clientSecret }) })
  }),

  get('GetOAuthApplication', '/v1/oauth_applications/:oauth_application_id', loadOAuthApplication, (call) =>
    json(oauthApplicationJson(call, call.application)),
  ),

  patch(
    'UpdateOAuthApplication',
    '/v1/oauth_applications/:oauth_application_id',
    loadOAuthApplication,
    body(ApplicationChanges),
    (call) => {
      const { rows, application, body: input } = call
      const redirects = redirectsOf(input)
      requirePkce(input.public ?? application.isPublic, input.pkce_required ?? application.pkceRequired)
      const changed = rows.oauthApplications.update(application.id, {
        name: input.name ?? application.name,
        scopes: input.scopes ?? application.scopes,
        redirectUris: redirects.length === 0 ? application.redirectUris : redirects,
        consentScreenEnabled: input.consent_screen_enabled ?? application.consentScreenEnabled,
        pkceRequired: input.pkce_required ?? application.pkceRequired,
        isPublic: input.public ?? application.isPublic,
        ...updatedNow(call),
      })
      return json(oauthApplicationJson(call, changed))
    },
  ),

  del('DeleteOAuthApplication', '/v1/oauth_applications/:oauth_application_id', loadOAuthApplication, (call) => {
    call.rows.oauthApplications.delete(call.application.id)
    return deleted('oauth_application', call.application.id)
  }),

  put(
    'UploadOAuthApplicationLogo',
    '/v1/oauth_applications/:oauth_application_id/logo',
    loadOAuthApplication,
    loadUploadedImage,
    (call) => {
      const { rows, application, image } = call
      storeImage(call, application.id, image)
      const logoUri = imageUrl(call, application.id)
      return json(
        oauthApplicationJson(call, rows.oauthApplications.update(application.id, { logoUri, ...updatedNow(call) })),
      )
    },
  ),

  post(
    'RotateOAuthApplicationSecret',
    '/v1/oauth_applications/:oauth_application_id/rotate_secret',
    loadOAuthApplication,
    (call) => {
      const secret = call.ids.secret.base62(32)
      const changed = call.rows.oauthApplications.update(call.application.id, {
        clientSecret: secret,
        ...updatedNow(call),
      })
      return json({ ...oauthApplicationJson(call, changed), client_secret: secret })
    },
  ),

  post(
    'RevokeOAuthApplicationToken',
    '/v1/oauth_applications/:oauth_application_id/revoke_token',
    loadOAuthApplication,
    body(v.strictObject({ token: text })),
    (call) => {
      const { rows, application, body: input } = call
      const token = rows.oauthAccessTokens.get(input.token) ?? rows.oauthRefreshTokens.get(input.token)
      const grant = rows.oauthGrants.get(token?.grantId)
      if (grant === undefined || grant.clientId !== application.clientId) throw notFound('OAuth token not found')
      // The deletion cascades to the tokens of the grant, of both kinds.
      rows.oauthGrants.delete(grant.id)
      return empty()
    },
  ),

  post(
    'verifyOAuthAccessToken',
    '/v1/oauth_applications/access_tokens/verify',
    body(v.strictObject({ access_token: maybeText, secret: maybeText })),
    (call) => {
      const { rows, clock, body: input } = call
      const token = input.access_token ?? input.secret
      if (token === null || token === undefined) throw paramMissing('access_token')
      const row = rows.oauthAccessTokens.get(token)
      if (row === undefined || row.expiresAt <= clock.now()) throw notFound('OAuth token not found')
      return json(oauthTokenJson(call, row))
    },
  ),
]
