import { appAssignmentsRoutes } from './routes/app-assignments.ts'
import { appsRoutes } from './routes/apps.ts'
import { authenticationRoutes } from './routes/authentication.ts'
import { clientSecretsRoutes } from './routes/client-secrets.ts'
import { groupsRoutes } from './routes/groups.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { serverClaimsRoutes } from './routes/server-claims.ts'
import { serverPoliciesRoutes } from './routes/server-policies.ts'
import { serverScopesRoutes } from './routes/server-scopes.ts'
import { serversRoutes } from './routes/servers.ts'
import { sessionsRoutes } from './routes/sessions.ts'
import { userCredentialsRoutes } from './routes/user-credentials.ts'
import { userLifecycleRoutes } from './routes/user-lifecycle.ts'
import { usersRoutes } from './routes/users.ts'

/** The routes of the service. */
export const routes = [
  ...usersRoutes,
  ...userLifecycleRoutes,
  ...userCredentialsRoutes,
  ...groupsRoutes,
  ...appsRoutes,
  ...appAssignmentsRoutes,
  ...clientSecretsRoutes,
  ...serversRoutes,
  ...serverScopesRoutes,
  ...serverClaimsRoutes,
  ...serverPoliciesRoutes,
  ...authenticationRoutes,
  ...sessionsRoutes,
  ...oauthRoutes,
]
