import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { publicJwk, signJwt } from '#oauth/jwt/jwt.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { badRequest, notFound, unprocessable } from '#codehost/errors.ts'
import {
  IDENTITY_CLAIMS,
  IDENTITY_KEY,
  identityClaims,
  PROPERTY_CLAIM,
} from '#codehost/rules/actions/identity-claims.ts'
import { requireOrganizationOwner, requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { requireJob } from '#codehost/steps/jobs.ts'

const { get, post, put, del } = routesFor<CodehostCall>()

const TOKEN = '/_services/token'
const ofRepo = '/repos/:owner/:repo/actions/oidc/customization/sub'
const ofOrg = '/orgs/:org/actions/oidc/customization/sub'
const properties = '/orgs/:org/actions/oidc/customization/properties/repo'

/** Claims that a template may name beside those of the token. */
const TEMPLATE_KEYS: readonly string[] = ['repo', 'context', ...IDENTITY_CLAIMS]

const claimKeys = v.array(v.string())

/**
 * Identity tokens of jobs, and the subjects that repositories and organizations give them.
 * https://docs.github.com/actions/concepts/security/openid-connect
 */
export const identityTokensRoutes = [
  get('actions-oidc/discovery', `${TOKEN}/.well-known/openid-configuration`, ({ urls }) => {
    const issuer = urls.of(TOKEN)
    return json({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks`,
      subject_types_supported: ['public', 'pairwise'],
      response_types_supported: ['id_token'],
      claims_supported: IDENTITY_CLAIMS,
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid'],
    })
  }),
  get('actions-oidc/keys', `${TOKEN}/.well-known/jwks`, () =>
    json({ keys: [publicJwk(IDENTITY_KEY.pair, IDENTITY_KEY.kid)] }),
  ),
  get('actions-oidc/token', `${TOKEN}/request`, requireJob, (call) => {
    const { urls, query, identity, origin } = call
    const claims = identityClaims(call, identity, {
      issuer: urls.of(TOKEN),
      audience: query.get('audience'),
      site: origin,
    })
    const value = signJwt(claims, IDENTITY_KEY)
    return json({ count: value.length, value })
  }),
  get('actions/get-custom-oidc-sub-claim-for-repo', ofRepo, requirePermission('pull'), ({ rows, repo }) => {
    const { useDefault, claimKeys: keys } = rows.subjectTemplates.get('repo', repo.id)
    return json({ use_default: useDefault, ...(useDefault ? {} : { include_claim_keys: keys }) })
  }),
  put(
    'actions/set-custom-oidc-sub-claim-for-repo',
    ofRepo,
    requireWrite('admin', 'repo'),
    requireBody(v.object({ use_default: v.boolean(), include_claim_keys: v.optional(claimKeys, []) })),
    ({ rows, repo, body }) => {
      requireClaims(body.include_claim_keys)
      const template = { useDefault: body.use_default, claimKeys: body.include_claim_keys }
      rows.subjectTemplates.set(template, 'repo', repo.id)
      return json({}, 201)
    },
  ),
  get('oidc/get-oidc-custom-sub-template-for-org', ofOrg, requireOrganizationOwner('read:org', 'admin:org'), (call) =>
    json({ include_claim_keys: keysOr(call.rows.subjectTemplates.get('org', call.org.id).claimKeys) }),
  ),
  put(
    'oidc/update-oidc-custom-sub-template-for-org',
    ofOrg,
    requireOrganizationOwner('write:org', 'admin:org'),
    requireBody(v.object({ include_claim_keys: claimKeys })),
    ({ rows, org, body }) => {
      requireClaims(body.include_claim_keys)
      rows.subjectTemplates.set({ useDefault: false, claimKeys: body.include_claim_keys }, 'org', org.id)
      return json({}, 201)
    },
  ),
  get(
    'oidc/list-oidc-custom-property-inclusions-for-org',
    properties,
    requireOrganizationOwner('read:org', 'admin:org'),
    (call) => json(call.rows.tokenProperties.get(call.org.id).map(inclusionJson)),
  ),
  post(
    'oidc/create-oidc-custom-property-inclusion-for-org',
    properties,
    requireOrganizationOwner('admin:org'),
    requireBody(v.object({ custom_property_name: v.string() })),
    ({ rows, org, body }) => {
      const property = rows.customProperties.find('name', org.id, body.custom_property_name.toLowerCase())
      if (property === undefined) throw badRequest('The custom property does not exist.')
      const included = rows.tokenProperties.get(org.id)
      if (included.includes(property.name)) throw unprocessable('Property inclusion already exists')
      rows.tokenProperties.set([...included, property.name], org.id)
      return json(inclusionJson(property.name), 201)
    },
  ),
  del(
    'oidc/delete-oidc-custom-property-inclusion-for-org',
    `${properties}/:custom_property_name`,
    requireOrganizationOwner('admin:org'),
    ({ rows, org, params }) => {
      const included = rows.tokenProperties.get(org.id)
      if (!included.includes(params.custom_property_name)) throw notFound()
      rows.tokenProperties.set(
        included.filter((name) => name !== params.custom_property_name),
        org.id,
      )
      return empty()
    },
  ),
]

function inclusionJson(name: string) {
  return { custom_property_name: name, inclusion_source: 'organization' }
}

/** Returns the keys of a template; those of the vendor's subject where there are none. */
function keysOr(keys: readonly string[]): readonly string[] {
  return keys.length > 0 ? keys : ['repo', 'context']
}

/** @throws 422 for a claim that tokens do not have. */
function requireClaims(keys: readonly string[]): void {
  const unknown = keys.find((key) => !TEMPLATE_KEYS.includes(key) && !key.startsWith(PROPERTY_CLAIM))
  if (unknown !== undefined) throw unprocessable(`Invalid claim key: ${unknown}`)
}
