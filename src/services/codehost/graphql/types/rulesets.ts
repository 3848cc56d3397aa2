import { nodeId, time } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { rulesetsFor, rulesetsOf } from '#codehost/rules/protection/rulesets.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { BypassActor, Rule, Ruleset } from '#codehost/schema/rulesets.ts'
import { viewerOf } from '../access.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, typedOrNull, type Fields, type Typed } from '../source.ts'

interface OneArguments {
  readonly databaseId: number
  readonly includeParents?: boolean | null
}

interface ListArguments extends PageArguments {
  readonly includeParents?: boolean | null
  readonly targets?: readonly string[] | null
}

/** A rule with its ruleset, and its place there. */
interface RuleRow {
  readonly ruleset: Ruleset
  readonly rule: Rule
  readonly at: number
}

/** One who may bypass a ruleset, and their place there. */
interface BypassRow {
  readonly ruleset: Ruleset
  readonly actor: BypassActor
  readonly at: number
}

/** The types of rules that GraphQL does not know. */
const ONLY_REST: readonly string[] = ['copilot_code_review']

/** The rulesets that concern a repository. */
export const rulesetFieldsOfRepository: Fields<Repo> = {
  ruleset: (repo, { databaseId, includeParents }: OneArguments, { rows }) =>
    ofRepository(rulesetsOf(rows, repo), includeParents).find(({ id }) => id === databaseId) ?? null,
  rulesets: (repo, args: ListArguments, { rows }) =>
    listed(ofRepository(rulesetsOf(rows, repo), args.includeParents), args),
}

/** The rulesets of an organization, for its members. */
export const rulesetFieldsOfOrganization: Fields<Account> = {
  ruleset: (org, { databaseId, includeParents: _parents }: OneArguments, call) =>
    ofOrganization(call, org).find(({ id }) => id === databaseId) ?? null,
  rulesets: (org, args: ListArguments, call) => {
    const { includeParents: _parents } = args
    return listed(ofOrganization(call, org), args)
  },
}

/** The rules for a branch or a tag. */
export const ruleFieldsOfRef: Fields<Ref> = {
  rules: ({ repoId, name }, args: PageArguments & { readonly orderBy?: unknown }, { rows }) => {
    const { orderBy: _order } = args
    const rules = rulesetsFor(rows, rows.repos.require(repoId), name).flatMap((ruleset) => rulesOf(ruleset))
    return connection(cursoredRows(rules, keyOf), args)
  },
}

function ofRepository(rulesets: readonly Ruleset[], includeParents: boolean | null | undefined): Ruleset[] {
  return rulesets.filter(({ repoId }) => repoId !== null || includeParents !== false)
}

function ofOrganization(call: CodehostCall, org: Account): Ruleset[] {
  if (roleInOrganization(call.rows, org, viewerOf(call)) === null) return []
  return call.rows.rulesets.referring('orgId', org.id)
}

function listed(rulesets: readonly Ruleset[], args: ListArguments) {
  const { targets } = args
  const found = rulesets.filter(({ target }) => targets?.includes(target.toUpperCase()) !== false)
  return connection(cursoredRows(found), args)
}

/** Finds a ruleset by its node id. */
export const rulesetNodes = {
  RRS: (call: CodehostCall, id: string): Typed | null => {
    const ruleset = call.rows.rulesets.get(Number(id))
    return ruleset !== undefined && isVisible(call, ruleset) ? typed('RepositoryRuleset', ruleset) : null
  },
}

function isVisible(call: CodehostCall, { repoId, orgId }: Ruleset): boolean {
  const repo = call.rows.repos.get(repoId)
  if (repo !== undefined) return canRead(call, repo)
  const org = call.rows.accounts.get(orgId)
  return org !== undefined && roleInOrganization(call.rows, org, viewerOf(call)) !== null
}

