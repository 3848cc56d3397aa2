import { oauthCollections } from '#oauth/collections.ts'
import { accountCollections } from './schema/accounts.ts'
import { actionsCollections } from './schema/actions.ts'
import { actionsPolicyCollections } from './schema/actions-policies.ts'
import { activityCollections } from './schema/activities.ts'
import { advisoryCollections } from './schema/advisories.ts'
import { attestationCollections } from './schema/attestations.ts'
import { issueFieldCollections } from './schema/issue-fields.ts'
import { appCollections } from './schema/apps.ts'
import { checkCollections } from './schema/checks.ts'
import { codeScanningCollections } from './schema/code-scanning.ts'
import { commitCollections } from './schema/commits.ts'
import { customPropertyCollections } from './schema/custom-properties.ts'
import { dependencyCollections } from './schema/dependencies.ts'
import { deploymentCollections } from './schema/deployments.ts'
import { discussionCollections } from './schema/discussions.ts'
import { fineGrainedTokenCollections } from './schema/fine-grained-tokens.ts'
import { gistCollections } from './schema/gists.ts'
import { gitCollections } from './schema/git.ts'
import { gpgKeyCollections } from './schema/gpg-keys.ts'
import { hookCollections } from './schema/hooks.ts'
import { interactionCollections } from './schema/interactions.ts'
import { invitationCollections } from './schema/invitations.ts'
import { moveCollections } from './schema/moves.ts'
import { issueCollections } from './schema/issues.ts'
import { notificationCollections } from './schema/notifications.ts'
import { packageCollections } from './schema/packages.ts'
import { pagesCollections } from './schema/pages.ts'
import { projectCollections } from './schema/projects.ts'
import { protectionCollections } from './schema/protection.ts'
import { pullCollections } from './schema/pulls.ts'
import { refLogCollections } from './schema/ref-log.ts'
import { releaseCollections } from './schema/releases.ts'
import { repositoryCollections } from './schema/repos.ts'
import { resultsCollections } from './schema/results.ts'
import { roleCollections } from './schema/roles.ts'
import { rulesetCollections } from './schema/rulesets.ts'
import { runnerCollections } from './schema/runners.ts'
import { securityAlertCollections } from './schema/security-alerts.ts'
import { securitySettingCollections } from './schema/security-settings.ts'
import { settingCollections } from './schema/settings.ts'
import { socialCollections } from './schema/social.ts'
import { sshKeyCollections } from './schema/ssh-keys.ts'
import { subIssueCollections } from './schema/sub-issues.ts'
import { teamCollections } from './schema/teams.ts'
import { tokenCollections } from './schema/tokens.ts'
import { trafficCollections } from './schema/traffic.ts'

/**
 * All collections of a codehost instance. The row types are in schema/, with times in epoch milliseconds; the wire
 * shapes are in json/.
 */
export const collections = {
  ...accountCollections,
  ...teamCollections,
  ...roleCollections,
  ...repositoryCollections,
  ...invitationCollections,
  ...interactionCollections,
  ...moveCollections,
  ...gitCollections,
  ...refLogCollections,
  ...trafficCollections,
  ...gistCollections,
  ...issueCollections,
  ...subIssueCollections,
  ...issueFieldCollections,
  ...discussionCollections,
  ...pullCollections,
  ...projectCollections,
  ...commitCollections,
  ...protectionCollections,
  ...rulesetCollections,
  ...customPropertyCollections,
  ...checkCollections,
  ...packageCollections,
  ...pagesCollections,
  ...codeScanningCollections,
  ...securityAlertCollections,
  ...securitySettingCollections,
  ...advisoryCollections,
  ...dependencyCollections,
  ...attestationCollections,
  ...releaseCollections,
  ...settingCollections,
  ...notificationCollections,
  ...activityCollections,
  ...socialCollections,
  ...sshKeyCollections,
  ...gpgKeyCollections,
  ...actionsCollections,
  ...actionsPolicyCollections,
  ...resultsCollections,
  ...runnerCollections,
  ...deploymentCollections,
  ...hookCollections,
  ...tokenCollections,
  ...fineGrainedTokenCollections,
  ...appCollections,
  ...oauthCollections,
}
