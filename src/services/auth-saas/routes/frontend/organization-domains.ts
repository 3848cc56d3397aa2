import type { Route } from '#core/routes.ts'
import { del, get, post } from '#auth-saas/call.ts'
import { paramInvalid } from '#auth-saas/errors.ts'
import { organizationDomainJson } from '#auth-saas/json/organization.ts'
import { byAge } from '#auth-saas/rules/by-age.ts'
import {
  requireDomains,
  addDomain,
  deleteDomain,
  findDomain,
  updateDomain,
} from '#auth-saas/rules/organizations/domains.ts'
import { attemptAffiliation, prepareAffiliation } from '#auth-saas/rules/organizations/affiliation.ts'
import type { EnrollmentMode } from '#auth-saas/schema/organizations.ts'
import { answerChange, answerOwnRead, answerPage, answerRefusal } from '#auth-saas/json/frontend/answer.ts'
import { formOf, requiredField, emailAddressOf } from './form.ts'
import { loadMember, requireManageDomains } from '#auth-saas/steps/frontend/organization-access.ts'

const MODES: readonly EnrollmentMode[] = ['manual_invitation', 'automatic_invitation', 'automatic_suggestion']

function enrollmentModeOf(text: string): EnrollmentMode {
  const mode = MODES.find((each) => each === text)
  if (mode === undefined) throw paramInvalid('enrollment_mode', `enrollment_mode must be one of ${MODES.join(', ')}.`)
  return mode
}

/** The routes of the domains of an organization. */
export const frontendDomainsRoutes: readonly Route[] = [
  get('frontend/listDomains', '/v1/organizations/:organization_id/domains', loadMember, (call) =>
    answerPage(call, byAge(call.rows.organizationDomains.referring('organizationId', call.organization.id)), (row) =>
      organizationDomainJson(call, row),
    ),
  ),
  post(
    'frontend/createDomain',
    '/v1/organizations/:organization_id/domains',
    loadMember,
    requireManageDomains,
    (call) => {
      requireDomains(call, null)
      const name = requiredField(formOf(call), 'name')
      const organizationId = call.organization.id
      const domain = addDomain(call, { organizationId, name, enrollmentMode: 'manual_invitation', verified: false })
      return answerChange(call, organizationDomainJson(call, domain), call.client.id)
    },
  ),
  get('frontend/getDomain', '/v1/organizations/:organization_id/domains/:domain_id', loadMember, (call) =>
    answerOwnRead(call, organizationDomainJson(call, findDomain(call, call.organization.id, call.params.domain_id))),
  ),
  del(
    'frontend/deleteDomain',
    '/v1/organizations/:organization_id/domains/:domain_id',
    loadMember,
    requireManageDomains,
    (call) => {
      const domain = findDomain(call, call.organization.id, call.params.domain_id)
      deleteDomain(call, domain)
      return answerChange(call, { object: 'organization_domain', id: domain.id, deleted: true }, call.client.id)
    },
  ),
  post(
    'frontend/prepareAffiliation',
    '/v1/organizations/:organization_id/domains/:domain_id/prepare_affiliation_verification',
    loadMember,
    requireManageDomains,
    (call) => {
      const domain = findDomain(call, call.organization.id, call.params.domain_id)
      const address = emailAddressOf(requiredField(formOf(call), 'affiliation_email_address'))
      return answerChange(call, organizationDomainJson(call, prepareAffiliation(call, domain, address)), call.client.id)
    },
  ),
  post(
    'frontend/attemptAffiliation',
    '/v1/organizations/:organization_id/domains/:domain_id/attempt_affiliation_verification',
    loadMember,
    requireManageDomains,
    (call) => {
      const domain = findDomain(call, call.organization.id, call.params.domain_id)
      const failure = attemptAffiliation(call, domain, requiredField(formOf(call), 'code'))
      if (failure !== null) return answerRefusal(call, failure)
      const verified = call.rows.organizationDomains.require(domain.id)
      return answerChange(call, organizationDomainJson(call, verified), call.client.id)
    },
  ),
  post(
    'frontend/updateEnrollmentMode',
    '/v1/organizations/:organization_id/domains/:domain_id/update_enrollment_mode',
    loadMember,
    requireManageDomains,
    (call) => {
      const form = formOf(call)
      const mode = enrollmentModeOf(requiredField(form, 'enrollment_mode'))
      requireDomains(call, mode)
      const domain = findDomain(call, call.organization.id, call.params.domain_id)
      const withdraws = form.get('delete_pending') === 'true'
      const changed = updateDomain(call, domain, { enrollmentMode: mode }, withdraws)
      return answerChange(call, organizationDomainJson(call, changed), call.client.id)
    },
  ),
]
