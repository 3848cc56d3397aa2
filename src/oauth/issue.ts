import type { Client } from './clients.ts'
import type { OAuthGrant, OAuthRefreshToken } from './collections.ts'
import type { Granted, Issued, OAuthContext, Parameters, Person, Profile } from './profile.ts'
import type { RefreshProfile } from './profile-parts.ts'

/** What a person has allowed a client, written down. */
export interface WrittenGrant {
  readonly grant: OAuthGrant
  /** What was allowed this time. */
  readonly scopes: readonly string[]
  /** Whether this person has never allowed this client anything before. */
  readonly first: boolean
}

/** Writes down what a person allows a client, beside what they have allowed it before. */
export function grantFor<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  client: Client,
  person: Person,
  asked: readonly string[] | null,
  parameters: Parameters = {},
): WrittenGrant {
  const { oauthGrants } = context.rows
  const at = context.clock.now()
  const before = oauthGrants.find('client', client.id, person.id)
  const scopes = profile.scopesGranted(context, client, asked, before?.scopes ?? [], parameters)
  const all = [...new Set([...(before?.scopes ?? []), ...scopes])]
  const grant =
    before === undefined
      ? oauthGrants.insert({ clientId: client.id, userId: person.id, scopes: all, createdAt: at, updatedAt: at })
      : oauthGrants.update(before.id, { scopes: all, updatedAt: at })
  return { grant, scopes, first: before === undefined }
}

/** What a refresh token inherits from the one it replaces, and from the way it was got. */
export type Descent = Pick<OAuthRefreshToken, 'withoutSecret'> & { readonly family?: string }

/** Makes the tokens for what was granted. */
export function issue<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  granted: Granted,
  { family, withoutSecret }: Descent,
): Issued {
  const accessToken = profile.createAccessToken(context, granted)
  const { refresh } = profile
  if (refresh === null || !refresh.appliesTo(context, granted)) return { ...granted, accessToken, refreshToken: null }
  const { oauthRefreshTokens } = context.rows
  const id = refresh.create(context)
  const now = context.clock.now()
  oauthRefreshTokens.insert({
    id,
    grantId: granted.grant.id,
    family: family ?? id,
    accessToken,
    scopes: granted.scopes,
    withoutSecret,
    parameters: lasting(granted.parameters),
    server: profile.server?.(context) ?? '',
    origin: granted.origin,
    authTime: granted.authTime,
    createdAt: now,
    expiresAt: now + refreshLifetime(refresh, context, granted),
    usedAt: null,
  })
  if (refresh.limit !== undefined) {
    const all = oauthRefreshTokens.list('byGrant', granted.grant.id)
    for (const oldest of all.slice(0, Math.max(0, all.length - refresh.limit))) oauthRefreshTokens.delete(oldest.id)
  }
  return { ...granted, accessToken, refreshToken: id }
}

/** How long a refresh token for this is good. Milliseconds. */
export function refreshLifetime<X extends OAuthContext>(
  { lifetime }: RefreshProfile<X>,
  context: X,
  granted: Granted,
): number {
  return typeof lifetime === 'function' ? lifetime(context, granted) : lifetime
}

/** What of an authorization request holds for more than one sign-in. OpenID Connect Core section 12.2 */
function lasting({ nonce: _nonce, ...parameters }: Parameters): Parameters {
  return parameters
}
