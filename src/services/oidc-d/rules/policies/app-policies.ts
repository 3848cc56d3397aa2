import type { RecordContext } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import type { App, OrgPolicy, PolicyType } from '#oidc-d/schema.ts'
import { SYSTEM_NAMES } from './defaults.ts'

/** Returns the app policy of an app: the one that it was assigned, or the one that always exists. */
export function appPolicyOf({ rows }: Pick<RecordContext, 'rows'>, app: App): OrgPolicy | undefined {
  const assigned = app.accessPolicyId === undefined ? undefined : rows.orgPolicies.get(app.accessPolicyId)
  return assigned ?? systemPolicy({ rows }, 'ACCESS_POLICY')
}

/** Returns the policy of a type that always exists. */
export function systemPolicy({ rows }: Pick<RecordContext, 'rows'>, type: PolicyType): OrgPolicy | undefined {
  // Its name cannot be changed.
  return rows.orgPolicies.find('name', type, SYSTEM_NAMES[type][0])
}

/**
 * Assigns an app policy to an app.
 *
 * @throws 400 for a policy of another type.
 */
export function assignPolicy({ rows, clock }: RecordContext, app: App, policy: OrgPolicy): void {
  if (policy.type !== 'ACCESS_POLICY') {
    throw validationFailed('Policy', `a policy of the type ${policy.type} cannot be assigned to an app`)
  }
  rows.apps.update(app.id, { accessPolicyId: policy.id, lastUpdated: clock.now() })
}

/** Returns the apps that have an app policy. */
export function appsWithPolicy(context: Pick<RecordContext, 'rows'>, policy: OrgPolicy): App[] {
  return context.rows.apps.all().filter((app) => appPolicyOf(context, app)?.id === policy.id)
}
