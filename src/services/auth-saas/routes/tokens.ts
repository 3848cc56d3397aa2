import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { maybe, maybeFlag, maybeText, metadata, text, whole } from '#auth-saas/rules/body-parts.ts'
import { del, get, patch, post, type AuthCall } from '#auth-saas/call.ts'
import { noSuch, notFound, clerkFailure } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { jwtTemplateJson, signInTokenJson } from '#auth-saas/json/instance.ts'
import { answerPlainPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { requireFreeClaims } from '#auth-saas/rules/sessions/reserved-claims.ts'
import { findUser } from '#auth-saas/rules/users/users.ts'
import type { SignInToken } from '#auth-saas/schema/instance.ts'
import { commonFields, updatedNow } from '#auth-saas/rules/common-fields.ts'
import { loadJwtTemplate } from '#auth-saas/steps/jwt-templates.ts'

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'HS256'] as const

const Template = {
  lifetime: maybe(whole(30, 315_360_000)),
  allowed_clock_skew: maybe(whole(0, 300)),
  custom_signing_key: maybeFlag,
  signing_algorithm: maybe(v.picklist(ALGORITHMS)),
  signing_key: maybeText,
}

const TemplateInput = v.strictObject({
  name: v.pipe(text, v.regex(/^[A-Za-z0-9_-]{1,100}$/, 'name can only have letters, digits, dashes and underscores.')),
  claims: metadata,
  ...Template,
})

const TemplateChanges = v.strictObject({
  name: maybe(v.pipe(text, v.regex(/^[A-Za-z0-9_-]{1,100}$/))),
  claims: maybe(metadata),
  ...Template,
})

const SignInTokenInput = v.strictObject({
  user_id: text,
  org_id: maybeText,
  expires_in_seconds: maybe(whole(1, 315_360_000)),
})

const ActorTokenInput = v.strictObject({
  user_id: text,
  actor: v.looseObject({ sub: text }),
  expires_in_seconds: maybe(whole(1, 315_360_000)),
  session_max_duration_in_seconds: maybe(whole(1, 315_360_000)),
})

/** @throws 422 for a key of the template's own that is missing, and for a key without `custom_signing_key`. */
function requireKey(custom: boolean, key: string | null | undefined): void {
  const hasKey = key !== null && key !== undefined && key !== ''
  if (custom === hasKey) return
  const code = custom ? 'form_conditional_param_missing' : 'form_conditional_param_disallowed'
  const sentence = `signing_key must ${custom ? '' : 'not '}be included when custom_signing_key is ${custom}.`
  throw clerkFailure(422, code, custom ? 'is missing' : 'is not allowed', sentence, { param_name: 'signing_key' })
}

function taken(): Error {
  const sentence = 'The template name is already taken. Please choose another one.'
  return clerkFailure(422, 'form_identifier_exists', 'is already taken', sentence, { param_name: 'name' })
}

function revoked(call: AuthCall, id: string, kind: 'sign_in_token' | 'actor_token'): SignInToken {
  const { rows } = call
  const token = rows.signInTokens.get(id)
  const isActor = kind === 'actor_token'
  if (token === undefined || (token.actor !== null) !== isActor) throw noSuch(kind.replaceAll('_', ' '), id)
  if (token.status !== 'pending') {
    const sentence = `${isActor ? 'Actor' : 'Sign in'} token cannot be revoked because its status is ${token.status}. Only pending tokens can be revoked.`
    throw clerkFailure(400, `${kind}_cannot_be_revoked_code`, 'cannot be revoked', sentence)
  }
  return rows.signInTokens.update(id, { status: 'revoked', ...updatedNow(call) })
}

