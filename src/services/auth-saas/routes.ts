import { clientRoutes } from './frontend/client.ts'
import { meRoutes } from './frontend/me.ts'
import { frontendOrganizationsRoutes } from './frontend/organizations.ts'
import { reverificationRoutes } from './frontend/reverification.ts'
import { signInsRoutes } from './frontend/sign-ins.ts'
import { signUpAttemptsRoutes, signUpsRoutes } from './frontend/sign-ups.ts'
import { filesRoutes } from './pages/files.ts'
import { profilePages } from './pages/profile.ts'
import { signInPages } from './pages/sign-in.ts'
import { signUpPages } from './pages/sign-up.ts'
import { socialPages } from './pages/social.ts'
import { apiKeysRoutes } from './routes/api-keys.ts'
import { identifierListsRoutes } from './routes/identifier-lists.ts'
import { identifiersRoutes } from './routes/identifiers.ts'
import { instanceRoutes } from './routes/instance.ts'
import { invitationsRoutes } from './routes/invitations.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { machinesRoutes } from './routes/machines.ts'
import { m2mTokensRoutes } from './routes/m2m-tokens.ts'
import { membershipsRoutes } from './routes/memberships.ts'
import { oauthApplicationsRoutes } from './routes/oauth-applications.ts'
import { organizationDomainsRoutes } from './routes/organization-domains.ts'
import { organizationInvitationsRoutes } from './routes/organization-invitations.ts'
import { organizationsRoutes } from './routes/organizations.ts'
import { permissionsRoutes } from './routes/permissions.ts'
import { roleSetsRoutes } from './routes/role-sets.ts'
import { rolesRoutes } from './routes/roles.ts'
import { sessionsRoutes } from './routes/sessions.ts'
import { tokensRoutes } from './routes/tokens.ts'
import { userCredentialsRoutes } from './routes/user-credentials.ts'
import { userRecordsRoutes } from './routes/user-records.ts'
import { usersRoutes } from './routes/users.ts'
import { waitlistRoutes } from './routes/waitlist.ts'
import { redirect } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import type { AuthCall } from './call.ts'
import { frontendOfPortal } from './hosts.ts'
import { identifier } from './identify.ts'

/** The routes of the backend API, which a secret key opens. */
const backend = [
  ...signUpAttemptsRoutes,
  ...usersRoutes,
  ...userCredentialsRoutes,
  ...userRecordsRoutes,
  ...identifiersRoutes,
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
  ...tokensRoutes,
  ...machinesRoutes,
  ...m2mTokensRoutes,
  ...apiKeysRoutes,
  ...oauthApplicationsRoutes,
]

/** The routes of the frontend API, which browsers call, and the pages. */
const frontend = [
  ...clientRoutes,
  ...reverificationRoutes,
  ...signInsRoutes,
  ...signUpsRoutes,
  ...meRoutes,
  ...frontendOrganizationsRoutes,
  ...[...signInPages, ...signUpPages, ...profilePages, ...socialPages].map(atFrontend),
  ...filesRoutes,
  ...oauthRoutes,
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

/** The routes of the service. */
export const routes = [...backend, ...frontend]

/** Returns the operation of a request; null for no operation of the service. */
export const identify = identifier(backend, frontend)
