import { notFound } from '#codehost/errors.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { CodeAlert } from '#codehost/schema/code-scanning.ts'
import type { DependabotAlert, SecretAlert } from '#codehost/schema/security-alerts.ts'
import type { CallInRepo } from './access.ts'

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
