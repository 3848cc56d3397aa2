import type { Site } from '#codehost/call.ts'
import { eventTokenRequestJson } from '#codehost/json/accounts/organization-token.ts'
import { repositoryAdvisoryJson } from '#codehost/json/security/advisory.ts'
import { eventCodeAlertJson } from '#codehost/json/security/code-alert.ts'
import { dependabotAlertJson } from '#codehost/json/security/dependabot-alert.ts'
import { featuresJson } from '#codehost/json/security/features.ts'
import { eventSecretAlertJson } from '#codehost/json/security/secret-alert.ts'
import type { Installation } from '#codehost/schema/apps.ts'
import type { EventOf } from '#codehost/schema/events.ts'
import type { Members } from './members.ts'

/** Returns the members of a payload about the security of a repository or an organization. */
export function securityMembers(
  site: Site,
  event: EventOf<
    | 'code_scanning_alert'
    | 'dependabot_alert'
    | 'personal_access_token_request'
    | 'repository_advisory'
    | 'secret_scanning_alert'
    | 'security_and_analysis'
  >,
): Members {
  switch (event.event) {
    case 'code_scanning_alert':
      return { alert: eventCodeAlertJson(site, event.repo, event.alert), ref: event.ref, commit_oid: event.sha }
    case 'dependabot_alert':
      return { alert: dependabotAlertJson(site, event.repo, event.alert) }
    case 'personal_access_token_request': {
      const { token, through } = event
      const installation = through === undefined ? {} : { installation: eventInstallationReference(through) }
      return { personal_access_token_request: eventTokenRequestJson(site, token), ...installation }
    }
    case 'repository_advisory':
      return { repository_advisory: repositoryAdvisoryJson(site, event.advisory) }
    case 'security_and_analysis':
      return { changes: { from: { security_and_analysis: featuresJson(event.features) } } }
    case 'secret_scanning_alert':
      return { alert: eventSecretAlertJson(site, event.repo, event.alert) }
  }
}

function eventInstallationReference({ id }: Installation) {
  return { id, node_id: Buffer.from(`Installation${id}`).toString('base64') }
}
