import { tokenVariables, usableToken } from '#core/seed/seed-tokens.ts'
import { defineService } from '#core/define-service.ts'
import { addArtifact, finishRun } from './commands/workflow-runs.ts'
import { authenticate } from './auth.ts'
import { dialect } from './errors.ts'
import { hosts } from './hosts.ts'
import { finish } from './routes/finish.ts'
import { jobEnvironment } from './commands/job-environment.ts'
import { addDependabotAlert, addSecretAlert } from './commands/security-alerts.ts'
import { addPackageVersion } from './commands/packages.ts'
import { installApp } from './commands/install-app.ts'
import { logins, applySeed } from './apply-seed/index.ts'
import { endWaitTimer } from './rules/actions/run-approvals.ts'
import { moveRun } from './rules/actions/run-progress.ts'
import { runSchedules } from './rules/actions/schedules.ts'
import { carryOut } from './rules/actions/run-transitions.ts'
import { endBuild } from './rules/pages/builds.ts'
import { mergeReadyPulls } from './rules/pulls/auto-merge.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { requestTokenAccess } from './commands/request-access.ts'
import { secret } from './commands/secret.ts'
import { seed, starter } from './seed.ts'
import { authorize, signIn } from './commands/sign-in.ts'
import { webhooks } from './webhooks.ts'
import { canonicalPath, withRedirects } from './routes/redirects.ts'
import { renameAccount } from './commands/rename-account.ts'
import { unimplemented } from './routes/unimplemented.ts'

export { TEST_PRIVATE_KEY } from './rules/apps/test-key.ts'

const STARTER_SCOPES = ['repo', 'user', 'admin:org', 'admin:repo_hook', 'admin:org_hook', 'delete_repo', 'workflow']

/** The largest push that is held in memory while it is read, in bytes. */
const LARGEST_PUSH_IN_MEMORY = 8 * 1024 * 1024

/** A stand-in for the GitHub REST API. https://docs.github.com/rest */
export const codehost = defineService({
  id: 'codehost',
  port: 4001,
  title: 'GitHub REST API',
  hosts,
  seed,
  starter,
  starterScopes: STARTER_SCOPES,
  logins,
  collections,
  spoolAbove: ({ path }) => (path.endsWith('/git-receive-pack') ? LARGEST_PUSH_IN_MEMORY : undefined),
  rowWriters: () => import('./json/rows.ts'),
  applySeed,
  authenticate,
  dialect: withRedirects(dialect),
  canonicalPath,
  routes: { operations, load: () => import('./routes/index.ts') },
  unimplemented,
  prefixes: ['/api/v3', '/api/uploads'],
  finish,
  webhooks,
  timers: {
    moveRun: (context, timer) => {
      carryOut(context, moveRun(context, timer))
      mergeReadyPulls(context)
    },
    endPagesBuild: (context, { buildId }) => endBuild(context, buildId),
    runSchedules,
    endWait: (context, timer) => {
      carryOut(context, endWaitTimer(context, timer))
      mergeReadyPulls(context)
    },
  },
  commands: {
    signIn,
    authorize,
    secret,
    finishRun,
    addArtifact,
    jobEnvironment,
    installApp,
    renameAccount,
    addDependabotAlert,
    addSecretAlert,
    addPackageVersion,
    requestTokenAccess,
  },
  env: (url, section, shared, _ports, urls) => ({
    CODEHOST_API_BASE: urls.api,
    GITHUB_API_URL: urls.api,
    GITHUB_SERVER_URL: url,
    // An enterprise server, whose API has a prefix; the vendor's own host has none.
    ...(urls.real
      ? {}
      : { GHE_HOST: url.replace(/^https?:\/\//, ''), GHE_PROTOCOL: new URL(url).protocol.slice(0, -1) }),
    ...tokenVariables(usableToken(shared, logins(section), STARTER_SCOPES), 'CODEHOST_TOKEN', 'GITHUB_TOKEN'),
  }),
})
