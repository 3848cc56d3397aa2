import { aliasesRoutes } from './routes/aliases.ts'
import { certificatesRoutes } from './routes/certificates.ts'
import { configurationsRoutes } from './routes/configurations.ts'
import { deploymentEventsRoutes } from './routes/deployment-events.ts'
import { deploymentFilesRoutes } from './routes/deployment-files.ts'
import { deploymentsRoutes } from './routes/deployments.ts'
import { dnsRoutes } from './routes/dns.ts'
import { domainsRoutes } from './routes/domains.ts'
import { envPullRoutes } from './routes/env-pull.ts'
import { envRoutes } from './routes/env.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { observabilityRoutes } from './routes/observability.ts'
import { productionRoutes } from './routes/production.ts'
import { projectDomainsRoutes } from './routes/project-domains.ts'
import { projectMembersRoutes } from './routes/project-members.ts'
import { projectsRoutes } from './routes/projects.ts'
import { registrarRoutes } from './routes/registrar.ts'
import { teamMembersRoutes } from './routes/team-members.ts'
import { teamsRoutes } from './routes/teams.ts'
import { tokensRoutes } from './routes/tokens.ts'
import { usersRoutes } from './routes/users.ts'
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
