import type { RequestContext } from '#auth-saas/call.ts'
import type { SignIn, SignUp } from '#auth-saas/schema/attempts.ts'
import {
  answeredRequest,
  ENTERPRISE_SSO,
  enterpriseUserId,
  isOfConnection,
  linkEnterpriseAccount,
  signInFieldsOf,
  signUpFieldsOf,
} from '../enterprise/requests.ts'
import { passFirst, requireUsable } from './sign-in-attempts.ts'
import { completeIfReady, fillSignUp } from './sign-up-attempts.ts'

/** Goes on with an attempt to sign in. A person without an account can be transferred to a sign-up. */
export function signInByEnterprise(context: RequestContext, row: SignIn): SignIn {
  const { rows } = context
  const answered = answeredRequest(context, row.id)
  if (answered === undefined) return row
  const { expireAt = null } = row.firstFactor ?? {}
  const verification = { strategy: ENTERPRISE_SSO, attempts: null, expireAt }
  if (!isOfConnection(context, answered)) {
    return rows.signIns.update(row.id, { firstFactor: { ...verification, status: 'failed' } })
  }
  const userId = enterpriseUserId(context, answered)
  if (userId === undefined) {
    const firstFactor = { ...verification, status: 'transferable' } as const
    return rows.signIns.update(row.id, { firstFactor, identifier: answered.person.emailAddress })
  }
  requireUsable(context, rows.users.require(userId))
  linkEnterpriseAccount(context, userId, answered)
  return passFirst(context, rows.signIns.update(row.id, signInFieldsOf(answered, userId)), ENTERPRISE_SSO)
}

/** Goes on with an attempt to sign up. A person who has an account can be transferred to a sign-in. */
export function signUpByEnterprise(context: RequestContext, row: SignUp): SignUp {
  const { rows } = context
  const answered = answeredRequest(context, row.id)
  if (answered === undefined) return row
  const { expireAt = null } = row.externalVerification ?? {}
  const verification = { strategy: ENTERPRISE_SSO, attempts: null, expireAt }
  if (!isOfConnection(context, answered)) {
    return rows.signUps.update(row.id, { externalVerification: { ...verification, status: 'failed' } })
  }
  if (enterpriseUserId(context, answered) !== undefined) {
    const externalVerification = { ...verification, status: 'transferable' } as const
    return rows.signUps.update(row.id, { externalVerification, emailAddress: answered.person.emailAddress })
  }
  return completeIfReady(context, fillSignUp(context, row, signUpFieldsOf(context, answered)))
}
