import * as v from 'valibot'
import { empty, json, redirect, type Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex, type ListView } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { loadOrganization, requireOrganizationOwner, requireScopes, requireUser } from '#codehost/steps/access.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { forbidden, notFound, unprocessable } from '#codehost/errors.ts'
import { membershipJson, simpleUserByIdJson } from '#codehost/json/accounts/account.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import {
  acceptInvitation,
  inviteMember,
  refuseLastOwner,
  removeMember,
  canSeeMembers,
} from '#codehost/rules/accounts/members.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { READ_ORGANIZATION, WRITE_ORGANIZATION } from '#codehost/rules/teams/teams.ts'
import type { Account, Membership } from '#codehost/schema/accounts.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { isPublicOnly } from '#codehost/rules/repos/visibility.ts'

const { get, put, patch, del } = routesFor<CodehostCall>()

const requireOwner = requireOrganizationOwner(...WRITE_ORGANIZATION)
const OWN_MEMBERSHIP = ['admin:org', 'user', 'write:org'] as const

const MembershipInput = v.object({ role: v.optional(v.picklist(['admin', 'member']), 'member') })
const MembershipChanges = v.object({ state: v.picklist(['active']) })

/** Members of organizations. https://docs.github.com/rest/orgs/members */
export const membersRoutes = [
  get('orgs/list-members', '/orgs/:org/members', loadOrganization, (call) => listMembers(call, call.org)),
  get('orgs/check-membership-for-user', '/orgs/:org/members/:username', loadOrganization, (call) => {
    const { org, rows, base, params } = call
    if (!canSeeMembers(call, org)) return redirect(`${base}/orgs/${org.login}/public_members/${params.username}`)
    const user = rows.accounts.find('login', params.username.toLowerCase())
    const membership = user === undefined ? undefined : rows.memberships.find('member', org.id, user.id)
    if (membership?.state !== 'active') {
      throw notFound('User does not exist or is not a member of the organization')
    }
    return empty()
  }),
  del('orgs/remove-member', '/orgs/:org/members/:username', requireOwner, (call) => {
    const membership = membershipOf(call.rows, call.org, findAccount(call.rows, call.params.username))
    if (membership.state !== 'active') throw notFound()
    removeMember(call, call.org, membership, call.user)
    return empty()
  }),
  get('orgs/list-public-members', '/orgs/:org/public_members', loadOrganization, (call) =>
    listed(call, viewOfIndex(call.rows.memberships, 'byVisibility', [call.org.id, 'active', true])),
  ),
  get('orgs/check-public-membership-for-user', '/orgs/:org/public_members/:username', loadOrganization, (call) => {
    const { rows, org, params } = call
    const user = rows.accounts.find('login', params.username.toLowerCase())
    const membership = user === undefined ? undefined : rows.memberships.find('member', org.id, user.id)
    if (membership?.public !== true) {
      throw notFound('User does not exist or is not a public member of the organization')
    }
    return empty()
  }),
  put(
    'orgs/set-public-membership-for-authenticated-user',
    '/orgs/:org/public_members/:username',
    loadOrganization,
    (call) => setVisibility(call, call.org, call.params.username, true),
  ),
  del(
    'orgs/remove-public-membership-for-authenticated-user',
    '/orgs/:org/public_members/:username',
    loadOrganization,
    (call) => setVisibility(call, call.org, call.params.username, false),
  ),
  get('orgs/get-membership-for-user', '/orgs/:org/memberships/:username', loadOrganization, (call) => {
    const { rows, org, params } = call
    const { user } = requireScopes(call, READ_ORGANIZATION)
    const subject = findAccount(rows, params.username)
    if (roleInOrganization(rows, org, user) === null) {
      const reason = `You must be a member of ${org.login} to see membership information for ${subject.login}.`
      throw forbidden(reason)
    }
    return json(membershipJson(call, membershipOf(rows, org, subject)))
  }),
  put(
    'orgs/set-membership-for-user',
    '/orgs/:org/memberships/:username',
    requireOwner,
    body(MembershipInput),
    (call) => {
      const { rows, org, user, params, body } = call
      const subject = findAccount(rows, params.username)
      const existing = rows.memberships.find('member', org.id, subject.id)
      if (existing === undefined) return json(membershipJson(call, inviteMember(call, org, subject, body.role, user)))
      if (body.role === 'member') refuseLastOwner(rows, org, existing)
      return json(membershipJson(call, rows.memberships.update(existing.id, { role: body.role })))
    },
  ),
  del('orgs/remove-membership-for-user', '/orgs/:org/memberships/:username', requireOwner, (call) => {
    const { rows, org, user, params } = call
    removeMember(call, org, membershipOf(rows, org, findAccount(rows, params.username)), user)
    return empty()
  }),
  get(
    'orgs/list-memberships-for-authenticated-user',
    '/user/memberships/orgs',
    requireUser(...READ_ORGANIZATION),
    (call) => {
      const state = call.query.get('state')
      if (state !== null && state !== 'active' && state !== 'pending') throw unprocessable('Invalid state.')
      const own = call.rows.memberships.referring('userId', call.user.id)
      const shown = state === null ? own : own.filter((each) => each.state === state)
      return answerPage(call, shown, (membership) => membershipJson(call, membership))
    },
  ),
  get(
    'orgs/get-membership-for-authenticated-user',
    '/user/memberships/orgs/:org',
    loadOrganization,
    requireUser(...READ_ORGANIZATION),
    (call) => json(membershipJson(call, membershipOf(call.rows, call.org, call.user))),
  ),
  patch(
    'orgs/update-membership-for-authenticated-user',
    '/user/memberships/orgs/:org',
    loadOrganization,
    requireUser(...OWN_MEMBERSHIP),
    body(MembershipChanges),
    (call) => {
      const { rows, org, user } = call
      return json(membershipJson(call, acceptInvitation(call, org, membershipOf(rows, org, user), user)))
    },
  ),
]