/** The operations about JWT templates, sign-in tokens, actor tokens and testing tokens. */
export const tokensRoutes: readonly Route[] = [
  get('ListJWTTemplates', '/v1/jwt_templates', (call) =>
    answerPlainPage(call, rowsOf(call, call.rows.jwtTemplates), jwtTemplateJson),
  ),

  post('CreateJWTTemplate', '/v1/jwt_templates', body(TemplateInput), (call) => {
    const { rows, body: input } = call
    requireFreeClaims(input.claims)
    requireKey(input.custom_signing_key === true, input.signing_key)
    if (rows.jwtTemplates.find('name', input.name) !== undefined) throw taken()
    const template = rows.jwtTemplates.insert({
      ...commonFields(call, 'jtmp'),
      name: input.name,
      claims: input.claims,
      lifetime: input.lifetime ?? 60,
      allowedClockSkew: input.allowed_clock_skew ?? 5,
      customSigningKey: input.custom_signing_key ?? false,
      signingAlgorithm: input.signing_algorithm ?? 'RS256',
      signingKey: input.custom_signing_key === true ? (input.signing_key ?? null) : null,
    })
    return json(jwtTemplateJson(template))
  }),

  get('GetJWTTemplate', '/v1/jwt_templates/:template_id', loadJwtTemplate, (call) =>
    json(jwtTemplateJson(call.template)),
  ),

  patch('UpdateJWTTemplate', '/v1/jwt_templates/:template_id', loadJwtTemplate, body(TemplateChanges), (call) => {
    const { rows, template, body: input } = call
    const claims = input.claims ?? template.claims
    requireFreeClaims(claims)
    const name = input.name ?? template.name
    const holder = rows.jwtTemplates.find('name', name)
    if (holder !== undefined && holder.id !== template.id) throw taken()
    const custom = input.custom_signing_key ?? template.customSigningKey
    const key = custom ? (input.signing_key ?? template.signingKey) : input.signing_key
    requireKey(custom, key)
    const changed = rows.jwtTemplates.update(template.id, {
      name,
      claims,
      lifetime: input.lifetime ?? template.lifetime,
      allowedClockSkew: input.allowed_clock_skew ?? template.allowedClockSkew,
      customSigningKey: custom,
      signingAlgorithm: input.signing_algorithm ?? template.signingAlgorithm,
      signingKey: custom ? (key ?? null) : null,
      ...updatedNow(call),
    })
    return json(jwtTemplateJson(changed))
  }),

  del('DeleteJWTTemplate', '/v1/jwt_templates/:template_id', loadJwtTemplate, (call) => {
    call.rows.jwtTemplates.delete(call.template.id)
    return deleted('jwt_template', call.template.id)
  }),

  post('CreateSignInToken', '/v1/sign_in_tokens', body(SignInTokenInput), (call) => {
    const { rows, clock, ids, body: input } = call
    const user = findUser(call, input.user_id)
    const organizationId = input.org_id ?? null
    if (organizationId !== null && rows.memberships.find('member', organizationId, user.id) === undefined) {
      throw notFound('Given organization not found.')
    }
    const token = rows.signInTokens.insert({
      ...commonFields(call, 'sit'),
      userId: user.id,
      status: 'pending',
      token: ids.secret.base62(64),
      expiresAt: clock.now() + (input.expires_in_seconds ?? 2_592_000) * 1000,
      organizationId,
      actor: null,
      sessionDuration: null,
    })
    return json(signInTokenJson(call, token))
  }),

  post('RevokeSignInToken', '/v1/sign_in_tokens/:sign_in_token_id/revoke', (call) =>
    json(signInTokenJson(call, revoked(call, call.params.sign_in_token_id, 'sign_in_token'))),
  ),

  post('CreateActorToken', '/v1/actor_tokens', body(ActorTokenInput), (call) => {
    const { rows, clock, ids, body: input } = call
    const user = findUser(call, input.user_id)
    const token = rows.signInTokens.insert({
      ...commonFields(call, 'act'),
      userId: user.id,
      status: 'pending',
      token: ids.secret.base62(64),
      expiresAt: clock.now() + (input.expires_in_seconds ?? 3600) * 1000,
      organizationId: null,
      actor: input.actor,
      sessionDuration: input.session_max_duration_in_seconds ?? 1800,
    })
    return json(signInTokenJson(call, token))
  }),

  post('RevokeActorToken', '/v1/actor_tokens/:actor_token_id/revoke', (call) =>
    json(signInTokenJson(call, revoked(call, call.params.actor_token_id, 'actor_token'))),
  ),

  post('CreateTestingToken', '/v1/testing_tokens', (call) => {
    const { clock, ids } = call
    const expiresAt = Math.floor(clock.now() / 1000) + 3600
    return json({ object: 'testing_token', token: `${expiresAt}-${ids.secret.base62(43)}`, expires_at: expiresAt })
  }),
]
