import { signInByEnterprise } from './enterprise-attempts.ts'
import { answeredRequest, moveRequest, signUpFieldsOf } from '../enterprise/requests.ts'
import type { AuthContext, RequestContext } from '#auth-saas/call.ts'
import type { SignIn, SignUp } from '#auth-saas/schema/attempts.ts'
import type { User } from '#auth-saas/schema/people.ts'
import { addExternalAccount } from '../users/external-accounts.ts'
import { passFirst } from './sign-in-attempts.ts'
import { completeIfReady, fillSignUp } from './sign-up-attempts.ts'
import { succeeded } from './verifications.ts'

// Attempts at a social provider. A person who signs in and has no account yet is transferred to an attempt to sign up,
// and one who signs up and has an account to an attempt to sign in.
// https://clerk.com/docs/guides/development/custom-flows/authentication/oauth-connections

/** Signs the person in whom the provider has named. A person without an account can be transferred to a sign-up. */
export function signInAtProvider(context: RequestContext, row: SignIn, email: string): SignIn {
  const { rows } = context
  const { strategy = '', expireAt = null } = row.firstFactor ?? {}
  const user = userAt(context, strategy, email)
  if (user === undefined) {
    const firstFactor = { status: 'transferable', strategy, attempts: null, expireAt } as const
    return rows.signIns.update(row.id, { firstFactor, identifier: email })
  }
  return signInAs(context, row, user, strategy, email)
}

/** Signs the person up whom the provider has named. A person who has an account can be transferred to a sign-in. */
export function signUpAtProvider(context: RequestContext, row: SignUp, email: string): SignUp {
  const { strategy = '', expireAt = null } = row.externalVerification ?? {}
  if (userAt(context, strategy, email) !== undefined) {
    const externalVerification = { status: 'transferable', strategy, attempts: null, expireAt } as const
    return context.rows.signUps.update(row.id, { externalVerification, emailAddress: email })
  }
  return completeIfReady(context, fillSignUp(context, row, personAt(context, strategy, email)))
}

/** Returns the attempt of a client to sign in that can be transferred to a sign-up; undefined for none. */
export function signInToTransfer({ rows }: Pick<AuthContext, 'rows'>, clientId: string): SignIn | undefined {
  return rows.signIns.referring('clientId', clientId).findLast((each) => each.firstFactor?.status === 'transferable')
}

/** Fills an attempt to sign up with the person of an attempt to sign in. */
export function transferToSignUp(context: AuthContext, row: SignUp, before: SignIn): SignUp {
  const answered = answeredRequest(context, before.id)
  if (answered !== undefined) {
    moveRequest(context, answered, 'sign-up', row.id)
    return fillSignUp(context, row, signUpFieldsOf(context, answered))
  }
  return fillSignUp(context, row, personAt(context, before.firstFactor?.strategy ?? '', before.identifier ?? ''))
}

/** Returns the attempt of a client to sign up that can be transferred to a sign-in; undefined for none. */
export function signUpToTransfer({ rows }: Pick<AuthContext, 'rows'>, clientId: string): SignUp | undefined {
  const own = rows.signUps.referring('clientId', clientId)
  return own.findLast((each) => each.externalVerification?.status === 'transferable')
}

/** Goes on with an attempt to sign in as the person of an attempt to sign up. */
export function transferToSignIn(context: RequestContext, row: SignIn, before: SignUp): SignIn {
  const answered = answeredRequest(context, before.id)
  if (answered !== undefined) {
    moveRequest(context, answered, 'sign-in', row.id)
    return signInByEnterprise(context, row)
  }
  const strategy = before.externalVerification?.strategy ?? ''
  const email = before.emailAddress ?? ''
  const user = userAt(context, strategy, email)
  return user === undefined ? row : signInAs(context, row, user, strategy, email)
}

function signInAs(context: RequestContext, row: SignIn, user: User, strategy: string, email: string): SignIn {
  const { rows } = context
  const identificationId = rows.emailAddresses.find('emailAddress', email)?.id ?? ''
  const provider = providerOf(strategy)
  if (!rows.externalAccounts.referring('userId', user.id).some((each) => each.provider === provider)) {
    addExternalAccount(context, { userId: user.id, identificationId, provider, emailAddress: email })
  }
  const changes = { userId: user.id, identifier: email, status: 'needs_first_factor' } as const
  return passFirst(context, rows.signIns.update(row.id, changes), strategy)
}

/** Returns the user whose account at a provider, or whose own address, has this address; undefined for none. */
function userAt({ rows }: Pick<AuthContext, 'rows'>, strategy: string, email: string): User | undefined {
  const provider = providerOf(strategy)
  const account = rows.externalAccounts.all().find((each) => each.provider === provider && each.emailAddress === email)
  return rows.users.get(account?.userId ?? rows.emailAddresses.find('emailAddress', email)?.userId)
}

function personAt(context: AuthContext, strategy: string, email: string): Partial<SignUp> {
  return {
    emailAddress: email,
    emailVerification: succeeded(context, `from_${strategy}`),
    externalProvider: providerOf(strategy),
    externalVerification: succeeded(context, strategy),
  }
}

function providerOf(strategy: string): string {
  return strategy.replace(/^oauth_/, '')
}
