import { signJwt } from '#oauth/jwt/jwt.ts'
import { HOUR } from '#core/duration.ts'
import type { DeployhostContext } from '#deployhost/call.ts'
import { PLAN } from '#deployhost/json/deployment.ts'
import { scopeSlug } from '#deployhost/rules/hosts.ts'
import type { Project, User } from '#deployhost/schema.ts'
import { SIGNING_KEY } from './signing.ts'

/** The lifetime of a token outside of deployments, in milliseconds. */
const LIFETIME = 12 * HOUR

/** Returns the issuer of an account's tokens. */
export function identityIssuer({ urls }: Pick<DeployhostContext, 'urls'>, slug: string): string {
  return urls.of(`/oidc/${slug}`)
}

/**
 * Returns the token by which a project proves in an environment who it is, such as to a cloud. It expires after twelve
 * hours. https://vercel.com/docs/oidc/reference
 */
export function projectIdentityToken(
  context: Pick<DeployhostContext, 'rows' | 'clock' | 'urls'>,
  project: Project,
  user: User,
  environment: string,
): string {
  const slug = scopeSlug(context.rows, project.accountId)
  const sub = `owner:${slug}:project:${project.name}:environment:${environment}`
  const now = context.clock.now()
  return signJwt(
    {
      iss: identityIssuer(context, slug),
      aud: `https://vercel.com/${slug}`,
      sub,
      scope: sub,
      owner: slug,
      owner_id: project.accountId,
      project: project.name,
      project_id: project.id,
      environment,
      plan: PLAN,
      user_id: user.id,
      iat: Math.floor(now / 1000),
      nbf: Math.floor(now / 1000),
      exp: Math.floor((now + LIFETIME) / 1000),
    },
    SIGNING_KEY,
  )
}
