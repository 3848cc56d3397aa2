import type { CloudCall, Principal } from './call.ts'
import { invalidAccessKey, missingAuthentication } from './errors/access.ts'
import { invalidArgument } from './errors/s3.ts'
import { recordUse } from './rules/iam/last-used.ts'
import { principalOf, rootOf } from './rules/iam/principal.ts'
import type { Credential } from './schema/iam.ts'
import { isStrict, settingsOf } from './rules/settings.ts'
import { requestSignature } from './signature/request-signature.ts'
import { verify, verifyHead } from './signature/verify.ts'
import { isVersion2, verifyVersion2 } from './signature/version-2.ts'

/** Operations that carry no signature, or carry it in their body. They authenticate the request themselves. */
const UNSIGNED = new Set([
  's3:PostObject',
  's3:ServeWebsite',
  'sts:AssumeRoleWithWebIdentity',
  'sts:AssumeRoleWithSAML',
])

/**
 * Returns the principal of a request: the owner of the access key that signed it. Unsigned requests and unknown keys
 * act as the account's root user, unless the seed sets `strict_auth` or `enforce_iam`.
 *
 * @throws the vendor's failure for a wrong signature.
 */
export function authenticate(call: CloudCall): Principal | null | Promise<Principal | null> {
  const settings = settingsOf(call)
  refuseTwoMechanisms(call)
  if (isVersion2(call)) {
    const { accessKeyId, credential } = verifyVersion2(call)
    recordUse(call, credential, { service: 's3', region: settings.region })
    return principalOf(call, { accessKeyId, region: settings.region }, credential)
  }
  const signature = requestSignature(call)
  if (signature === null) return unsignedPrincipal(call)
  const principalOfOwner = (credential: Credential | null): Principal => {
    if (isBarredFromIam(credential) && call.operation?.startsWith('iam:') === true) {
      throw invalidAccessKey(call, signature.accessKeyId)
    }
    recordUse(call, credential, signature)
    return principalOf(call, signature, credential)
  }
  const verified = verify(call, signature)
  return verified instanceof Promise ? verified.then(principalOfOwner) : principalOfOwner(verified)
}

/**
 * Returns the principal of a request to S3 by its head alone; the body may not match the signed hash.
 *
 * @throws the vendor's failure for a wrong signature.
 */
export function principalByHead(call: CloudCall): Principal | null {
  refuseTwoMechanisms(call)
  if (isVersion2(call)) {
    const { accessKeyId, credential } = verifyVersion2(call)
    return principalOf(call, { accessKeyId, region: settingsOf(call).region }, credential)
  }
  const signature = requestSignature(call)
  return signature === null ? unsignedPrincipal(call) : principalOf(call, signature, verifyHead(call, signature))
}

/** @throws `InvalidArgument` for a request to S3 that is signed in its header and in its query. */
function refuseTwoMechanisms({ operation, header, query }: CloudCall): void {
  const authorization = header('authorization')
  if (authorization === undefined || operation?.startsWith('s3:') !== true) return
  if (!query.has('X-Amz-Algorithm') && !query.has('Signature')) return
  const message =
    'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the ' +
    'Authorization header should be specified'
  throw invalidArgument(message, 'Authorization', authorization)
}

function unsignedPrincipal(call: CloudCall): Principal | null {
  const settings = settingsOf(call)
  if (!isStrict(settings)) return rootOf(settings.region, settings.accountId, null)
  // A bucket policy may grant access to everyone, so S3 requests without a signature go on to authorization.
  if (UNSIGNED.has(call.operation ?? '') || (settings.enforceIam && call.operation?.startsWith('s3:') === true))
    return null
  throw missingAuthentication(call)
}

/**
 * Returns whether IAM refuses these temporary credentials: those of GetFederationToken, and those of GetSessionToken
 * without multi-factor authentication.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_sts-comparison.html
 */
function isBarredFromIam(credential: Credential | null): boolean {
  const session = credential?.session ?? null
  return session?.kind === 'federated-user' || (session?.kind === 'session-token' && !session.multiFactor)
}
