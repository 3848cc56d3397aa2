import type { Client } from './clients.ts'
import type { OAuthGrant, OAuthRefreshToken } from './collections.ts'
import type { Granted, Issued, OAuthContext, Person, Profile } from './profile.ts'

/** Writes down what a person allows a client, beside what they have allowed it before. */
export function grantFor<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  client: Client,
  person: Person,
  asked: readonly string[] | null,
): { readonly grant: OAuthGrant; readonly scopes: readonly string[] } {
  const { oauthGrants } = context.rows
  const at = context.clock.now()
  const before = oauthGrants.find('client', client.id, person.id)
  const scopes = profile.scopesGranted(context, client, asked, before?.scopes ?? [])
  const all = [...new Set([...(before?.scopes ?? []), ...scopes])]
  const grant =
    before === undefined
      ? oauthGrants.insert({ clientId: client.id, userId: person.id, scopes: all, createdAt: at, updatedAt: at })
      : oauthGrants.update(before.id, { scopes: all, updatedAt: at })
  return { grant, scopes }
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
  const id = refresh.create(context)
  context.rows.oauthRefreshTokens.insert({
    id,
    grantId: granted.grant.id,
    family: family ?? id,
    accessToken,
    scopes: granted.scopes,
    withoutSecret,
    expiresAt: context.clock.now() + refresh.lifetime,
    usedAt: null,
  })
  return { ...granted, accessToken, refreshToken: id }
}
