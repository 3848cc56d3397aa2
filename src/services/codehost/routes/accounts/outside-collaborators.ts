import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { forbidden } from '#codehost/errors.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import {
  convertToOutsideCollaborator,
  outsideCollaborators,
  removeOutsideCollaborator,
} from '#codehost/rules/accounts/outside-collaborators.ts'
import { READ_ORGANIZATION, WRITE_ORGANIZATION } from '#codehost/rules/teams/teams.ts'
import { requireOrganizationMember, requireOrganizationOwner } from '#codehost/steps/access.ts'

const { get, put, del } = routesFor<CodehostCall>()

const all = '/orgs/:org/outside_collaborators'
const one = `${all}/:username` as const // the type of a path template
const requireOwner = requireOrganizationOwner(...WRITE_ORGANIZATION)

const ConversionInput = v.optional(v.object({ async: v.optional(v.boolean(), false) }), {})

/**
 * Users with access to repositories of an organization that they are not members of.
 * https://docs.github.com/rest/orgs/outside-collaborators
 */
export const outsideCollaboratorsRoutes = [
  get('orgs/list-outside-collaborators', all, requireOrganizationMember(...READ_ORGANIZATION), (call) => {
    // Two-factor authentication is not emulated, so no user has an insecure kind of it.
    const found = call.query.get('filter') === '2fa_insecure' ? [] : outsideCollaborators(call.rows, call.org)
    return answerPage(call, found, (user) => simpleUserJson(call, user))
  }),
  put('orgs/convert-member-to-outside-collaborator', one, requireOwner, body(ConversionInput), (call) => {
    const { rows, org, user, params } = call
    const member = findAccount(rows, params.username)
    const membership = rows.memberships.find('member', org.id, member.id)
    if (membership?.state !== 'active') {
      throw forbidden(`${member.login} is not a member of the ${org.login} organization.`)
    }
    convertToOutsideCollaborator(call, org, membership, user)
    return call.body.async ? json({}, 202) : empty()
  }),
  del('orgs/remove-outside-collaborator', one, requireOwner, (call) => {
    const { rows, org, user, params } = call
    removeOutsideCollaborator(call, org, findAccount(rows, params.username), user)
    return empty()
  }),
]
