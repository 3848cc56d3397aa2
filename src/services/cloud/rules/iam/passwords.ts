import { passwordPolicyViolation } from '#cloud/errors/iam.ts'
import type { CloudCall } from '#cloud/call.ts'
import { accountSettings } from './account-settings.ts'

/**
 * Checks a password against the account's policy, or against the vendor's own where the account has none: eight
 * characters of three kinds.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_passwords_account-policy.html
 *
 * @throws `PasswordPolicyViolation` with the first rule that the password breaks.
 */
export function checkPassword(call: CloudCall, password: string): void {
  const policy = accountSettings(call).passwordPolicy
  const kinds = { uppercase: /[A-Z]/, lowercase: /[a-z]/, number: /\d/, symbol: /[!@#$%^&*()_+\-=[\]{}|']/ }
  const has = (kind: keyof typeof kinds): boolean => kinds[kind].test(password)
  const minimum = policy?.minimumLength ?? 8
  if (password.length < minimum) throw passwordPolicyViolation(`Password should have a minimum length of ${minimum}`)
  if (policy === null) {
    if ((Object.keys(kinds) as (keyof typeof kinds)[]).filter(has).length >= 3) return // the keys of the record
    throw passwordPolicyViolation('Password does not conform to the account password policy.')
  }
  const lacks = (kind: keyof typeof kinds, what: string): void => {
    if (!has(kind)) throw passwordPolicyViolation(`Password should have at least one ${what}`)
  }
  if (policy.requireUppercase) lacks('uppercase', 'uppercase letter')
  if (policy.requireLowercase) lacks('lowercase', 'lowercase letter')
  if (policy.requireNumbers) lacks('number', 'number')
  if (policy.requireSymbols) lacks('symbol', 'symbol')
}
