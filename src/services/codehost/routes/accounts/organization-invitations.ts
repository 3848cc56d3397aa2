import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requireOrganizationOwner, requireOrganizationOwnerSaying } from '#codehost/steps/access.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { notFound, unprocessable, validationFailed } from '#codehost/errors.ts'
import { organizationInvitationJson } from '#codehost/json/repos/invitation.ts'
import { teamJson } from '#codehost/json/teams/team.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { inviteAddress, inviteMember, removeMember, invitedTeams } from '#codehost/rules/accounts/members.ts'
import { expiryOf, isExpired } from '#codehost/rules/repos/invitation-lifetime.ts'
import { joinTeam } from '#codehost/rules/teams/members.ts'
import { WRITE_ORGANIZATION } from '#codehost/rules/teams/teams.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { OrganizationInvitation } from '#codehost/schema/invitations.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'

const { get, post, del } = routesFor<CodehostCall>()

const requireOwner = requireOrganizationOwner(...WRITE_ORGANIZATION)
const requireInviter = requireOrganizationOwnerSaying(
  'You must be an admin to create an invitation to an organization.',
  ...WRITE_ORGANIZATION,
)

const InvitationInput = v.object({
  invitee_id: v.optional(v.pipe(v.number(), v.integer())),
  email: v.optional(v.string()),
  role: v.optional(v.picklist(['admin', 'direct_member']), 'direct_member'),
  team_ids: v.optional(v.array(v.pipe(v.number(), v.integer())), []),
})

const INVITATIONS = '/orgs/:org/invitations'
const INVITATION = `${INVITATIONS}/:invitation_id` as const // the type of a path template

/** Invitations to organizations. https://docs.github.com/rest/orgs/members#list-pending-organization-invitations */
export const organizationInvitationsRoutes = [
  get('orgs/list-pending-invitations', INVITATIONS, requireOwner, (call) => {
    const { rows, org, query } = call
    const role = query.get('role') ?? 'all'
    const pending = rows.organizationInvitations
      .referring('orgId', org.id)
      .filter((each) => !isExpired(each, call.clock.now()))
      .map((each) => organizationInvitationJson(call, each))
    return answerPage(call, role === 'all' ? pending : pending.filter((each) => each.role === role), (each) => each)
  }),
  get('orgs/list-failed-invitations', '/orgs/:org/failed_invitations', requireOwner, (call) => {
    const { rows, org, clock } = call
    const failed = rows.organizationInvitations
      .referring('orgId', org.id)
      .filter((each) => isExpired(each, clock.now()))
    return answerPage(call, failed, (each) => organizationInvitationJson(call, each, expiryOf(each)))
  }),
  post('orgs/create-invitation', INVITATIONS, requireInviter, body(InvitationInput), (call) => {
    const { rows, org, user, body } = call
    const role = body.role === 'admin' ? 'admin' : 'member'
    const teams = body.team_ids.map((id) => teamOf(rows, org, id))
    const invited = inviteeOf(rows, body)
    if (invited === undefined) {
      return json(organizationInvitationJson(call, inviteAddress(call, org, body.email ?? '', role, user)), 201)
    }
    if (rows.memberships.find('member', org.id, invited.id) !== undefined) throw alreadyInvited()
    const membership = inviteMember(call, org, invited, role, user)
    for (const team of teams) joinTeam(call, team, invited, 'member', user)
    const [invitation] = rows.organizationInvitations.referring('membershipId', membership.id)
    if (invitation === undefined) throw notFound()
    return json(organizationInvitationJson(call, invitation), 201)
  }),
  del('orgs/cancel-invitation', INVITATION, requireOwner, loadInvitation, (call) => {
    const { rows, org, user, invitation } = call
    const membership = rows.memberships.get(invitation.membershipId)
    if (membership === undefined) rows.organizationInvitations.delete(invitation.id)
    else removeMember(call, org, membership, user)
    return empty()
  }),
  get('orgs/list-invitation-teams', `${INVITATION}/teams`, requireOwner, loadInvitation, (call) =>
    answerPage(call, invitedTeams(call, call.invitation), (team) => teamJson(call, team)),
  ),
]

/**
 * A step: loads the invitation that the path names.
 *
 * @throws 404.
 */
function loadInvitation({
  rows,
  org,
  params,
}: CodehostCall & { readonly org: Account; readonly params: { readonly invitation_id: string } }): {
  readonly invitation: OrganizationInvitation
} {
  const invitation = rows.organizationInvitations.get(wholeNumber(params.invitation_id))
  if (invitation?.orgId !== org.id) throw notFound()
  return { invitation }
}

/**
 * Returns the user that a body names; undefined for the e-mail address of no user.
 *
 * @throws 404, 422.
 */
function inviteeOf(rows: Rows, { invitee_id: id, email }: v.InferOutput<typeof InvitationInput>): Account | undefined {
  if (id !== undefined) {
    const account = rows.accounts.get(id)
    if (account?.type !== 'User') throw notFound()
    return account
  }
  if (email === undefined) throw unprocessable('Either invitee_id or email must be provided.')
  const address = rows.emails.find('email', email.toLowerCase())
  return address === undefined ? undefined : rows.accounts.require(address.userId)
}

function teamOf(rows: Rows, org: Account, id: number): Team {
  const team = rows.teams.get(id)
  if (team?.orgId !== org.id) throw notFound()
  return team
}

function alreadyInvited(): Error {
  const message = 'Invitee is already a part of this org'
  return validationFailed({ resource: 'OrganizationInvitation', code: 'unprocessable', field: 'data', message })
}
