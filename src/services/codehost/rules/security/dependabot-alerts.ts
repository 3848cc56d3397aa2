import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { DependabotAlert } from '#codehost/schema/security-alerts.ts'

/** Returns the state of an alert of Dependabot. */
export function dependabotStateOf({ dismissed, fixedAt }: DependabotAlert): 'open' | 'dismissed' | 'fixed' {
  if (fixedAt !== null) return 'fixed'
  return dismissed === null ? 'open' : 'dismissed'
}

/** A change of an alert of Dependabot by a user; absent members stay as they are. */
export interface DependabotAlertChange {
  readonly state: 'open' | 'dismissed' | undefined
  readonly reason: NonNullable<DependabotAlert['dismissed']>['reason'] | undefined
  readonly comment: string | undefined
  readonly assigneeIds: readonly number[] | undefined
}

/** Dismisses an alert, opens it again, or assigns it; returns it as it is then. */
export function changeDependabotAlert(
  call: CodehostCall,
  { repo, user: sender }: { readonly repo: Repo; readonly user: Account },
  alert: DependabotAlert,
  { state, reason, comment, assigneeIds = alert.assigneeIds }: DependabotAlertChange,
): DependabotAlert {
  const { rows, clock, emit } = call
  const now = clock.now()
  const dismissed =
    state === 'dismissed' && reason !== undefined
      ? { byId: sender.id, at: now, reason, comment: comment ?? null }
      : state === 'open'
        ? null
        : alert.dismissed
  const changed = rows.dependabotAlerts.update(alert.id, { dismissed, assigneeIds, updatedAt: now })
  if (state === 'dismissed') emit({ event: 'dependabot_alert', action: 'dismissed', repo, alert: changed, sender })
  if (state === 'open' && alert.dismissed !== null) {
    emit({ event: 'dependabot_alert', action: 'reopened', repo, alert: changed, sender })
  }
  return changed
}
