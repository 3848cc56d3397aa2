import type { CloudCall } from '#cloud/call.ts'
import { expiredIdentityToken, invalidIdentityToken } from '#cloud/errors/iam.ts'
import { settingsOf } from '../settings.ts'
import { conditionContext, type ConditionContext } from '../policy/context.ts'
import { oidcProviderArn } from './arns.ts'
import { hostOf } from './access.ts'
import { fetchKeys } from './issuer.ts'

/** The identity that a token of an identity provider proves. */
export interface WebIdentity {
  /** The ARN of the identity provider. */
  readonly provider: string
  readonly subject: string
  readonly audience: string
  /** The condition keys of trust policies: `<host>:aud`, `<host>:sub`, … */
  readonly context: ConditionContext
  readonly tags: readonly { readonly key: string; readonly value: string }[]
  readonly transitiveTagKeys: readonly string[]
  readonly sourceIdentity: string | null
}

type Claims = Readonly<Record<string, unknown>>

const TAGS_CLAIM = 'https://aws.amazon.com/tags'

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512']

/**
 * Verifies a token by the keys of its issuer, on the clock of the instance. Under `enforce_iam` the issuer must be a
 * provider of the account; otherwise an unregistered issuer on this machine is accepted too.
 *
 * @param account the account of the role for which the token is exchanged
 * @throws the vendor's failure for an invalid token.
 */
export async function verifiedIdentity(call: CloudCall, account: string, token: string): Promise<WebIdentity> {
  const { decodeJwt, createLocalJWKSet, jwtVerify, errors } = await import('jose')
  const unverified = decodedToken(() => decodeJwt(token))
  const issuer = unverified.iss
  if (issuer === undefined) throw invalidIdentityToken('Missing a required claim: iss')
  // The type of a decoded claim is not checked: a token may hold any JSON value.
  if (typeof issuer !== 'string') throw wrongClaim('iss')
  const clientIds = registeredClients(call, account, issuer)
  const keys = await fetchKeys(issuer)
  const keySet = keys as Parameters<typeof createLocalJWKSet>[0] // jose checks the key set itself
  const verify = async () =>
    jwtVerify(token, createLocalJWKSet(keySet), {
      issuer,
      currentDate: new Date(call.clock.now()),
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'aud', 'exp'],
    })
  const { payload } = await verify().catch((error: unknown) => {
    if (error instanceof errors.JWTExpired) throw expired(call, Number(unverified.exp))
    if (error instanceof errors.JWTClaimValidationFailed) throw wrongClaim(error.claim)
    // Malformed keys make the platform's cryptography throw errors of its own.
    throw invalidIdentityToken(
      "Couldn't retrieve verification key from your identity provider,  please reference AssumeRoleWithWebIdentity documentation for requirements",
    )
  })
  return identityOf(account, issuer, payload, clientIds)
}

function decodedToken<T>(decode: () => T): T {
  try {
    return decode()
  } catch {
    throw invalidIdentityToken(
      'The ID Token provided is not a valid JWT. (You may see this error if you sent an Access Token)',
    )
  }
}

/** Returns the client ids of the registered provider; null when any audience is accepted. */
function registeredClients(call: CloudCall, account: string, issuer: string): readonly string[] | null {
  const provider = call.rows.oidcProviders.find('host', account, hostOf(issuer))
  if (provider !== undefined) return provider.clientIds
  if (!settingsOf(call).enforceIam) return null
  throw invalidIdentityToken(`No OpenIDConnect provider found in your account for ${issuer}`)
}

function identityOf(account: string, issuer: string, claims: Claims, clientIds: readonly string[] | null): WebIdentity {
  const audiences = [claims['aud']].flat().filter((each) => typeof each === 'string')
  const audience = clientIds === null ? audiences[0] : audiences.find((each) => clientIds.includes(each))
  if (audience === undefined) throw invalidIdentityToken('Incorrect token audience')
  const host = hostOf(issuer)
  const subject = textOf(claims['sub'])
  if (subject === null) throw wrongClaim('sub')
  return {
    provider: oidcProviderArn({ account, host }),
    subject,
    audience,
    // A client that acts for another names itself in `azp`, which then becomes `aud`; `oaud` is always the audience.
    context: conditionContext({
      [`${host}:aud`]: typeof claims['azp'] === 'string' ? claims['azp'] : audience,
      [`${host}:oaud`]: audience,
      [`${host}:sub`]: subject,
      [`${host}:email`]: textOf(claims['email']),
      [`${host}:amr`]: textsOf(claims['amr']),
    }),
    ...sessionTags(claims[TAGS_CLAIM]),
    sourceIdentity: textOf(claims['https://aws.amazon.com/source_identity']),
  }
}

/**
 * Reads session tags from a token's claim.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_session-tags.html#id_session-tags_adding-assume-role-idp
 */
function sessionTags(claim: unknown): Pick<WebIdentity, 'tags' | 'transitiveTagKeys'> {
  if (claim === undefined) return { tags: [], transitiveTagKeys: [] }
  const { principal_tags: tags = {}, transitive_tag_keys: keys = [] } = membersOf(claim)
  return {
    tags: Object.entries(membersOf(tags)).map(([key, values]) => {
      const value = textOf(Array.isArray(values) ? values[0] : values)
      if (value === null) throw wrongClaim(TAGS_CLAIM)
      return { key, value }
    }),
    transitiveTagKeys: textsOf(keys) ?? [],
  }
}

function membersOf(value: unknown): Claims {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongClaim(TAGS_CLAIM)
  return value as Claims // an object
}

function wrongClaim(claim: string): Error {
  return invalidIdentityToken(`Missing or wrong claim: ${claim}`)
}

/** Returns the texts of a list; null for any other value. */
function textsOf(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function expired(call: CloudCall, expiresAt: number): Error {
  const now = Math.floor(call.clock.now() / 1000)
  return expiredIdentityToken(
    `Token expired: current date/time ${now} must be before the expiration date/time ${expiresAt}`,
  )
}
