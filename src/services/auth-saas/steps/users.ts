import type { AuthCall } from '#auth-saas/call.ts'
import { findUser } from '#auth-saas/rules/users/users.ts'
import type { User } from '#auth-saas/schema/people.ts'

/** Adds the user that the path names. */
export const loadUser = (call: AuthCall): { readonly user: User } => ({
  user: findUser(call, call.params['user_id'] ?? ''),
})
