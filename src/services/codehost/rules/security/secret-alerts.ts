import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { SecretAlert } from '#codehost/schema/security-alerts.ts'

/** A change of an alert about a secret by a user; absent members stay as they are. */
export interface SecretAlertChange {
  readonly state: 'open' | 'resolved' | undefined
  readonly resolution: NonNullable<SecretAlert['resolved']>['resolution'] | undefined
  readonly comment: string | undefined
  readonly validity: SecretAlert['validity'] | undefined
  readonly assigneeId: number | null | undefined
}

/** Resolves an alert, opens it again, or assigns it; returns it as it is then. */
export function changeSecretAlert(
  call: CodehostCall,
  { repo, user: sender }: { readonly repo: Repo; readonly user: Account },
  alert: SecretAlert,
  change: SecretAlertChange,
): SecretAlert {
  const { rows, clock, emit } = call
  const now = clock.now()
  const { state, resolution, comment, validity = alert.validity, assigneeId = alert.assigneeId } = change
  const resolved =
    state === 'resolved' && resolution !== undefined
      ? { byId: sender.id, at: now, resolution, comment: comment ?? null }
      : state === 'open'
        ? null
        : alert.resolved
  const changed = rows.secretAlerts.update(alert.id, { resolved, validity, assigneeId, updatedAt: now })
  const about = { event: 'secret_scanning_alert', repo, alert: changed, sender } as const
  if (state === 'resolved') emit({ ...about, action: 'resolved' })
  if (state === 'open' && alert.resolved !== null) emit({ ...about, action: 'reopened' })
  return changed
}
