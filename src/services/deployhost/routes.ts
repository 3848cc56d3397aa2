import { aliasesRoutes } from './routes/deployments/aliases.ts'
import { certificatesRoutes } from './routes/domains/certificates.ts'
import { configurationsRoutes } from './routes/accounts/configurations.ts'
import { deploymentEventsRoutes } from './routes/deployments/deployment-events.ts'
import { deploymentFilesRoutes } from './routes/deployments/deployment-files.ts'
import { deploymentsRoutes } from './routes/deployments/deployments.ts'
import { dnsRoutes } from './routes/domains/dns.ts'
import { domainsRoutes } from './routes/domains/domains.ts'
import { envPullRoutes } from './routes/projects/env-pull.ts'
import { envRoutes } from './routes/projects/env.ts'
import { oauthRoutes } from './routes/accounts/oauth.ts'
import { observabilityRoutes } from './routes/deployments/observability.ts'
import { productionRoutes } from './routes/projects/production.ts'
import { projectDomainsRoutes } from './routes/domains/project-domains.ts'
import { projectMembersRoutes } from './routes/projects/project-members.ts'
import { projectsRoutes } from './routes/projects/projects.ts'
import { registrarRoutes } from './routes/domains/registrar.ts'
import { teamMembersRoutes } from './routes/accounts/team-members.ts'
import { teamsRoutes } from './routes/accounts/teams.ts'
import { tokensRoutes } from './routes/accounts/tokens.ts'
import { usersRoutes } from './routes/accounts/users.ts'
import { webhooksRoutes } from './routes/webhooks.ts'

/** The routes of the service. */
export const routes = [
  ...usersRoutes,
  ...tokensRoutes,
  ...teamsRoutes,
  ...teamMembersRoutes,
  ...projectsRoutes,
  ...projectMembersRoutes,
  ...envRoutes,
  ...projectDomainsRoutes,
  ...domainsRoutes,
  ...deploymentsRoutes,
  ...deploymentFilesRoutes,
  ...deploymentEventsRoutes,
  ...aliasesRoutes,
  ...productionRoutes,
  ...webhooksRoutes,
  ...configurationsRoutes,
  ...dnsRoutes,
  ...certificatesRoutes,
  ...envPullRoutes,
  ...registrarRoutes,
  ...observabilityRoutes,
  ...oauthRoutes,
]
