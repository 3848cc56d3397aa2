import * as v from 'valibot'
import { validationFailed } from '#oidc-d/errors.ts'
import {
  APPLICATION_TYPES,
  ENDPOINT_AUTH_METHODS,
  GRANT_TYPES,
  RESPONSE_TYPES,
  type JsonObject,
  type OidcClient,
} from '#oidc-d/schema.ts'

/** The sign-on modes, each with the name of apps that have no name of their own. */
export const SIGN_ON_MODES: Readonly<Record<string, string | null>> = {
  AUTO_LOGIN: null,
  BASIC_AUTH: 'template_basic_auth',
  BOOKMARK: 'bookmark',
  BROWSER_PLUGIN: 'template_swa',
  OPENID_CONNECT: 'oidc_client',
  SAML_1_1: null,
  SAML_2_0: null,
  SECURE_PASSWORD_STORE: 'template_sps',
  WS_FEDERATION: 'template_wsfed',
}

const members = v.optional(v.nullable(v.record(v.string(), v.unknown())))
const listed = <S extends v.GenericSchema>(item: S) => v.optional(v.nullable(v.array(item)))
const uri = v.pipe(
  v.string(),
  v.check(
    (value) => URL.canParse(value) && !value.includes('#'),
    'The value must be an absolute URI without a fragment',
  ),
)

/** The schema of `settings.oauthClient`; other members are stored unchanged. */
const OAuthClientSettings = v.looseObject({
  application_type: v.optional(v.nullable(v.picklist(APPLICATION_TYPES))),
  redirect_uris: listed(uri),
  post_logout_redirect_uris: listed(uri),
  response_types: listed(v.picklist(RESPONSE_TYPES)),
  grant_types: listed(v.picklist(GRANT_TYPES)),
  consent_method: v.optional(v.nullable(v.picklist(['REQUIRED', 'TRUSTED']))),
  dpop_bound_access_tokens: v.optional(v.nullable(v.boolean())),
  wildcard_redirect: v.optional(v.nullable(v.picklist(['DISABLED', 'SUBDOMAIN']))),
  refresh_token: v.optional(
    v.nullable(
      v.object({
        rotation_type: v.optional(v.picklist(['ROTATE', 'STATIC']), 'STATIC'),
        leeway: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60)), 0),
      }),
    ),
  ),
  jwks: v.optional(v.nullable(v.looseObject({ keys: listed(v.record(v.string(), v.unknown())) }))),
})

/** The schema of `credentials.oauthClient`. */
const OAuthClientCredentials = v.looseObject({
  client_id: v.optional(v.nullable(v.pipe(v.string(), v.minLength(6), v.maxLength(100)))),
  // An empty text counts as none.
  client_secret: v.optional(
    v.nullable(v.union([v.literal(''), v.pipe(v.string(), v.minLength(14), v.maxLength(100))])),
  ),
  autoKeyRotation: v.optional(v.nullable(v.boolean())),
  token_endpoint_auth_method: v.optional(v.nullable(v.picklist(ENDPOINT_AUTH_METHODS))),
  pkce_required: v.optional(v.nullable(v.boolean())),
})

/**
 * The schema of an app in a body.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/
 */
export const AppInput = v.object({
  name: v.optional(v.nullable(v.string())),
  label: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank'), v.maxLength(100)),
  signOnMode: v.optional(v.nullable(v.string())),
  accessibility: members,
  visibility: members,
  features: listed(v.string()),
  credentials: v.optional(v.nullable(v.looseObject({ oauthClient: v.optional(v.nullable(OAuthClientCredentials)) }))),
  settings: v.optional(
    v.nullable(v.looseObject({ app: members, oauthClient: v.optional(v.nullable(OAuthClientSettings)) })),
  ),
  profile: members,
})

/** An app of a checked body. */
export type AppInput = v.InferOutput<typeof AppInput>

/** The OAuth client of a body, whose keys are as they were sent. */
export type ClientOfBody = Omit<OidcClient, 'clientId' | 'keys'> & { readonly jwks: readonly JsonObject[] }

