import type { CodehostCall } from '#codehost/call.ts'
import { forbidden, notFound } from '#codehost/errors.ts'
import { hasRole } from '#codehost/rules/accounts/role-assignments.ts'
import { SECURITY_MANAGER } from '#codehost/rules/accounts/roles.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { CodeAlert } from '#codehost/schema/code-scanning.ts'
import type { DependabotAlert, SecretAlert } from '#codehost/schema/security-alerts.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { requireOrganizationMember, type CallInRepo } from './access.ts'

type CallOfAlert = CallInRepo<'alert_number'>

/**
 * A step: loads the alert of code scanning that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadCodeAlert(call: CallOfAlert): { readonly alert: CodeAlert } {
  return { alert: numbered(call, call.rows.codeAlerts) }
}

/**
 * A step: loads the alert of Dependabot that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadDependabotAlert(call: CallOfAlert): { readonly alert: DependabotAlert } {
  return { alert: numbered(call, call.rows.dependabotAlerts) }
}

/**
 * A step: loads the alert about a secret that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadSecretAlert(call: CallOfAlert): { readonly alert: SecretAlert } {
  return { alert: numbered(call, call.rows.secretAlerts) }
}

/** The part of a collection whose rows have numbers in their repository. */
interface NumberedAlerts<R> {
  find(key: 'number', repoId: number, number: number): R | undefined
}

function numbered<R>({ repo, params }: CallOfAlert, alerts: NumberedAlerts<R>): R {
  const found = alerts.find('number', repo.id, wholeNumber(params.alert_number))
  if (found === undefined) throw notFound()
  return found
}

/**
 * A step: loads the organization that the path names for its owners and security managers.
 *
 * @throws 404 for users outside it, 403 for other members and without the scope.
 */
export function requireSecurityManager(...scopes: readonly string[]) {
  return (
    call: CodehostCall & { readonly params: { readonly org: string } },
  ): { readonly org: Account; readonly user: Account } => {
    const found = requireOrganizationMember(...scopes)(call)
    const isOwner = roleInOrganization(call.rows, found.org, found.user) === 'admin'
    if (!isOwner && !hasRole(call.rows, found.org, found.user, SECURITY_MANAGER)) {
      throw forbidden('You must be an owner or security manager of the organization.')
    }
    return found
  }
}
