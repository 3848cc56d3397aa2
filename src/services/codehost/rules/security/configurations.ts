import type { CodehostCall, Rows } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type {
  ConfiguredRepo,
  DefaultConfigurations,
  SecurityConfiguration,
} from '#codehost/schema/security-settings.ts'
import { setFeatures } from './features.ts'

/** The settings of a configuration that say whether a feature is on, with those of a new one. */
const CONFIGURED_FEATURES: Readonly<Record<string, 'enabled' | 'disabled' | 'not_set'>> = {
  dependency_graph: 'enabled',
  dependency_graph_autosubmit_action: 'disabled',
  dependabot_alerts: 'disabled',
  dependabot_security_updates: 'disabled',
  dependabot_delegated_alert_dismissal: 'disabled',
  code_scanning_default_setup: 'disabled',
  code_scanning_delegated_alert_dismissal: 'not_set',
  secret_scanning: 'disabled',
  secret_scanning_push_protection: 'disabled',
  secret_scanning_delegated_bypass: 'disabled',
  secret_scanning_validity_checks: 'disabled',
  secret_scanning_non_provider_patterns: 'disabled',
  secret_scanning_generic_secrets: 'disabled',
  secret_scanning_delegated_alert_dismissal: 'not_set',
  secret_scanning_extended_metadata: 'not_set',
  private_vulnerability_reporting: 'disabled',
}

/** A configuration, or the vendor's own, which every organization has. */
export type Configuration = SecurityConfiguration | (Omit<SecurityConfiguration, 'orgId'> & { readonly orgId: null })

/** The vendor's own configuration. Its id is below those of rows. */
const RECOMMENDED: Configuration = {
  id: 17,
  orgId: null,
  name: 'GitHub recommended',
  description: 'Suggested settings for Dependabot, secret scanning, and code scanning.',
  settings: {
    ...Object.fromEntries(Object.keys(CONFIGURED_FEATURES).map((name) => [name, 'not_set'])),
    advanced_security: 'enabled',
    dependency_graph: 'enabled',
    dependabot_alerts: 'enabled',
    code_scanning_default_setup: 'enabled',
    secret_scanning: 'enabled',
    secret_scanning_push_protection: 'enabled',
    secret_scanning_validity_checks: 'enabled',
    private_vulnerability_reporting: 'enabled',
    enforcement: 'unenforced',
  },
  createdAt: Date.UTC(2023, 11, 4, 15, 58, 7),
  updatedAt: Date.UTC(2023, 11, 4, 15, 58, 7),
}

/** Returns the configurations that an organization can use, the vendor's own first. */
export function configurationsOf(rows: Rows, org: Account): Configuration[] {
  return [RECOMMENDED, ...rows.securityConfigurations.referring('orgId', org.id)]
}

/** Returns the configuration with an id on the wire. @throws 404. */
export function findConfiguration(rows: Rows, org: Account, id: number): Configuration {
  const found = configurationsOf(rows, org).find((each) => wireIdOf(each) === id)
  if (found === undefined) throw notFound()
  return found
}

/** Returns the configuration of an organization with an id on the wire. @throws 404, 422 for the vendor's own. */
export function findOwnConfiguration(rows: Rows, org: Account, id: number): SecurityConfiguration {
  const found = findConfiguration(rows, org, id)
  if (found.orgId === null) throw unprocessable('Cannot change a global configuration.')
  return found
}

/** Returns the id on the wire, which for rows is above that of the vendor's own. */
export function wireIdOf({ id, orgId }: Pick<Configuration, 'id' | 'orgId'>): number {
  return orgId === null ? id : 1000 + id
}

/** The fields of a configuration that a client sets. */
export type ConfigurationFields = Pick<SecurityConfiguration, 'name' | 'description' | 'settings'>

/** Adds a configuration. @throws 422 for a name that another one has. */
export function addConfiguration(
  { rows, clock }: CodehostCall,
  org: Account,
  fields: ConfigurationFields,
): SecurityConfiguration {
  refuseTaken(rows, org, fields.name)
  const at = clock.now()
  const settings = {
    advanced_security: 'disabled',
    ...CONFIGURED_FEATURES,
    enforcement: 'enforced',
    ...fields.settings,
  }
  return rows.securityConfigurations.insert({ ...fields, settings, orgId: org.id, createdAt: at, updatedAt: at })
}

