import * as v from 'valibot'
import { FRAMEWORKS } from '#deployhost/rules/frameworks.ts'
import { ENV_TYPES } from '#deployhost/schema/projects.ts'
import { envTargets } from './env-targets.ts'

const flag = v.optional(v.boolean())
const flagOrNull = v.optional(v.nullable(v.boolean()))
const command = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(256, 'should NOT be longer than 256 characters'))))
const setting = v.optional(v.unknown())
const object = v.optional(v.nullable(v.looseObject({})))

const name = v.pipe(v.string(), v.maxLength(100, 'should NOT be longer than 100 characters'))
const framework = v.optional(v.nullable(v.picklist(FRAMEWORKS)))

const gitRepository = v.strictObject({
  type: v.picklist(['github', 'github-limited', 'gitlab', 'bitbucket', 'vercel', 'cursor-origin']),
  repo: v.string(),
})

const protection = v.optional(
  v.nullable(
    v.strictObject({
      deploymentType: v.picklist([
        'all',
        'preview',
        'prod_deployment_urls_and_all_previews',
        'all_except_custom_domains',
      ]),
    }),
  ),
)

/** Settings that a project may have at its creation and later. */
const common = {
  buildCommand: command,
  commandForIgnoringBuildStep: command,
  devCommand: command,
  installCommand: command,
  outputDirectory: command,
  rootDirectory: command,
  publicSource: flagOrNull,
  enablePreviewFeedback: flagOrNull,
  enableProductionFeedback: flagOrNull,
  previewDeploymentsDisabled: flagOrNull,
  previewDeploymentSuffix: v.optional(v.nullable(v.string())),
  serverlessFunctionRegion: v.optional(v.nullable(v.string())),
  serverlessFunctionZeroConfigFailover: flag,
  skipGitConnectDuringLink: flag,
  enableAffectedProjectsDeployments: flag,
  oidcTokenConfig: setting,
  resourceConfig: object,
  sandbox: setting,
}

/** The body of a request that creates a project. */
export const ProjectInput = v.strictObject({
  name,
  framework,
  gitRepository: v.optional(gitRepository),
  environmentVariables: v.optional(
    v.array(
      v.strictObject({
        key: v.string(),
        value: v.string(),
        target: envTargets,
        gitBranch: v.optional(v.string()),
        type: v.optional(v.picklist(ENV_TYPES), 'encrypted'),
      }),
    ),
    [],
  ),
  ssoProtection: protection,
  ...common,
})

/** The body of a request that updates a project. Absent members keep their values. */
export const ProjectChanges = v.strictObject({
  name: v.optional(name),
  framework,
  nodeVersion: v.optional(v.picklist(['24.x', '22.x', '20.x', '18.x', '16.x', '14.x', '12.x', '10.x'])),
  ...common,
  autoExposeSystemEnvs: flag,
  autoAssignCustomDomains: flag,
  autoAssignCustomDomainsUpdatedBy: v.optional(v.string()),
  customerSupportCodeVisibility: flag,
  directoryListing: flag,
  // Null, which the vendor's Terraform provider sends, changes nothing.
  gitComments: v.optional(v.nullable(v.object({ onCommit: v.boolean(), onPullRequest: v.boolean() }))),
  gitForkProtection: flag,
  gitLFS: flag,
  gitProviderOptions: object,
  productionDeploymentsFastLane: flag,
  protectedSourcemaps: flag,
  skewProtectionBoundaryAt: v.optional(v.number()),
  skewProtectionMaxAge: v.optional(v.number()),
  skewProtectionAllowedDomains: v.optional(v.array(v.string())),
  sourceFilesOutsideRootDirectory: flag,
  enableExternalRewriteCaching: flag,
  ssoProtection: protection,
  passwordProtection: object,
  staticIps: v.optional(v.strictObject({ enabled: v.boolean() })),
  tracing: object,
  passport: object,
  trustedIps: object,
  trustedSources: object,
  deploymentPolicy: setting,
  optionsAllowlist: object,
  connectConfigurations: setting,
  dismissedToasts: setting,
})

/** The body of a request that links a project to a Git repository. */
export const LinkInput = gitRepository

/** The body of a request that sets the branch of production deployments. */
export const BranchInput = v.object({ branch: v.pipe(v.string(), v.minLength(1)) })

/** The body of a request that generates, revokes or updates secrets that bypass deployment protection. */
export const BypassChanges = v.strictObject({
  generate: v.optional(
    v.strictObject({
      secret: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{32}$/, 'should match pattern "^[a-zA-Z0-9]{32}$"'))),
      note: v.optional(v.string()),
    }),
  ),
  revoke: v.optional(v.union([v.boolean(), v.strictObject({ secret: v.string(), regenerate: v.boolean() })])),
  update: v.optional(
    v.strictObject({ secret: v.string(), isEnvVar: v.optional(v.boolean()), note: v.optional(v.string()) }),
  ),
})
