import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import { loadOrganization, requireOrganizationOwner, requireUser } from '#codehost/steps/access.ts'
import { lastModified } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { forbidden } from '#codehost/errors.ts'
import { organizationJson, simpleOrganizationJson } from '#codehost/json/accounts/account.ts'
import { answerPage, answerPageSince } from '#codehost/json/pagination.ts'
import { deleteOrganization } from '#codehost/rules/accounts/organization-deletion.ts'
import { changedSettings, organizationSettingsFields } from '#codehost/rules/accounts/organization-settings.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { hasPermissions } from '#codehost/rules/apps/gate.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'

const { get, patch, del } = routesFor<CodehostCall>()

const line = v.optional(v.nullable(v.string()))

const OrganizationChanges = v.object({
  billing_email: line,
  company: line,
  email: line,
  twitter_username: line,
  location: line,
  name: line,
  description: line,
  blog: line,
  default_repository_permission: v.optional(v.picklist(['read', 'write', 'admin', 'none'])),
  ...organizationSettingsFields,
})

/** Organizations. https://docs.github.com/rest/orgs/orgs */
export const organizationsRoutes = [
  get('orgs/list', '/organizations', (call) =>
    answerPageSince(call, viewOfIndex(call.rows.accounts, 'byType', ['Organization']), (org) =>
      simpleOrganizationJson(call, org),
    ),
  ),
  get('orgs/list-for-authenticated-user', '/user/orgs', requireUser(), requireOrganizationsScope, (call) =>
    listOrganizations(call, call.user.id, () => true),
  ),
  get('orgs/list-for-user', '/users/:username/orgs', (call) =>
    listOrganizations(call, findAccount(call.rows, call.params.username).id, (membership) => membership.public),
  ),
  get('orgs/get', '/orgs/:org', loadOrganization, (call) => {
    const { org, rows, principal } = call
    const owner =
      principal !== null &&
      !hasPermissions(principal) &&
      covers(principal.scopes, ['admin:org']) &&
      roleInOrganization(rows, org, principal.user) === 'admin'
    return json(organizationJson(call, org, { owner }), 200, lastModified(org))
  }),
  patch('orgs/update', '/orgs/:org', requireOrganizationOwner('admin:org'), body(OrganizationChanges), (call) => {
    const { org, rows, clock, body } = call
    const updated = rows.accounts.update(org.id, {
      ...defined({
        name: body.name,
        email: body.email,
        company: body.company,
        location: body.location,
        description: body.description,
        billingEmail: body.billing_email,
        twitterUsername: body.twitter_username,
        defaultRepositoryPermission: body.default_repository_permission,
        blog: body.blog === null ? '' : body.blog,
      }),
      settings: changedSettings(org.settings, body),
      updatedAt: clock.now(),
    })
    return json(organizationJson(call, updated, { owner: true }))
  }),
  del('orgs/delete', '/orgs/:org', requireOrganizationOwner('admin:org'), (call) => {
    deleteOrganization(call, call.org, call.user)
    return json({}, 202)
  }),
]

/** A step: requires a token that may list the user's organizations. The vendor words this refusal differently. */
function requireOrganizationsScope(call: CodehostCall): void {
  const accepted = ['admin:org', 'read:org', 'repo', 'user', 'write:org']
  call.responseHeaders['x-accepted-oauth-scopes'] = accepted.join(', ')
  if (call.principal !== null && !covers(call.principal.scopes, ['read:org', 'user'])) {
    throw forbidden('You need at least read:org scope or user scope to list your organizations.')
  }
}

function listOrganizations(
  call: CodehostCall,
  userId: number,
  shown: (membership: { readonly public: boolean }) => boolean,
) {
  const memberships = call.rows.memberships.referring('userId', userId)
  return answerPage(
    call,
    memberships.filter((each) => each.state === 'active' && shown(each)),
    ({ orgId }) => simpleOrganizationJson(call, call.rows.accounts.require(orgId)),
  )
}
