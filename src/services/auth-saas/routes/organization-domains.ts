import { rowsOf } from '#auth-saas/rules/lists.ts'
import type { OrganizationDomain } from '#auth-saas/schema/organizations.ts'
import * as v from 'valibot'
import { body } from '#core/input.ts'
import { viewOfRows } from '#core/list-view.ts'
import type { Route } from '#core/routes.ts'
import { maybe, maybeFlag, maybeText, text } from '#auth-saas/rules/body-parts.ts'
import { del, get, patch, post } from '#auth-saas/call.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { organizationDomainJson } from '#auth-saas/json/organization.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import {
  addDomain,
  deleteDomain,
  findDomain,
  updateDomain,
  requireDomains,
} from '#auth-saas/rules/organizations/domains.ts'
import { loadOrganization } from '#auth-saas/steps/organizations.ts'

const enrollmentMode = v.picklist([
  'manual_invitation',
  'automatic_invitation',
  'automatic_suggestion',
  'enterprise_sso',
])

const DomainInput = v.strictObject({
  name: text,
  enrollment_mode: v.optional(enrollmentMode, 'manual_invitation'),
  verified: maybeFlag,
})

const DomainChanges = v.strictObject({ enrollment_mode: maybe(enrollmentMode), verified: maybeFlag, name: maybeText })

/** The operations about the domains of organizations. */
export const organizationDomainsRoutes: readonly Route[] = [
  get('ListOrganizationDomains', '/v1/organizations/:organization_id/domains', loadOrganization, (call) => {
    requireDomains(call, null)
    const { rows, organization, query } = call
    const [verified, modes] = [query.get('verified'), query.getAll('enrollment_mode')]
    const domains = rows.organizationDomains
      .referring('organizationId', organization.id)
      .filter((row) => verified === null || String(row.verified) === verified)
      .filter((row) => modes.length === 0 || modes.includes(row.enrollmentMode))
    return answerPage(call, viewOfRows(domains.toReversed()), (row) => organizationDomainJson(call, row))
  }),

  post(
    'CreateOrganizationDomain',
    '/v1/organizations/:organization_id/domains',
    loadOrganization,
    body(DomainInput),
    (call) => {
      const { organization, body: input } = call
      requireDomains(call, input.enrollment_mode)
      const domain = addDomain(call, {
        organizationId: organization.id,
        name: input.name,
        enrollmentMode: input.enrollment_mode,
        verified: input.verified ?? false,
      })
      return json(organizationDomainJson(call, domain))
    },
  ),

  patch(
    'UpdateOrganizationDomain',
    '/v1/organizations/:organization_id/domains/:domain_id',
    loadOrganization,
    body(DomainChanges),
    (call) => {
      const { organization, params, body: input } = call
      requireDomains(call, input.enrollment_mode)
      const domain = findDomain(call, organization.id, params.domain_id)
      const verified = input.verified ?? domain.verified
      const changed = updateDomain(call, domain, {
        enrollmentMode: input.enrollment_mode ?? domain.enrollmentMode,
        verified,
        strategy: verified ? (domain.strategy ?? 'admin') : null,
      })
      return json(organizationDomainJson(call, changed))
    },
  ),

  post(
    'VerifyOrganizationDomainOwnership',
    '/v1/organizations/:organization_id/domains/:domain_id/verify_ownership',
    loadOrganization,
    (call) => {
      const domain = findDomain(call, call.organization.id, call.params.domain_id)
      if (domain.ownedSince !== null) return json(organizationDomainJson(call, domain))
      return json(
        organizationDomainJson(
          call,
          updateDomain(call, domain, { ownedSince: call.clock.now(), ownedBy: 'manual_override' }),
        ),
      )
    },
  ),

  get('ListAllOrganizationDomains', '/v1/organization_domains', (call) => {
    const { rows, query } = call
    const [organizationId, verified] = [query.get('organization_id'), query.get('verified')]
    const modes = query.getAll('enrollment_mode')
    const [excluded, included] = [
      modes.filter((each) => each.startsWith('-')),
      modes.filter((each) => !each.startsWith('-')),
    ]
    const names = query.getAll('domains')
    const search = query.get('query')?.toLowerCase() ?? ''
    const matches = (row: OrganizationDomain): boolean =>
      (organizationId === null || row.organizationId === organizationId) &&
      (verified === null || String(row.verified) === verified) &&
      (included.length === 0 || included.includes(row.enrollmentMode)) &&
      !excluded.includes(`-${row.enrollmentMode}`) &&
      (names.length === 0 || names.includes(row.name)) &&
      (row.name.includes(search) || row.id === query.get('query'))
    const orders = { name: (row: OrganizationDomain) => row.name }
    return answerPage(call, rowsOf(call, rows.organizationDomains, { orders, matches }), (row) =>
      organizationDomainJson(call, row),
    )
  }),

  del('DeleteOrganizationDomain', '/v1/organizations/:organization_id/domains/:domain_id', loadOrganization, (call) => {
    const domain = findDomain(call, call.organization.id, call.params.domain_id)
    deleteDomain(call, domain)
    return deleted('organization_domain', domain.id)
  }),
]
