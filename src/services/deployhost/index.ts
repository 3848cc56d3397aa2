import { tokenVariables, usableToken } from '../../core/seed-tokens.ts'
import { defineService } from '../../core/define-service.ts'
import { ALL_SCOPES, authenticate } from './auth.ts'
import { dialect } from './errors.ts'
import { finish } from './finish.ts'
import { failBuild } from './fail-build.ts'
import { logins, applySeed } from './apply-seed.ts'
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
import { buildTimers } from './rules/builds.ts'
import { collections } from './schema.ts'
import { seed, starter } from './seed.ts'
import { authorize, signIn } from './sign-in.ts'
import { withVersionErrors } from './versions.ts'
import { webhooks } from './webhooks.ts'
import { unimplemented } from './unimplemented.ts'

const routes = [
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

/** A stand-in for the Vercel REST API. https://vercel.com/docs/rest-api */
export const deployhost = defineService({
  id: 'deployhost',
  port: 4000,
  title: 'Vercel REST API',
  seed,
  starter,
  starterScopes: [...ALL_SCOPES],
  logins,
  collections,
  applySeed,
  authenticate,
  dialect: withVersionErrors(dialect, routes, unimplemented),
  routes,
  unimplemented,
  finish,
  webhooks,
  timers: buildTimers,
  commands: { signIn, authorize, failBuild },
  env: (url, section, shared) => {
    const token = usableToken(shared, logins(section), ALL_SCOPES)
    return {
      DEPLOYHOST_API_BASE: url,
      ...tokenVariables(token, 'DEPLOYHOST_TOKEN', 'VERCEL_TOKEN'),
    }
  },
})
