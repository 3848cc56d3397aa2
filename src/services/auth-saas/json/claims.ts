import { fullNameOf } from '#auth-saas/rules/users/identifiers.ts'
import type { Claims } from '#oauth/jwt/jwt.ts'
import type { StandardClaims } from '#oauth/profile-parts.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { INSTANCE_ID } from '#auth-saas/rules/instance-keys.ts'
import type { User } from '#auth-saas/schema/people.ts'
import { imageUrl } from '#auth-saas/rules/images.ts'

/** The part of a call or a context that JSON is made from. */
type JsonContext = Pick<AuthContext, 'rows' | 'origin' | 'urls'>

/** The scopes of a token or an authorization. */
interface Scopes {
  readonly scopes: readonly string[]
}

/** Returns the claims about a user that the scopes permit, in the vendor's order. */
function personalClaims(context: JsonContext, user: User, { scopes }: Scopes): Claims {
  const { rows } = context
  const address = rows.emailAddresses.get(user.primaryEmailAddressId)
  return {
    ...(scopes.includes('email')
      ? { email: address?.emailAddress ?? null, email_verified: address?.verification?.status === 'verified' }
      : {}),
    ...(scopes.includes('profile')
      ? {
          family_name: user.lastName,
          given_name: user.firstName,
          name: fullNameOf(user),
          picture: imageUrl(context, user.id),
          preferred_username: user.username,
        }
      : {}),
    ...(scopes.includes('public_metadata') ? { public_metadata: user.publicMetadata } : {}),
    ...(scopes.includes('private_metadata') ? { private_metadata: user.privateMetadata } : {}),
    ...(scopes.includes('user:org:read') ? { organizations: organizationsOf(context, user) } : {}),
  }
}

function organizationsOf({ rows }: JsonContext, { id }: User) {
  return rows.memberships.list('ofUser', id).map(({ organizationId, role }) => {
    const { name, slug } = rows.organizations.require(organizationId)
    return { id: organizationId, name, slug, role }
  })
}

/**
 * The answer of the userinfo endpoint.
 * https://clerk.com/docs/guides/configure/auth-strategies/oauth/how-clerk-implements-oauth
 */
export function userinfoJson(context: JsonContext, user: User, granted: Scopes): Claims {
  return {
    object: 'oauth_user_info',
    instance_id: INSTANCE_ID,
    ...personalClaims(context, user, granted),
    ...(granted.scopes.includes('profile') ? { username: user.username } : {}),
    sub: user.id,
    user_id: user.id,
  }
}

/** The claims of an ID token, as far as the scopes permit. */
export function idTokenClaims(
  context: JsonContext & Pick<AuthContext, 'ids'>,
  user: User,
  granted: Scopes,
  standard: StandardClaims,
): Claims {
  return {
    aud: standard.aud,
    ...(standard.at_hash === undefined ? {} : { at_hash: standard.at_hash }),
    ...(standard.auth_time === undefined ? {} : { auth_time: standard.auth_time }),
    exp: standard.exp,
    iat: standard.iat,
    iss: standard.iss,
    jti: context.ids.hex(20),
    ...(standard.nonce === undefined ? {} : { nonce: standard.nonce }),
    sub: user.id,
    ...personalClaims(context, user, granted),
  }
}
