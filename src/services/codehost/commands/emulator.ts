import type { EmulatorBase } from '#core/emulator-base.ts'
import type { CodehostAnswers } from '#codehost/answer-types.generated.ts'
import type { CodehostOperations } from '#codehost/operation-types.generated.ts'
import type { AuthorizationResult } from '#oauth/commands/sign-in.ts'
import type { ArtifactOptions, FinishedRun, FinishRunOptions } from './workflow-runs.ts'
import type { InstallAppOptions, InstalledApp } from './install-app.ts'
import type { JobEnvironmentOptions } from './job-environment.ts'
import type { PackageVersionOptions, PublishedPackageVersion } from './packages.ts'
import type { RenameAccountOptions } from './rename-account.ts'
import type { AddedAlert, DependabotAlertOptions, SecretAlertOptions } from './security-alerts.ts'
import type { RequestedTokenAccess, TokenAccessOptions } from './request-access.ts'
import type { SecretOptions } from './secret.ts'
import type { AuthorizeOptions, SignedIn, SignInOptions } from './sign-in.ts'

/** A running stand-in for GitHub. */
export interface CodehostEmulator extends EmulatorBase<'codehost', CodehostOperations, CodehostAnswers> {
  /**
   * Signs a user in without any page, and returns the token.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user, application or scope.
   */
  signIn(options: SignInOptions): SignedIn
  /**
   * Does what the sign-in page does when a user is chosen: takes the authorization URL as the application made it, and
   * returns the redirect to the application, with its parameters.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user, and for a request that the page would have refused.
   */
  authorize(options: AuthorizeOptions): AuthorizationResult
  /**
   * Returns the value of an Actions secret, which no endpoint of the API returns: as the application under test sealed
   * it, or as the seed has it. Null when there is no such secret.
   *
   * @throws TypeError for options that do not exist, or that name no target or two.
   * @throws Error for an unknown repository or organization.
   */
  secret(options: SecretOptions): string | null
  /**
   * Ends a workflow run at once, as if all its time had passed: the newest that has not ended, unless `runId` names
   * another. Emits the events of every transition on the way.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error when there is no such run, the run has ended, or the run has no job of a given name.
   */
  finishRun(options: FinishRunOptions): FinishedRun
  /**
   * Adds an artifact to a workflow run, as one of its jobs would: to the newest run, unless `runId` names another.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error when there is no such run, or the run has an artifact of that name.
   */
  addArtifact(options: ArtifactOptions): { readonly artifactId: number }
  /**
   * Returns the environment variables that a runner gives to a job, for programs that use `@actions/core`,
   * `@actions/artifact` or `@actions/cache`: the first job of the newest run, unless `runId` and `job` name another.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error when there is no such run, and for a job that the run does not have.
   */
  jobEnvironment(options?: JobEnvironmentOptions): Readonly<Record<string, string>>
  /**
   * Installs an app for a user or an organization, as a person does on the app's page, with all the permissions and
   * events that the app asks for, and sends `installation.created`.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown app, account or repository, and when the app is installed there already.
   */
  installApp(options: InstallAppOptions): InstalledApp
  /**
   * Renames a user or an organization like its settings page does. Paths with the old login redirect from then on; an
   * organization emits `organization.renamed`.
   *
   * @throws TypeError for options that do not exist, and a malformed login.
   * @throws Error for an unknown account and a login that is taken.
   */
  renameAccount(options: RenameAccountOptions): void
  /**
   * Adds an alert of Dependabot, as its scan of the dependency graph does, and sends `dependabot_alert.created`.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown repository.
   */
  addDependabotAlert(options: DependabotAlertOptions): AddedAlert
  /**
   * Adds an alert about a secret, as a scan of the repository does, and sends `secret_scanning_alert.created`.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown repository, and for a path that the default branch does not have.
   */
  addSecretAlert(options: SecretAlertOptions): AddedAlert
  /**
   * Publishes a version of a package, which it makes if there is none, and sends `package` and `registry_package` to
   * the hooks of its repository.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown owner or repository, and for a version that the package has.
   */
  addPackageVersion(options: PackageVersionOptions): PublishedPackageVersion
  /**
   * Asks an organization for access of a fine-grained personal access token, as its owner does on the token's page, and
   * sends `personal_access_token_request.created`.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown organization, user or repository.
   */
  requestTokenAccess(options: TokenAccessOptions): RequestedTokenAccess
}
