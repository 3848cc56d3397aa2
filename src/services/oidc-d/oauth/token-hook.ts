import type { Authorization, ClientAuthorization } from '#oauth/authorization.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import type { Claims } from '#oauth/jwt/jwt.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { idTokenClaimsJson } from '#oidc-d/json/claims.ts'
import { hookedTokenJson, tokenHookRequestJson } from '#oidc-d/json/token-hook.ts'
import {
  patchedToken,
  TokenHookWanted,
  tokenHookOf,
  type HookedToken,
  type HookedTokens,
} from '#oidc-d/rules/hooks/token-hooks.ts'
import { inlineHookEntity, recordEvent } from '#oidc-d/rules/system-log/entries.ts'
import type { PolicyRule, TokenPatch } from '#oidc-d/schema.ts'

/** A token before it is signed; the lifetime is in milliseconds. */
interface UnsignedToken {
  readonly claims: Claims
  readonly lifetime: number
}

/**
 * Returns an access token as the hook of its policy rule wants it, and records in the System Log what the hook did.
 *
 * @throws TokenHookWanted when the hook has not been asked yet.
 * @throws OAuthFailure server_error when the hook answers with an error.
 */
export function hookedAccessToken(
  context: SignInContext,
  granted: Authorization | ClientAuthorization,
  rule: PolicyRule | null,
  token: UnsignedToken,
): UnsignedToken {
  const hooks = (): HookedTokens => ({
    access: hookedTokenJson(token.claims, token.lifetime / 1000),
    identity: 'grant' in granted ? identityFor(context, granted) : null,
  })
  return changedBy(context, granted, rule, { token, patches: 'access', hooks })
}

/**
 * Returns the claims of an ID token as the hook of its policy rule wants them.
 *
 * @throws TokenHookWanted when the hook has not been asked yet: no access token comes with it.
 * @throws OAuthFailure server_error when the hook answers with an error.
 */
export function hookedIdToken(
  context: SignInContext,
  granted: Authorization,
  rule: PolicyRule | null,
  token: UnsignedToken,
): Claims {
  const hooks = (): HookedTokens => ({ access: null, identity: hookedTokenJson(token.claims, token.lifetime / 1000) })
  return changedBy(context, granted, rule, { token, patches: 'identity', hooks }).claims
}

interface Change {
  readonly token: UnsignedToken
  readonly patches: keyof HookedTokens
  hooks(): HookedTokens
}

function changedBy(
  context: SignInContext,
  granted: Authorization | ClientAuthorization,
  rule: PolicyRule | null,
  { token, patches, hooks }: Change,
): UnsignedToken {
  const { tokenHook: answer = null } = context
  const hook = answer === null ? undefined : tokenHookOf(context, rule)
  if (answer === null || hook === undefined || rule === null) return token
  if (answer === 'to be asked') {
    const tokens = hooks()
    throw new TokenHookWanted(hook, tokens, tokenHookRequestJson(context, granted, rule, tokens))
  }
  // The rule was changed while its hook was asked.
  if (answer.hookId !== hook.id) return token
  const { error, flaw } = answer
  const failure = error ?? flaw
  recordEvent(context, 'inline_hook.executed', {
    target: [inlineHookEntity(hook)],
    ...(failure === null ? {} : { failure }),
  })
  if (error !== null) throw new OAuthFailure('server_error', error)
  return withPatches(token, answer[patches])
}

function withPatches(token: UnsignedToken, patches: readonly TokenPatch[]): UnsignedToken {
  if (patches.length === 0) return token
  const { claims, lifetime } = token
  const before: HookedToken = { claims, token: { lifetime: { expiration: lifetime / 1000 } } }
  const changed = patchedToken(before, patches)
  const { expiration } = changed.token.lifetime
  const exp = Number(claims['iat']) + expiration
  return { claims: { ...changed.claims, exp }, lifetime: expiration * 1000 }
}

/** Returns the ID token that comes with an access token; null when none does. */
function identityFor(context: SignInContext, granted: Authorization): HookedToken | null {
  const { scopes, parameters, by, client, authTime } = granted
  const { response_type: responseType = '', nonce } = parameters
  if (!scopes.includes('openid') || (by === 'authorization' && !responseType.split(' ').includes('id_token'))) {
    return null
  }
  const user = context.rows.users.require(granted.grant.userId)
  const standard = {
    iss: context.issuer,
    aud: client.id,
    iat: 0,
    exp: 0,
    // With an access token beside it an ID token has fewer claims.
    at_hash: '',
    ...(nonce === undefined ? {} : { nonce }),
    ...(authTime === null ? {} : { auth_time: Math.floor(authTime / 1000) }),
  }
  return hookedTokenJson(idTokenClaimsJson(context, granted, user, `ID.${context.ids.base62(43)}`, standard), 3600)
}
