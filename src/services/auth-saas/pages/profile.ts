import { hasPermission } from '#auth-saas/rules/organizations/roles.ts'
import { redirect, type Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { html } from '#pages/html.ts'
import { isEmailAddress } from '#auth-saas/rules/users/addresses.ts'
import { get, post, type AuthCall } from '#auth-saas/call.ts'
import { missingPermission, paramFormatInvalid, paramMissing } from '#auth-saas/errors.ts'
import { identifierOf } from '#auth-saas/rules/users/identifiers.ts'
import { addOrganization } from '#auth-saas/rules/organizations/organizations.ts'
import { inviteMember } from '#auth-saas/rules/organizations/invitations.ts'
import { hashPassword, requirePassword } from '#auth-saas/rules/users/passwords.ts'
import { updateUser } from '#auth-saas/rules/users/users.ts'
import type { User } from '#auth-saas/schema/people.ts'
import type { Session } from '#auth-saas/schema/sessions.ts'
import {
  accountPage,
  attempt,
  destinationOf,
  field,
  redirectToApplication,
  hiddenFields,
  visitorOf,
  type Visitor,
} from './account.ts'
import { changePasskey, passkeyForm, passkeyList, PASSKEY_SCRIPT } from './passkeys.ts'
import { withToken } from './sign-in.ts'

/** A visitor who is signed in. */
interface SignedInVisitor extends Visitor {
  readonly session: Session
  readonly user: User
}

function isSignedIn(visitor: Visitor): visitor is SignedInVisitor {
  return visitor.user !== null && visitor.session !== null
}

function toSignIn(call: AuthCall): Answer<string | null> {
  return redirect(`${call.origin}/sign-in?${new URLSearchParams({ redirect_url: `${call.origin}${call.path}` })}`, 303)
}

function userPage(call: AuthCall, visitor: SignedInVisitor, problem: string | null = null): Answer<string | null> {
  const { rows } = call
  const user = rows.users.require(visitor.user.id)
  const destination = destinationOf(call, null)
  const addresses = rows.emailAddresses.referring('userId', user.id)
  const content = html`<p class="soft">Signed in as ${identifierOf(rows, user)}</p>
    <form method="post" action="?">
      ${hiddenFields(visitor, destination)} ${field('first_name', 'First name', { value: user.firstName ?? '' })}
      ${field('last_name', 'Last name', { value: user.lastName ?? '' })}
      ${field('password', 'New password', { type: 'password', autocomplete: 'new-password' })}
      <div class="actions"><button class="primary">Save</button></div>
    </form>
    <h2>Email addresses</h2>
    <ul class="list">
      ${addresses.map((each) => html`<li>${each.emailAddress} <small>${each.verification?.status ?? 'unverified'}</small></li>`)}
    </ul>
    <h2>Passkeys</h2>
    ${passkeyList(call, visitor, user, destination)} ${passkeyForm(call, visitor, 'create', destination)}
    <p><a href="organization">Organizations</a> · <a href="sign-out">Sign out</a></p>`
  return accountPage(call, visitor, {
    title: 'Your account',
    content,
    problem,
    leadsTo: destination,
    script: PASSKEY_SCRIPT,
  })
}

function organizationPage(
  call: AuthCall,
  visitor: SignedInVisitor,
  problem: string | null = null,
): Answer<string | null> {
  const { rows } = call
  const destination = destinationOf(call, null)
  const session = rows.sessions.require(visitor.session.id)
  const active = rows.organizations.get(session.activeOrganizationId)
  const own = rows.memberships.list('ofUser', visitor.user.id)
  const choices = [null, ...own.map(({ organizationId }) => rows.organizations.require(organizationId))]
  const members = active === undefined ? [] : rows.memberships.list('ofOrganization', active.id)
  const content = html`<p class="soft">Active: <b>${active?.name ?? 'Personal account'}</b></p>
    <form method="post" action="?">
      ${hiddenFields(visitor, destination)}
      <div class="actions">
        ${choices.map((each) => html`<button class="quiet" name="active" value="${each?.id ?? ''}">${each?.name ?? 'Personal account'}</button> `)}
      </div>
    </form>
    ${
      active !== undefined &&
      html`<h2>Members</h2>
        <ul class="list">
          ${members.map((each) => html`<li>${identifierOf(rows, rows.users.require(each.userId))} <small>${each.role}</small></li>`)}
        </ul>
        <form method="post" action="?">
          ${hiddenFields(visitor, destination)} ${field('invite', 'Email address to invite', { type: 'email' })}
          <div class="actions"><button class="quiet">Invite</button></div>
        </form>`
    }
    <h2>New organization</h2>
    <form method="post" action="?">
      ${hiddenFields(visitor, destination)} ${field('name', 'Organization name')}
      <div class="actions"><button class="quiet">Create organization</button></div>
    </form>
    <p><a href="user">Your account</a></p>`
  return accountPage(call, visitor, { title: 'Organizations', content, problem, leadsTo: destination })
}

function changeUser(call: AuthCall, { user }: SignedInVisitor, form: URLSearchParams): void {
  const password = form.get('password') ?? ''
  if (password !== '') requirePassword(call, password)
  const text = (name: string): string | null => {
    const value = (form.get(name) ?? '').trim().slice(0, 256)
    return value === '' ? null : value
  }
  updateUser(call, user.id, {
    firstName: text('first_name'),
    lastName: text('last_name'),
    ...(password === '' ? {} : { password: hashPassword(call, password), passwordUpdatedAt: call.clock.now() }),
  })
}

function changeOrganization(call: AuthCall, visitor: SignedInVisitor, form: URLSearchParams): void {
  const { rows } = call
  const [active, name, address] = [form.get('active'), form.get('name'), form.get('invite')]
  if (active !== null) {
    const isMember = rows.memberships.find('member', active, visitor.user.id) !== undefined
    rows.sessions.update(visitor.session.id, { activeOrganizationId: isMember ? active : null })
  } else if (name !== null) {
    if (name.trim() === '') throw paramMissing('name')
    const { id } = addOrganization(call, { name: name.trim().slice(0, 256), createdBy: visitor.user.id })
    rows.sessions.update(visitor.session.id, { activeOrganizationId: id })
  } else if (address !== null) {
    const organization = rows.organizations.require(visitor.session.activeOrganizationId ?? '')
    const membership = rows.memberships.find('member', organization.id, visitor.user.id)
    const permission = 'org:sys_memberships:manage'
    if (membership === undefined || !hasPermission(call, membership, permission)) throw missingPermission([permission])
    const emailAddress = address.trim().toLowerCase()
    if (!isEmailAddress(emailAddress))
      throw paramFormatInvalid('email_address', 'Email address must be a valid email address.')
    inviteMember(call, { organization, emailAddress, role: 'org:member', inviterId: visitor.user.id })
  }
}

/** The pages of the signed-in user: the account and the organizations. */
export const profilePages: readonly Route[] = [
  get('pages/user', '/user', (call) => {
    const visitor = visitorOf(call)
    return isSignedIn(visitor) ? userPage(call, visitor) : toSignIn(call)
  }),

  post('pages/submitUser', '/user', (call) => {
    const form = call.form()
    const visitor = visitorOf(withToken(call, form))
    if (!isSignedIn(visitor)) return toSignIn(call)
    const changed = attempt(call, () =>
      form.has('passkey') ? changePasskey(call, visitor.user, form) : changeUser(call, visitor, form),
    )
    return userPage(call, visitor, 'problem' in changed ? changed.problem : null)
  }),

  get('pages/organization', '/organization', (call) => {
    const visitor = visitorOf(call)
    return isSignedIn(visitor) ? organizationPage(call, visitor) : toSignIn(call)
  }),

  post('pages/submitOrganization', '/organization', (call) => {
    const form = call.form()
    const visitor = visitorOf(withToken(call, form))
    if (!isSignedIn(visitor)) return toSignIn(call)
    const changed = attempt(call, () => changeOrganization(call, visitor, form))
    const redirectUrl = form.get('redirect_url')
    if ('done' in changed && redirectUrl !== null && form.has('active'))
      return redirectToApplication(call, visitor, destinationOf(call, form))
    return organizationPage(call, visitor, 'problem' in changed ? changed.problem : null)
  }),
]