function membershipOf(rows: Rows, org: Account, user: Account): Membership {
  const membership = rows.memberships.find('member', org.id, user.id)
  if (membership === undefined) throw notFound()
  return membership
}

/** Lists the members of an organization. Users outside the organization only see public members. */
function listMembers(call: CodehostCall, org: Account): Answer {
  const { rows, query, principal } = call
  const filter = query.get('filter') ?? 'all'
  const role = query.get('role') ?? 'all'
  const isOwner = principal !== null && !isPublicOnly(call) && roleInOrganization(rows, org, principal.user) === 'admin'
  if (filter !== 'all' && !isOwner) {
    throw unprocessable('Only owners can use this filter.')
  }
  // Two-factor authentication is not emulated, so no member has an insecure kind of it.
  if (filter === '2fa_insecure') return answerPage(call, [], () => null)
  const one = role === 'admin' || role === 'member' ? role : null
  if (!canSeeMembers(call, org)) {
    const shown = rows.memberships.list('byVisibility', org.id, 'active', true)
    return answerPage(call, one === null ? shown : shown.filter((each) => each.role === one), ({ userId }) =>
      simpleUserByIdJson(call, userId),
    )
  }
  return listed(
    call,
    one === null
      ? viewOfIndex(rows.memberships, 'byState', [org.id, 'active'])
      : viewOfIndex(rows.memberships, 'byRole', [org.id, 'active', one]),
  )
}

function listed(call: CodehostCall, memberships: ListView<Membership>): Answer {
  return answerPage(call, memberships, ({ userId }) => simpleUserByIdJson(call, userId))
}

/** Publicizes or conceals a membership. Only the members themselves may do so. */
function setVisibility(call: CodehostCall, org: Account, username: string, visible: boolean): Answer {
  const { rows } = call
  const { user } = requireScopes(call, OWN_MEMBERSHIP)
  if (findAccount(rows, username).id !== user.id) {
    throw forbidden(`Only the user can ${visible ? 'publicize' : 'conceal'} their membership`)
  }
  const membership = membershipOf(rows, org, user)
  if (membership.state !== 'active') throw notFound()
  rows.memberships.update(membership.id, { public: visible })
  return empty()
}
