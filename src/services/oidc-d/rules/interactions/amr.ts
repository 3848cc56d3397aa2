import type { AuthenticatorKey } from '#oidc-d/schema.ts'
import { isInteraction } from '../servers/interaction-code-grant.ts'

/** The references of the methods by which people authenticate. RFC 8176 */
const REFERENCES: Readonly<Record<AuthenticatorKey, string>> = {
  okta_password: 'pwd',
  okta_email: 'otp',
  google_otp: 'otp',
  okta_verify: 'swk',
  phone_number: 'sms',
  security_question: 'kba',
}

/** The parameter of an authorization request in which an interaction notes how its person was authenticated. */
const PARAMETER = 'amr'

/** Returns the parameters of the authorization request of an interaction with the authenticators that were proved. */
export function withAmr(
  parameters: Readonly<Record<string, string>>,
  proved: readonly AuthenticatorKey[],
): Readonly<Record<string, string>> {
  const [first, ...others] = proved.map((key) => REFERENCES[key])
  const all = others.length === 0 ? [first] : [first, 'mfa', ...others]
  return { ...parameters, [PARAMETER]: [...new Set(all)].join(' ') }
}

/** Returns how the person of an authorization was authenticated: the claim `amr`. */
export function amrIn(parameters: Readonly<Record<string, string>>): readonly string[] {
  // An authorization request of a client, which could have this parameter too, has a `response_type`.
  const isNoted = isInteraction(parameters) || parameters['response_type'] === undefined
  const noted = isNoted ? parameters[PARAMETER] : undefined
  // The sign-in page asks nobody for more than their name.
  return noted === undefined || noted === '' ? ['pwd'] : noted.split(' ')
}
