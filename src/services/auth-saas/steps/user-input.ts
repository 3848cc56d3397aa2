import { clerkFailure } from '#auth-saas/errors.ts'
import type { UserInput } from '#auth-saas/rules/users/user-input.ts'

/** @throws 422 for a user that nobody could sign in as. */
export function requireIdentifier({ body: input }: { readonly body: UserInput }): void {
  const lists = [input.email_address, input.phone_number, input.web3_wallet]
  const has = lists.some((list) => (list?.length ?? 0) > 0) || (input.username ?? '') !== ''
  if (has || input.skip_user_requirement === true) return
  const sentence = 'At least one identifier is required: email_address, phone_number, web3_wallet or username.'
  throw clerkFailure(422, 'form_data_missing', 'missing data', sentence, {
    param_names: ['email_address', 'phone_number', 'username'],
  })
}

/** @throws 422 for an identifier that comes twice, and for statuses that are not as many as their identifiers. */
export function requireMatchingLists({ body: input }: { readonly body: UserInput }): void {
  for (const name of ['email_address', 'phone_number'] as const) {
    const [list, status] = [input[name] ?? [], input[`${name}_identification_status`]]
    if (new Set(list).size < list.length) {
      throw clerkFailure(422, 'form_param_duplicate', 'is duplicate', `${name} has a value twice.`, {
        param_name: name,
      })
    }
    if (status === null || status === undefined || status.length === list.length) continue
    const sentence = `${name}_identification_status must have as many values as ${name}.`
    const meta = { param_name: `${name}_identification_status` }
    throw clerkFailure(422, 'form_param_array_length_mismatch', 'length mismatch', sentence, meta)
  }
}

/** @throws 422 for a password that is one of the user's own identifiers. */
export function requireOtherPassword({ body: input }: { readonly body: UserInput }): void {
  const { password, skip_password_checks: skips } = input
  if (password === null || password === undefined || skips === true) return
  const own = [...(input.email_address ?? []), ...(input.phone_number ?? []), input.username ?? '']
  if (!own.includes(password.toLowerCase())) return
  const sentence = 'Password cannot match your email address, phone number or username.'
  throw clerkFailure(422, 'form_password_matches_identifier', sentence, sentence, { param_name: 'password' })
}
