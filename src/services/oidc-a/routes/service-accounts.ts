import * as v from 'valibot'
import { json, type Answer } from '#core/answer.ts'
import { SECOND } from '#core/duration.ts'
import { routesFor, type Route } from '#core/routes.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import { signatureWith, signJwt } from '#oauth/jwt/jwt.ts'
import type { OidcCall } from '#oidc-a/call.ts'
import { apiFailure } from '#oidc-a/errors.ts'
import { accountCertificatesJson, accountKeySetJson } from '#oidc-a/json/keys.ts'
import { ACCOUNT_TOKEN_LIFETIME, accountIdToken, createAccountToken, scopesOf } from '#oidc-a/oauth/service-accounts.ts'
import { accountKeyOf } from '#oidc-a/rules/service-accounts.ts'
import type { ServiceAccount } from '#oidc-a/schema.ts'
import { loadAccount, loadMethod } from '#oidc-a/steps/service-accounts.ts'

const { get, post } = routesFor<OidcCall>()

const SIX_HOURS = { 'cache-control': 'public, max-age=21600' }

type AccountCall = OidcCall & { readonly account: ServiceAccount }

/**
 * The public keys of service accounts, and the API that gives their credentials to others.
 * https://cloud.google.com/iam/docs/reference/credentials/rest
 */
export const serviceAccountRoutes: readonly Route[] = [
  get('service-accounts/certificates', '/robot/v1/metadata/x509/:account', loadAccount, certificates),
  get('service-accounts/certificates-v1', '/service_accounts/v1/metadata/x509/:account', loadAccount, certificates),
  get('service-accounts/jwk', '/service_accounts/v1/jwk/:account', loadAccount, keySet),
  get('service-accounts/jwk-robot', '/robot/v1/metadata/jwk/:account', loadAccount, keySet),
  post('service-accounts/credentials', '/v1/projects/:project/serviceAccounts/:call', loadMethod, credentials),
]

function certificates({ account }: AccountCall): Answer {
  return json(accountCertificatesJson(account), 200, SIX_HOURS)
}

function keySet({ account }: AccountCall): Answer {
  return json(accountKeySetJson(account), 200, SIX_HOURS)
}

function credentials(call: AccountCall & { readonly accountMethod: string }): Answer {
  switch (call.accountMethod) {
    case 'generateAccessToken':
      return generateAccessToken(call)
    case 'generateIdToken':
      return generateIdToken(call)
    case 'signBlob':
      return signBlob(call)
    default:
      return signClaims(call)
  }
}

const AccessToken = v.object({
  scope: v.optional(v.array(v.string()), []),
  lifetime: v.optional(v.pipe(v.string(), v.regex(/^\d+(\.\d+)?s$/)), '3600s'),
})

function generateAccessToken(call: AccountCall): Answer {
  const { account, clock } = call
  const { scope, lifetime: text } = bodyOf(call, AccessToken)
  const lifetime = Number.parseFloat(text) * SECOND
  if (lifetime <= 0 || lifetime > ACCOUNT_TOKEN_LIFETIME) throw invalidArgument(`lifetime is ${text}; at most 3600s`)
  const accessToken = createAccountToken(call, account, { scopes: checkedScopes(scope), lifetime, user: null })
  const expireTime = `${new Date(clock.now() + lifetime).toISOString().slice(0, 19)}Z`
  return json({ accessToken, expireTime })
}

const IdToken = v.object({
  audience: v.pipe(v.string(), v.nonEmpty()),
  includeEmail: v.optional(v.boolean(), false),
  useEmailAzp: v.optional(v.boolean(), false),
})

function generateIdToken(call: AccountCall): Answer {
  const { account } = call
  const { audience, includeEmail: email, useEmailAzp } = bodyOf(call, IdToken)
  const azp = useEmailAzp ? account.email : account.id
  return json({ token: accountIdToken(call, account, { audience, email, azp }) })
}

const Blob = v.object({ payload: v.pipe(v.string(), v.base64()) })

function signBlob(call: AccountCall): Answer {
  const { payload } = bodyOf(call, Blob)
  const { kid, pair } = accountKeyOf(call.account)
  const signature = signatureWith(Buffer.from(payload, 'base64'), pair)
  return json({ keyId: kid, signedBlob: signature.toString('base64') })
}

const ClaimsText = v.object({ payload: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())) })

function signClaims(call: AccountCall): Answer {
  const { payload } = bodyOf(call, ClaimsText)
  const key = accountKeyOf(call.account)
  return json({ keyId: key.kid, signedJwt: signJwt(payload, key) })
}

/** Returns the body of a request. The vendor words a mistake in it as an error of an API, not of OAuth. */
function bodyOf<S extends v.GenericSchema>(call: OidcCall, schema: S): v.InferOutput<S> {
  const result = v.safeParse(schema, call.json() ?? {})
  if (result.success) return result.output
  const [issue] = result.issues
  throw invalidArgument(`${v.getDotPath(issue) ?? 'the body'}: ${issue.message}`)
}

function checkedScopes(scope: readonly string[]): string[] {
  try {
    return scopesOf(scope)
  } catch (error) {
    if (error instanceof OAuthFailure) throw invalidArgument(error.message)
    throw error
  }
}

function invalidArgument(message: string) {
  return apiFailure(400, 'INVALID_ARGUMENT', `Request contains an invalid argument. ${message}`)
}