/**
 * Returns the OAuth client of a body, without its id.
 *
 * @throws 400 for settings that contradict each other.
 */
export function clientFrom({ credentials, settings }: AppInput): ClientOfBody {
  const {
    application_type,
    redirect_uris,
    post_logout_redirect_uris,
    response_types,
    grant_types,
    consent_method,
    refresh_token,
    dpop_bound_access_tokens,
    wildcard_redirect,
    jwks,
    ...more
  } = settings?.oauthClient ?? {}
  const { token_endpoint_auth_method, pkce_required, autoKeyRotation } = credentials?.oauthClient ?? {}
  const applicationType = application_type ?? 'web'
  const service = applicationType === 'service'
  const isPublic = applicationType === 'browser' || applicationType === 'native'
  const grantTypes = grant_types ?? [service ? 'client_credentials' : 'authorization_code']
  const method = token_endpoint_auth_method ?? (isPublic ? 'none' : 'client_secret_basic')
  const client: ClientOfBody = {
    applicationType,
    tokenEndpointAuthMethod: method,
    pkceRequired: pkce_required ?? (isPublic || method === 'none'),
    autoKeyRotation: autoKeyRotation ?? true,
    redirectUris: redirect_uris ?? [],
    postLogoutRedirectUris: post_logout_redirect_uris ?? [],
    responseTypes: response_types ?? [service ? 'token' : 'code'],
    grantTypes,
    consentMethod: consent_method ?? 'TRUSTED',
    refreshToken: grantTypes.includes('refresh_token')
      ? {
          rotationType: refresh_token?.rotation_type ?? (applicationType === 'browser' ? 'ROTATE' : 'STATIC'),
          leeway: refresh_token?.leeway ?? 0,
        }
      : null,
    dpopBound: dpop_bound_access_tokens ?? false,
    wildcardRedirect: wildcard_redirect ?? 'DISABLED',
    jwks: jwks?.keys ?? [],
    more,
  }
  checkClient(client)
  return client
}

function checkClient(client: ClientOfBody): void {
  const { applicationType, grantTypes, responseTypes, redirectUris, tokenEndpointAuthMethod, jwks } = client
  if (grantTypes.length === 0) throw validationFailed('grant_types', 'grant_types: The field cannot be left blank')
  const redirects = grantTypes.includes('authorization_code') || grantTypes.includes('implicit')
  // The vendor's own tests create services with redirects beside client_credentials.
  if (applicationType === 'service' && !grantTypes.includes('client_credentials')) {
    throw validationFailed(
      'grant_types',
      "grant_types: 'client_credentials' is what an application_type of 'service' uses",
    )
  }
  if (applicationType === 'browser' && grantTypes.includes('client_credentials')) {
    throw validationFailed(
      'grant_types',
      "grant_types: 'client_credentials' cannot be used with application_type 'browser'",
    )
  }
  if (redirects && redirectUris?.length === 0) {
    throw validationFailed('redirect_uris', "redirect_uris: 'redirect_uris' must not be empty")
  }
  if (grantTypes.includes('authorization_code') !== responseTypes.includes('code')) {
    throw validationFailed('response_types', "response_types: 'code' goes with the grant type 'authorization_code'")
  }
  if (grantTypes.includes('implicit') && !responseTypes.some((type) => type !== 'code')) {
    throw validationFailed('response_types', "response_types: the grant type 'implicit' needs 'token' or 'id_token'")
  }
  if (tokenEndpointAuthMethod === 'none' && grantTypes.includes('client_credentials')) {
    throw validationFailed(
      'token_endpoint_auth_method',
      "token_endpoint_auth_method: 'none' cannot be used with 'client_credentials'",
    )
  }
  if (tokenEndpointAuthMethod === 'none' && !client.pkceRequired) {
    throw validationFailed('pkce_required', "pkce_required: must be true when token_endpoint_auth_method is 'none'")
  }
  if (tokenEndpointAuthMethod === 'private_key_jwt' && jwks.length === 0 && client.more['jwks_uri'] == null) {
    throw validationFailed('jwks', "jwks: 'jwks' is required when token_endpoint_auth_method is 'private_key_jwt'")
  }
}