/** A ruleset. https://docs.github.com/graphql/reference/objects#repositoryruleset */
export const RepositoryRuleset: Fields<Ruleset> = {
  id: ({ id }) => nodeId('RRS', id),
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
  target: ({ target }) => target.toUpperCase(),
  enforcement: ({ enforcement }) => enforcement.toUpperCase(),
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  source: ({ repoId, orgId }, _args, { rows }) =>
    typedOrNull('Repository', rows.repos.get(repoId)) ?? typedOrNull('Organization', rows.accounts.get(orgId)),
  conditions: ({ refs, repositoryNames, repositoryIds }) => ({
    refName: refs,
    repositoryName: repositoryNames,
    repositoryId: repositoryIds === null ? null : { repositoryIds: repositoryIds.map((id) => nodeId('R', id)) },
    repositoryProperty: null,
  }),
  bypassActors: (ruleset, args: PageArguments) => {
    const actors = ruleset.bypassActors.map((actor, at): BypassRow => ({ ruleset, actor, at }))
    return connection(cursoredRows(actors, keyOf), args)
  },
  rules: (ruleset, args: PageArguments & { readonly type?: string | null }) => {
    const { type } = args
    const rules = rulesOf(ruleset).filter(({ rule }) => type == null || rule.type.toUpperCase() === type)
    return connection(cursoredRows(rules, keyOf), args)
  },
}

function rulesOf(ruleset: Ruleset): RuleRow[] {
  return ruleset.rules.flatMap((rule, at) => (ONLY_REST.includes(rule.type) ? [] : [{ ruleset, rule, at }]))
}

function keyOf({ ruleset, at }: RuleRow | BypassRow): string {
  return `${ruleset.id}:${at}`
}

/** A rule. https://docs.github.com/graphql/reference/objects#repositoryrule */
export const RepositoryRule: Fields<RuleRow> = {
  id: (row) => nodeId('RRU', keyOf(row)),
  type: ({ rule }) => rule.type.toUpperCase(),
  repositoryRuleset: ({ ruleset }) => ruleset,
  parameters: ({ rule: { type, parameters } }) =>
    parameters === undefined
      ? null
      : typed(`${camelCase(`_${type}`)}Parameters`, { ...ABSENT[type], ...(inCamelCase(parameters) as object) }), // of an object
}

/** The values of parameters that a ruleset leaves out, by the type of the rule. */
const PATTERN = { name: null, negate: false }
const ABSENT: Readonly<Record<string, object>> = {
  branch_name_pattern: PATTERN,
  commit_author_email_pattern: PATTERN,
  commit_message_pattern: PATTERN,
  committer_email_pattern: PATTERN,
  pull_request: { allowedMergeMethods: null },
  required_status_checks: { doNotEnforceOnCreate: false },
  tag_name_pattern: PATTERN,
  workflows: { doNotEnforceOnCreate: false },
}

/** A check that a rule requires. https://docs.github.com/graphql/reference/objects#statuscheckconfiguration */
export const StatusCheckConfiguration: Fields<{ readonly context: string; readonly integrationId?: number | null }> = {
  context: ({ context }) => context,
  integrationId: ({ integrationId }) => integrationId ?? null,
}

/** An actor that may bypass a ruleset. https://docs.github.com/graphql/reference/objects#repositoryrulesetbypassactor */
export const RepositoryRulesetBypassActor: Fields<BypassRow> = {
  id: (row) => nodeId('RRBA', keyOf(row)),
  repositoryRuleset: ({ ruleset }) => ruleset,
  bypassMode: ({ actor }) => (actor.bypassMode === 'pull_request' ? 'PULL_REQUEST' : 'ALWAYS'),
  deployKey: ({ actor }) => actor.actorType === 'DeployKey',
  enterpriseOwner: () => false,
  organizationAdmin: ({ actor }) => actor.actorType === 'OrganizationAdmin',
  repositoryRoleDatabaseId: ({ actor }) => (actor.actorType === 'RepositoryRole' ? actor.actorId : null),
  repositoryRoleName: ({ actor }) =>
    actor.actorType === 'RepositoryRole' ? (ROLES[actor.actorId ?? 0] ?? null) : null,
  actor: ({ actor }, _args, { rows }) => {
    if (actor.actorType === 'Team') return typedOrNull('Team', rows.teams.get(actor.actorId))
    const app = actor.actorType === 'Integration' ? rows.apps.get(actor.actorId) : undefined
    return app === undefined ? null : typed('App', { app })
  },
}

/** The vendor's repository roles by their ids. */
const ROLES: Readonly<Record<number, string>> = { 1: 'read', 2: 'maintain', 3: 'triage', 4: 'write', 5: 'admin' }

function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [camelCase(name), inCamelCase(member)]))
}

function camelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_match, letter: string) => letter.toUpperCase())
}
