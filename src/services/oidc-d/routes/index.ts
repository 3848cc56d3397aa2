import { appAssignmentsRoutes } from './apps/assignments.ts'
import { appsRoutes } from './apps/apps.ts'
import { authenticationRoutes } from './authentication.ts'
import { authenticationFactorsRoutes } from './authentication-factors.ts'
import { authenticatorsRoutes } from './authenticators.ts'
import { appKeysRoutes } from './apps/keys.ts'
import { clientKeysRoutes } from './apps/client-keys.ts'
import { clientSecretsRoutes } from './apps/client-secrets.ts'
import { groupOwnersRoutes } from './group-owners.ts'
import { groupRulesRoutes } from './group-rules.ts'
import { groupsRoutes } from './groups.ts'
import { logsRoutes } from './logs.ts'
import { eventHooksRoutes } from './hooks/event-hooks.ts'
import { inlineHooksRoutes } from './hooks/inline-hooks.ts'
import { networkZonesRoutes } from './network-zones.ts'
import { directAuthenticationRoutes } from './direct-authentication.ts'
import { oauthRoutes } from './oauth.ts'
import { orgPoliciesRoutes } from './policies/policies.ts'
import { orgPolicyRulesRoutes } from './policies/rules.ts'
import { roleBindingsRoutes } from './iam/bindings.ts'
import { resourceSetsRoutes } from './iam/resource-sets.ts'
import { customRolesRoutes } from './iam/roles.ts'
import { mailLinkRoutes } from './interactions/mail-links.ts'
import { interactRoutes } from './interactions/interact.ts'
import { interactionsRoutes } from './interactions/transactions.ts'
import { linkedObjectsRoutes } from './linked-objects.ts'
import { orgRoutes } from './org/org.ts'
import { orgMetadataRoutes } from './org/metadata.ts'
import { recoveryRoutes } from './recovery.ts'
import { groupRolesRoutes } from './roles/group-roles.ts'
import { userRolesRoutes } from './roles/user-roles.ts'
import { schemasRoutes } from './schemas.ts'
import { serverClaimsRoutes } from './servers/claims.ts'
import { serverPoliciesRoutes } from './servers/policies.ts'
import { serverScopesRoutes } from './servers/scopes.ts'
import { serversRoutes } from './servers/servers.ts'
import { sessionsRoutes } from './sessions.ts'
import { sessionRedirectsRoutes } from './session-redirects.ts'
import { grantsRoutes } from './tokens/grants.ts'
import { tokensRoutes } from './tokens/tokens.ts'
import { trustedOriginsRoutes } from './trusted-origins.ts'
import { userFactorsRoutes } from './users/factors.ts'
import { userCredentialsRoutes } from './users/credentials.ts'
import { userLifecycleRoutes } from './users/lifecycle.ts'
import { usersRoutes } from './users/users.ts'

/** The routes of the service. */
export const routes = [
  ...usersRoutes,
  ...userLifecycleRoutes,
  ...userCredentialsRoutes,
  ...userFactorsRoutes,
  // Before the routes of one group, because `rules` is no id.
  ...groupRulesRoutes,
  ...groupsRoutes,
  ...groupOwnersRoutes,
  ...userRolesRoutes,
  ...groupRolesRoutes,
  ...appsRoutes,
  ...appAssignmentsRoutes,
  ...clientSecretsRoutes,
  ...clientKeysRoutes,
  ...appKeysRoutes,
  ...serversRoutes,
  ...serverScopesRoutes,
  ...serverClaimsRoutes,
  ...serverPoliciesRoutes,
  ...orgPoliciesRoutes,
  ...orgPolicyRulesRoutes,
  ...networkZonesRoutes,
  ...tokensRoutes,
  ...grantsRoutes,
  ...trustedOriginsRoutes,
  ...authenticatorsRoutes,
  ...schemasRoutes,
  ...eventHooksRoutes,
  ...inlineHooksRoutes,
  ...logsRoutes,
  ...authenticationRoutes,
  ...authenticationFactorsRoutes,
  ...recoveryRoutes,
  ...sessionsRoutes,
  ...sessionRedirectsRoutes,
  ...customRolesRoutes,
  ...resourceSetsRoutes,
  ...roleBindingsRoutes,
  ...linkedObjectsRoutes,
  ...orgRoutes,
  ...orgMetadataRoutes,
  ...interactRoutes,
  ...interactionsRoutes,
  ...mailLinkRoutes,
  ...directAuthenticationRoutes,
  ...oauthRoutes,
]
