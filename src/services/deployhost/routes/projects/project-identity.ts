import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { publicJwk } from '#oauth/jwt/jwt.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { identityIssuer, projectIdentityToken } from '#deployhost/oauth/deployment-identity.ts'
import { SIGNING_KEY } from '#deployhost/oauth/signing.ts'
import { loadProject } from '#deployhost/steps/projects.ts'
import { atPaths } from '../versions.ts'

const { get, post } = routesFor<DeployhostCall>()

/** Tokens by which a project proves who it is, and what verifies them. https://vercel.com/docs/oidc */
export const projectIdentityRoutes = [
  // The path without a version is the command line's.
  ...atPaths(['/v1/projects/:idOrName/token', '/projects/:idOrName/token'], (path) =>
    post('getProjectToken', path, loadProject, (call) =>
      json({ token: projectIdentityToken(call, call.project, call.user, 'development') }),
    ),
  ),
  get('identityDiscovery', '/oidc/:owner/.well-known/openid-configuration', (call) => {
    const issuer = identityIssuer(call, call.params.owner)
    return json({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [SIGNING_KEY.alg],
      claims_supported: [
        'sub',
        'aud',
        'exp',
        'iat',
        'iss',
        'nbf',
        'owner',
        'owner_id',
        'project',
        'project_id',
        'environment',
      ],
    })
  }),
  get('identityKeys', '/oidc/:owner/.well-known/jwks', () =>
    json({ keys: [publicJwk(SIGNING_KEY.pair, SIGNING_KEY.kid)] }),
  ),
]
