import { adminPortalRoutes } from './admin-portal.ts'
import { agentTaskLinkRoutes, agentTasksRoutes } from './agent-tasks.ts'
import { enterpriseConnectionsRoutes } from './enterprise-connections.ts'
import { directoriesRoutes } from './directories.ts'
import { enterprisePages } from '#auth-saas/pages/enterprise.ts'
import { billingRoutes } from './billing.ts'
import { frontendApiKeysRoutes } from './frontend/api-keys.ts'
import { consentRoutes } from './frontend/consent.ts'
import { frontendEnterpriseConnectionsRoutes } from './frontend/enterprise-connections.ts'
import { frontendBillingRoutes } from './frontend/billing.ts'
import { browsersRoutes } from './frontend/browsers.ts'
import { clientRoutes } from './frontend/client.ts'
import { meRoutes } from './frontend/me.ts'
import { frontendOrganizationsRoutes } from './frontend/organizations.ts'
import { reverificationRoutes } from './frontend/reverification.ts'
import { signInsRoutes } from './frontend/sign-ins.ts'
import { web3WalletsRoutes } from './frontend/web3-wallets.ts'
import { trustedDevicesRoutes } from './frontend/trusted-devices.ts'
import { signUpAttemptsRoutes, signUpsRoutes } from './frontend/sign-ups.ts'
import { filesRoutes } from '#auth-saas/pages/files.ts'
import { profilePages } from '#auth-saas/pages/profile.ts'
import { signInPages } from '#auth-saas/pages/sign-in.ts'
import { signUpPages } from '#auth-saas/pages/sign-up.ts'
import { socialPages } from '#auth-saas/pages/social.ts'
import { apiKeysRoutes } from './api-keys.ts'
import { identifierListsRoutes } from './identifier-lists.ts'
import { identifierVerificationsRoutes } from './identifier-verifications.ts'
import { identifiersRoutes } from './identifiers.ts'
import { instanceRoutes } from './instance.ts'
import { instanceSettingsRoutes } from './instance-settings.ts'
import { invitationsRoutes } from './invitations.ts'
import { oauthRoutes } from './oauth.ts'
import { machinesRoutes } from './machines.ts'
import { m2mTokensRoutes } from './m2m-tokens.ts'
import { membershipsRoutes } from './memberships.ts'
import { oauthApplicationsRoutes } from './oauth-applications.ts'
import { organizationDomainsRoutes } from './organization-domains.ts'
import { organizationInvitationsRoutes } from './organization-invitations.ts'
import { organizationsRoutes } from './organizations.ts'
import { permissionsRoutes } from './permissions.ts'
import { roleSetsRoutes } from './role-sets.ts'
import { rolesRoutes } from './roles.ts'
import { scimRoutes } from './scim.ts'
import { sessionsRoutes } from './sessions.ts'
import { templatesRoutes } from './templates.ts'
import { tokensRoutes } from './tokens.ts'
import { userCredentialsRoutes } from './user-credentials.ts'
import { userRecordsRoutes } from './user-records.ts'
import { usersRoutes } from './users.ts'
import { waitlistRoutes } from './waitlist.ts'
import { redirect } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { sendToken } from '#auth-saas/rules/sessions/browsers.ts'
import { frontendOfPortal } from '#auth-saas/hosts.ts'
import { requireKnownMembers } from '#auth-saas/rules/request-members.ts'
import { formOf, isForm } from './frontend/form.ts'
import { identifier } from './identify.ts'

/** The routes of the backend API, which a secret key opens. */
const backend = [
  ...signUpAttemptsRoutes,
  ...usersRoutes,
  ...userCredentialsRoutes,
  ...userRecordsRoutes,
  ...identifiersRoutes,
  ...identifierVerificationsRoutes,
  ...sessionsRoutes,
  ...organizationsRoutes,
  ...membershipsRoutes,
  ...organizationInvitationsRoutes,
  ...organizationDomainsRoutes,
  ...rolesRoutes,
  ...permissionsRoutes,
  ...roleSetsRoutes,
  ...invitationsRoutes,
  ...identifierListsRoutes,
  ...waitlistRoutes,
  ...instanceRoutes,
  ...instanceSettingsRoutes,
  ...templatesRoutes,
  ...tokensRoutes,
  ...machinesRoutes,
  ...m2mTokensRoutes,
  ...apiKeysRoutes,
  ...oauthApplicationsRoutes,
  ...enterpriseConnectionsRoutes,
  ...directoriesRoutes,
  ...agentTasksRoutes,
  ...adminPortalRoutes,
  ...billingRoutes,
]

/** The routes of the frontend API, which browsers call, and the pages. */
const frontend = [
  ...[
    ...clientRoutes,
    ...browsersRoutes,
    ...reverificationRoutes,
    ...signInsRoutes,
    ...signUpsRoutes,
    ...meRoutes,
    ...trustedDevicesRoutes,
    ...web3WalletsRoutes,
    ...frontendOrganizationsRoutes,
    ...frontendBillingRoutes,
    ...frontendApiKeysRoutes,
    ...frontendEnterpriseConnectionsRoutes,
    ...consentRoutes,
  ].map(ofFrontend),
  ...[...signInPages, ...signUpPages, ...profilePages, ...socialPages, ...enterprisePages].map(atFrontend),
  ...agentTaskLinkRoutes,
  ...filesRoutes,
  ...oauthRoutes,
  ...scimRoutes,
]

/**
 * Returns the route of a page, which is at the host of the frontend API, so that a browser has one cookie for both. The
 * vendor's account portal has a host of its own, from which a browser is sent there.
 */
function atFrontend(route: Route): Route {
  return {
    ...route,
    run(call) {
      const { host, header, origin, path, search } = call as unknown as AuthCall // of this service
      if (host !== 'portal') return route.run(call)
      return redirect(`${frontendOfPortal(header('host') ?? '', origin)}${path}${search}`, 307)
    },
  }
}

/**
 * Returns a route of the frontend API, which refuses members that it does not know, and whose answers also have the
 * token of the client.
 */
function ofFrontend(route: Route): Route {
  return {
    ...route,
    run(request) {
      const call = request as unknown as AuthCall // of this service
      sendToken(call)
      if (isForm(call)) requireKnownMembers(call.operation ?? '', formOf(call))
      return route.run(request)
    },
  }
}

/** The routes of the service. */
export const routes = [...backend, ...frontend]

/** Returns the operation of a request; null for no operation of the service. */
export const identify = identifier(backend, frontend)
