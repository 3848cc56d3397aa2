import { credentials } from '#core/auth.ts'
import { DAY } from '#core/duration.ts'
import { percentDecode } from '#core/text/percent-decode.ts'
import type { BearerRequest, Parameters } from '#oauth/context.ts'
import type { IdentifiedClient } from '#oauth/clients/clients.ts'
import type { OAuthAccessToken } from '#oauth/collections.ts'
import { checkProof, ProofFlaw, type Proof, type ProvedRequest } from '#oauth/dpop/proof.ts'
import { BearerFailure } from '#oauth/endpoints/bearer.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { boundKeyOf } from '#oidc-d/rules/tokens/bound-keys.ts'
import { endpointsOf } from '#oidc-d/rules/servers/endpoints.ts'

// Tokens that are bound to a key of their client. https://developer.okta.com/docs/guides/dpop/

/** How long a nonce is the one that answers give out, and how long it may be used. Milliseconds. */
const [RENEWED, VALID] = [DAY, 3 * DAY]

/**
 * Requires a proof with a nonce of an app whose tokens are bound to keys, and returns the parameters of its token
 * request with the thumbprint of the key. The proof of any other app is ignored, as at the vendor. A command of the
 * emulator has no proof, and gets tokens that are not bound.
 *
 * @throws OAuthFailure invalid_dpop_proof, use_dpop_nonce
 */
export function provedRequest(
  context: SignInContext,
  { client }: IdentifiedClient,
  { dpop_jkt: _unproved, ...parameters }: Parameters,
): Parameters {
  const app = context.rows.apps.find('clientId', client.id)
  if (app?.client?.dpopBound !== true || context.header === undefined) return parameters
  const value = context.header('dpop')
  if (value === undefined) throw invalidProof('The DPoP proof JWT header is missing.')
  const { jkt, nonce, jti } = checked(value, {
    method: context.method ?? '',
    urls: namesOf(endpointsOf(context).token, context.header('host')),
  })
  const current = currentNonce(context)
  if (context.responseHeaders !== undefined) context.responseHeaders['dpop-nonce'] = current
  if (nonce === null || !context.rows.dpopNonces.get().some((each) => each.value === nonce)) {
    throw new OAuthFailure('use_dpop_nonce', 'Authorization server requires nonce in DPoP proof.')
  }
  if (jti === null) throw invalidProof("'jti' claim in the DPoP proof JWT is missing.")
  return { ...parameters, dpop_jkt: jkt }
}

/** Returns an address of the instance, also with the host that the request names: `localhost` for `127.0.0.1`. */
function namesOf(url: string, host: string | undefined): readonly string[] {
  return host === undefined ? [url] : [url, url.replace(/^(https?:\/\/)[^/]+/, (_all, scheme: string) => scheme + host)]
}

/** Returns the nonce that answers give out, after it was renewed and those that are too old were removed. */
function currentNonce({ rows, clock, ids }: SignInContext): string {
  const now = clock.now()
  const valid = rows.dpopNonces.get().filter(({ created }) => now - created < VALID)
  const [newest] = valid
  if (newest !== undefined && now - newest.created < RENEWED) {
    if (valid.length < rows.dpopNonces.get().length) rows.dpopNonces.set(valid)
    return newest.value
  }
  const made = { value: ids.secret.base62(32), created: now }
  rows.dpopNonces.set([made, ...valid])
  return made.value
}

function checked(value: string, request: ProvedRequest): Proof {
  try {
    return checkProof(value, request)
  } catch (error) {
    if (error instanceof ProofFlaw) throw invalidProof(wordedFlaw(error))
    throw error
  }
}

function invalidProof(message: string): OAuthFailure {
  return new OAuthFailure('invalid_dpop_proof', message)
}

function wordedFlaw({ claim, message }: ProofFlaw): string {
  const sentence =
    claim === null ? 'The DPoP proof JWT is invalid.' : `'${claim}' claim in the DPoP proof JWT is invalid.`
  return `${sentence} ${message}`
}

/** The parts of a request for a resource that its proof is about. */
type ResourceRequest = Pick<BearerRequest, 'method' | 'header'> & {
  readonly origin: string
  /** Percent-encoded. */
  readonly path: string
}

/**
 * Returns why a request does not prove the key that its access token is bound to, in the vendor's words; null when it
 * does, or the token is bound to none. The vendor compares `htu` with the decoded path.
 */
export function possessionFlaw({ method, header, origin, path }: ResourceRequest, token: OAuthAccessToken) {
  const sent = credentials(header('authorization') ?? '')
  const isProved = sent?.scheme === 'token' && sent.name === 'dpop'
  const key = boundKeyOf(token)
  if (key === null) return isProved ? 'The access token is not bound to a key; expected the scheme Bearer.' : null
  const proof = header('dpop')
  if (proof === undefined || !isProved) return 'The DPoP proof JWT header is missing.'
  try {
    const urls = namesOf(origin + (percentDecode(path) ?? path), header('host'))
    const { jkt, jti } = checkProof(proof, { method, urls, accessToken: token.id })
    if (jti === null) return "'jti' claim in the DPoP proof JWT is missing."
    return jkt === key ? null : 'The DPoP proof JWT is signed with another key than the one of the access token.'
  } catch (error) {
    if (error instanceof ProofFlaw) return wordedFlaw(error)
    throw error
  }
}

/**
 * Checks the proof of a request with an access token.
 *
 * @throws BearerFailure invalid_dpop_proof
 */
export function checkPossession(context: SignInContext & BearerRequest, token: OAuthAccessToken): void {
  const { method, origin, path = '' } = context
  const flaw = possessionFlaw({ method, origin, path, header: (name) => context.header(name) }, token)
  if (flaw !== null) throw new BearerFailure(400, 'invalid_dpop_proof', flaw)
}