/** Changes a configuration, and the repositories that have it. @throws 422 for a name that another one has. */
export function changeConfiguration(
  call: CodehostCall,
  org: Account,
  before: SecurityConfiguration,
  changes: Partial<ConfigurationFields>,
  sender: Account,
): SecurityConfiguration {
  const { rows, clock } = call
  if (changes.name !== undefined && changes.name !== before.name) refuseTaken(rows, org, changes.name)
  const settings = { ...before.settings, ...changes.settings }
  const changed = rows.securityConfigurations.update(before.id, { ...changes, settings, updatedAt: clock.now() })
  for (const { repoId } of configuredBy(rows, org, changed)) {
    applyConfiguration(call, changed, rows.repos.require(repoId), sender)
  }
  return changed
}

function refuseTaken(rows: Rows, org: Account, name: string): void {
  if (configurationsOf(rows, org).some((each) => each.name === name)) {
    throw unprocessable('Validation failed: Name has already been taken')
  }
}

/** Deletes a configuration. Its repositories keep their settings. */
export function deleteConfiguration(rows: Rows, org: Account, configuration: SecurityConfiguration): void {
  for (const { id } of configuredBy(rows, org, configuration)) rows.configuredRepos.delete(id)
  setDefault(rows, org, configuration, 'none')
  rows.securityConfigurations.delete(configuration.id)
}

/** Returns the repositories that have a configuration. */
export function configuredBy(rows: Rows, org: Account, configuration: Configuration): ConfiguredRepo[] {
  return rows.configuredRepos.list('byConfiguration', org.id, wireIdOf(configuration))
}

/** Gives a configuration to a repository, in place of another one. */
export function attach(
  call: CodehostCall,
  org: Account,
  configuration: Configuration,
  repo: Repo,
  sender: Account,
): void {
  detach(call.rows, repo)
  call.rows.configuredRepos.insert({ orgId: org.id, repoId: repo.id, configurationId: wireIdOf(configuration) })
  applyConfiguration(call, configuration, repo, sender)
}

/** Takes its configuration away from a repository, which keeps its settings. */
export function detach(rows: Rows, repo: Repo): void {
  const held = rows.configuredRepos.find('repo', repo.id)
  if (held !== undefined) rows.configuredRepos.delete(held.id)
}

/** Gives a new repository the configuration that its organization gives to such ones. */
export function attachDefault(call: CodehostCall, repo: Repo, sender: Account): void {
  const { rows } = call
  const { public: ofPublic, private: ofPrivate } = rows.defaultConfigurations.get(repo.ownerId)
  const id = repo.private ? ofPrivate : ofPublic
  if (id === null) return
  const org = rows.accounts.require(repo.ownerId)
  attach(call, org, findConfiguration(rows, org, id), repo, sender)
}

function applyConfiguration(call: CodehostCall, { settings }: Configuration, repo: Repo, sender: Account): void {
  const states = Object.entries(settings).flatMap(([name, value]) =>
    value === 'enabled' || value === 'disabled' ? [[name, value === 'enabled'] as const] : [],
  )
  setFeatures(call, repo, Object.fromEntries(states), sender)
}

/** Makes a configuration the one of new repositories of some kinds, or of none. */
export function setDefault(
  rows: Rows,
  org: Account,
  configuration: Configuration,
  kinds: 'all' | 'none' | 'private_and_internal' | 'public',
): void {
  const id = wireIdOf(configuration)
  const before = rows.defaultConfigurations.get(org.id)
  const next = (kind: keyof DefaultConfigurations, name: 'public' | 'private_and_internal'): number | null =>
    kinds === 'all' || kinds === name ? id : before[kind] === id ? null : before[kind]
  const changed = { public: next('public', 'public'), private: next('private', 'private_and_internal') }
  rows.defaultConfigurations.set(changed, org.id)
}

/** Returns the configurations of new repositories, each with the kinds of repositories. */
export function defaultsOf(rows: Rows, org: Account) {
  const { public: ofPublic, private: ofPrivate } = rows.defaultConfigurations.get(org.id)
  const found = (id: number) => findConfiguration(rows, org, id)
  if (ofPublic !== null && ofPublic === ofPrivate) return [{ kinds: 'all', configuration: found(ofPublic) } as const]
  return [
    ...(ofPublic === null ? [] : [{ kinds: 'public', configuration: found(ofPublic) } as const]),
    ...(ofPrivate === null ? [] : [{ kinds: 'private_and_internal', configuration: found(ofPrivate) } as const]),
  ]
}
