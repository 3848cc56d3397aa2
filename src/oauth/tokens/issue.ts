import type { Authorization, IssuedTokens, Person, ScopeRequest } from '../authorization.ts'
import type { OAuthGrant, OAuthRefreshToken } from '../collections.ts'
import type { OAuthContext, Parameters } from '../context.ts'
import type { Server } from '../profile.ts'
import { serverIdOf } from '../server-id.ts'

/** A person's grant to a client, after an authorization was added to it. */
export interface RecordedGrant {
  readonly grant: OAuthGrant
  /** The scopes of this authorization alone. */
  readonly scopes: readonly string[]
  /** True when the person had granted the client nothing before. */
  readonly first: boolean
}

/** Records what a person grants a client, in addition to what they have granted it before. */
export function recordGrant<X extends OAuthContext>(
  { profile, context }: Server<X>,
  person: Person,
  request: ScopeRequest,
): RecordedGrant {
  const { oauthGrants } = context.rows
  const { id: clientId } = request.client
  const at = context.clock.now()
  const existing = oauthGrants.find('client', clientId, person.id)
  const before = existing?.scopes ?? []
  const scopes = profile.scopesGranted(context, { ...request, before })
  const all = [...new Set([...before, ...scopes])]
  const grant =
    existing === undefined
      ? oauthGrants.insert({ clientId, userId: person.id, scopes: all, createdAt: at, updatedAt: at })
      : oauthGrants.update(existing.id, { scopes: all, updatedAt: at })
  return { grant, scopes, first: existing === undefined }
}

/**
 * The properties that a refresh token inherits from the one it replaces, and from the way in which the client got it.
 */
export type RefreshTokenDescent = Pick<OAuthRefreshToken, 'withoutSecret'> & { readonly family?: string }

/** Makes the access token for an authorization, and the refresh token when the vendor issues one. */
export function issue<X extends OAuthContext>(
  server: Server<X>,
  authorization: Authorization,
  { family, withoutSecret }: RefreshTokenDescent,
): IssuedTokens {
  const { profile, context } = server
  const accessToken = profile.createAccessToken(context, authorization)
  const { refresh } = profile
  if (refresh === null || !refresh.appliesTo(context, authorization)) {
    return { ...authorization, accessToken, refreshToken: null }
  }
  const { oauthRefreshTokens } = context.rows
  const id = refresh.create(context)
  const now = context.clock.now()
  oauthRefreshTokens.insert({
    id,
    grantId: authorization.grant.id,
    family: family ?? id,
    accessToken,
    scopes: authorization.scopes,
    withoutSecret,
    parameters: { ...lasting(authorization.parameters), ...keyOf(authorization.request) },
    server: serverIdOf(server),
    origin: authorization.origin,
    authTime: authorization.authTime,
    createdAt: now,
    expiresAt: now + refreshLifetime(server, authorization),
    usedAt: null,
  })
  if (refresh.limit !== undefined) {
    const all = oauthRefreshTokens.list('byGrant', authorization.grant.id)
    for (const oldest of all.slice(0, Math.max(0, all.length - refresh.limit))) oauthRefreshTokens.delete(oldest.id)
  }
  return { ...authorization, accessToken, refreshToken: id }
}

/** The lifetime of a refresh token for this authorization, milliseconds; 0 at a vendor without refresh tokens. */
export function refreshLifetime<X extends OAuthContext>(
  { profile, context }: Server<X>,
  authorization: Authorization,
): number {
  const lifetime = profile.refresh?.lifetime ?? 0
  return typeof lifetime === 'function' ? lifetime(context, authorization) : lifetime
}

/**
 * Returns the parameters that later requests keep. A nonce belongs to one sign-in only (OpenID Connect Core section
 * 12.2), and a key counts when a token request has proved it.
 */
function lasting({ nonce: _nonce, dpop_jkt: _key, ...parameters }: Parameters): Parameters {
  return parameters
}

function keyOf({ dpop_jkt: key }: Parameters): Parameters {
  return key === undefined ? {} : { dpop_jkt: key }
}
