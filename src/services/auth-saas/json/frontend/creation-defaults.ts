import type { Rows } from '#auth-saas/call.ts'
import { isCommonDomain } from '#auth-saas/rules/organizations/domains.ts'
import { slugOf } from '#auth-saas/rules/organizations/organizations.ts'
import type { User } from '#auth-saas/schema/people.ts'

/**
 * Returns what the components suggest for a new organization: the name of the company in the user's primary address,
 * and a warning when that company has an organization already.
 */
export function creationDefaultsJson(rows: Rows, user: User) {
  const address = rows.emailAddresses.get(user.primaryEmailAddressId)
  const isVerified = address?.verification?.status === 'verified'
  const domain = isVerified ? address.emailAddress.slice(address.emailAddress.lastIndexOf('@') + 1) : ''
  if (domain === '' || isCommonDomain(domain)) {
    return { advisory: null, form: { name: '', slug: '', logo: null, blur_hash: null } }
  }
  const [label = ''] = domain.split('.')
  const name = label.charAt(0).toUpperCase() + label.slice(1)
  const taken = rows.organizations.find('slug', slugOf(name))
  const meta = { organization_name: taken?.name ?? '', organization_domain: domain }
  const advisory = taken === undefined ? null : { code: 'organization_already_exists', severity: 'warning', meta }
  return { advisory, form: { name, slug: slugOf(name), logo: null, blur_hash: null } }
}
