import type { DocdbCall } from '#docdb/call.ts'
import { resourceNotFound } from '#docdb/errors/admin.ts'
import type { ApiKey, Organization, Project, ServiceAccount } from '#docdb/schema/admin.ts'

type Place = { readonly organization: Organization } | { readonly project: Project }

/** A request about the keys or accounts of an organization or a project. */
type PlaceCall<P extends string> = Pick<DocdbCall, 'rows' | 'path'> &
  Place & { readonly params: Readonly<Record<P, string>> }

/**
 * A step after `loadOrganization` or `loadProject` that loads the API key of the path.
 *
 * @throws 404.
 */
export function loadApiKey(call: PlaceCall<'apiUserId'>): { readonly key: ApiKey } {
  const key = call.rows.apiKeys.get(call.params.apiUserId)
  if (key === undefined || key.orgId !== organizationOf(call)) throw resourceNotFound(call.path)
  return { key }
}

/**
 * A step after `loadOrganization` or `loadProject` that loads the service account of the path.
 *
 * @throws 404.
 */
export function loadServiceAccount(call: PlaceCall<'clientId'>): { readonly account: ServiceAccount } {
  const account = call.rows.serviceAccounts.find('clientId', call.params.clientId)
  if (account === undefined || account.orgId !== organizationOf(call)) throw resourceNotFound(call.path)
  return { account }
}

function organizationOf(call: Place): string {
  return 'organization' in call ? call.organization.id : call.project.orgId
}
