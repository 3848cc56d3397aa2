import type { Site } from '#codehost/call.ts'
import { repositoryAdvisoryJson } from '#codehost/json/security/advisory.ts'
import { eventCodeAlertJson } from '#codehost/json/security/code-alert.ts'
import { dependabotAlertJson } from '#codehost/json/security/dependabot-alert.ts'
import { eventSecretAlertJson } from '#codehost/json/security/secret-alert.ts'
import type { EventOf } from '#codehost/schema/events.ts'
import type { Members } from './members.ts'

/** Returns the members of a payload about the security of a repository. */
export function securityMembers(
  site: Site,
  event: EventOf<'code_scanning_alert' | 'dependabot_alert' | 'repository_advisory' | 'secret_scanning_alert'>,
): Members {
  switch (event.event) {
    case 'code_scanning_alert':
      return { alert: eventCodeAlertJson(site, event.repo, event.alert), ref: event.ref, commit_oid: event.sha }
    case 'dependabot_alert':
      return { alert: dependabotAlertJson(site, event.repo, event.alert) }
    case 'repository_advisory':
      return { repository_advisory: repositoryAdvisoryJson(site, event.advisory) }
    case 'secret_scanning_alert':
      return { alert: eventSecretAlertJson(site, event.repo, event.alert) }
  }
}
