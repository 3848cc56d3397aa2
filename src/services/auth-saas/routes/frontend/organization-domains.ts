import type { Route } from '#core/routes.ts'
import { Failure } from '#core/errors.ts'
import { del, get, post, type AuthCall } from '#auth-saas/call.ts'
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
import { attemptOwnership, prepareOwnership } from '#auth-saas/rules/organizations/ownership.ts'
import type { EnrollmentMode, OrganizationDomain } from '#auth-saas/schema/organizations.ts'
import { answerChange, answerOwnRead, answerPage, answerRefusal } from '#auth-saas/json/frontend/answer.ts'
import { formOf, requiredField, emailAddressOf } from './form.ts'
import { loadMember, requireManageDomains, type Member } from '#auth-saas/steps/frontend/organization-access.ts'

const MODES: readonly EnrollmentMode[] = ['manual_invitation', 'automatic_invitation', 'automatic_suggestion']

function enrollmentModeOf(text: string): EnrollmentMode {
  const mode = MODES.find((each) => each === text)
  if (mode === undefined) throw paramInvalid('enrollment_mode', `enrollment_mode must be one of ${MODES.join(', ')}.`)
  return mode
}

/** Returns the texts of a list in a form. */
function listIn(form: URLSearchParams, name: string): readonly string[] {
  return [...new Set([...form.getAll(name), ...form.getAll(`${name}[]`)])]
}

/** Answers what can be done of a list, and the code of each failure. */
function eachOf(
  call: AuthCall,
  list: readonly string[],
  key: 'name' | 'id',
  change: (item: string) => OrganizationDomain,
) {
  const data: ReturnType<typeof organizationDomainJson>[] = []
  const errors: object[] = []
  for (const item of list) {
    try {
      data.push(organizationDomainJson(call, change(item)))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      errors.push({ [key]: item, code: error.details['code'] })
    }
  }
  return { data, errors }
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
    'frontend/createDomains',
    '/v1/organizations/:organization_id/domains/bulk',
    loadMember,
    requireManageDomains,
    (call) => {
      requireDomains(call, null)
      const form = formOf(call)
      const mode = form.get('enrollment_mode')
      const enrollmentMode = mode === null || mode === '' ? 'manual_invitation' : enrollmentModeOf(mode)
      const organizationId = call.organization.id
      const result = eachOf(call, listIn(form, 'names'), 'name', (name) =>
        addDomain(call, { organizationId, name, enrollmentMode, verified: false }),
      )
      return answerChange(call, result, call.client.id)
    },
  ),
  ...(['prepare', 'attempt'] as const).flatMap((verb) => {
    const decide = verb === 'prepare' ? prepareOwnership : attemptOwnership
    const path = '/v1/organizations/:organization_id/domains'
    const find = (call: AuthCall & Member, id: string) => findDomain(call, call.organization.id, id)
    return [
      post(
        `frontend/${verb}Ownerships`,
        `${path}/${verb}_ownership_verification/bulk`,
        loadMember,
        requireManageDomains,
        (call) => {
          const ids = listIn(formOf(call), 'organization_domain_ids')
          const result = eachOf(call, ids, 'id', (id) => decide(call, find(call, id)))
          return answerChange(call, result, call.client.id)
        },
      ),
      post(
        `frontend/${verb}Ownership`,
        `${path}/:domain_id/${verb}_ownership_verification`,
        loadMember,
        requireManageDomains,
        (call) =>
          answerChange(
            call,
            organizationDomainJson(call, decide(call, find(call, call.params.domain_id))),
            call.client.id,
          ),
      ),
    ]
  }),
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
