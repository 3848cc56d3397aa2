import type { AuthContext } from '#auth-saas/call.ts'
import type { SignUp } from '#auth-saas/schema/attempts.ts'
import { settingsOf } from '../settings.ts'

/** Returns the fields that a sign-up still needs. A person from a social provider needs no password. */
export function missingFields({ rows }: Pick<AuthContext, 'rows'>, row: SignUp): string[] {
  const valueOf: Readonly<Record<string, unknown>> = {
    email_address: row.emailAddress,
    phone_number: row.phoneNumber,
    username: row.username,
    first_name: row.firstName,
    last_name: row.lastName,
    password: row.password ?? row.externalProvider,
  }
  return settingsOf(rows).requiredFields.filter((name) => (valueOf[name] ?? null) === null)
}

/** Returns the identifiers of a sign-up that are not verified yet. */
export function unverifiedFields(row: SignUp): string[] {
  return [
    ...(row.emailAddress !== null && row.emailVerification?.status !== 'verified' ? ['email_address'] : []),
    ...(row.phoneNumber !== null && row.phoneVerification?.status !== 'verified' ? ['phone_number'] : []),
  ]
}
