import * as v from 'valibot'
import type { CodehostCall } from '#codehost/call.ts'
import {
  changeRuleset,
  createRuleset,
  deleteRuleset,
  RulesetChanges,
  RulesetInput,
} from '#codehost/rules/protection/ruleset-changes.ts'
import type { Target } from '#codehost/rules/repos/targets.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { App } from '#codehost/schema/apps.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Ruleset } from '#codehost/schema/rulesets.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { fieldUnprocessable } from '../failures.ts'
import type { Fields } from '../source.ts'
import { findRepo, findRow, nodeOfType, payload, requireChange, requireOrganizationOwner, type Input } from './input.ts'

interface RulesetFields {
  readonly name?: string | null
  readonly target?: string | null
  readonly enforcement?: string | null
  readonly conditions?: {
    readonly refName?: object | null
    readonly repositoryName?: object | null
    readonly repositoryId?: { readonly repositoryIds: readonly string[] } | null
  } | null
  readonly rules?:
    | readonly {
        readonly id?: string | null
        readonly type: string
        readonly parameters?: Readonly<Record<string, unknown>> | null
      }[]
    | null
  readonly bypassActors?: readonly BypassInput[] | null
}

interface BypassInput {
  readonly actorId?: string | null
  readonly bypassMode: string
  readonly deployKey?: boolean | null
  readonly enterpriseOwner?: boolean | null
  readonly organizationAdmin?: boolean | null
  readonly repositoryRoleDatabaseId?: number | null
}

type Info = Parameters<typeof requireChange>[2]

/** The mutations of rulesets. https://docs.github.com/graphql/reference/mutations#createrepositoryruleset */
export const rulesetMutations: Fields<undefined> = {
  createRepositoryRuleset: (_root, args: Input<RulesetFields & { readonly sourceId: string }>, call, info) => {
    const { input } = args
    const { typename, row } = nodeOfType(call, input.sourceId, ['Repository', 'Organization'], 'source')
    const place: Target =
      typename === 'Repository' ? { repo: row as Repo, org: null } : { repo: null, org: row as Account } // by its type
    const user = requireTarget(call, place, info)
    return payload(args, { ruleset: createRuleset(call, place, checked(RulesetInput, wireOf(call, input)), user) })
  },
  updateRepositoryRuleset: (
    _root,
    args: Input<RulesetFields & { readonly repositoryRulesetId: string }>,
    call,
    info,
  ) => {
    const { input } = args
    const { before, place, user } = requireRuleset(call, input.repositoryRulesetId, info)
    const changes = checked(RulesetChanges, wireOf(call, input))
    return payload(args, { ruleset: changeRuleset(call, place, before, changes, user) })
  },
  deleteRepositoryRuleset: (_root, args: Input<{ readonly repositoryRulesetId: string }>, call, info) => {
    const { before, place, user } = requireRuleset(call, args.input.repositoryRulesetId, info)
    deleteRuleset(call, place, before, user)
    return payload(args, {})
  },
}

function requireRuleset(call: CodehostCall, id: string, info: Info) {
  const { rows } = call
  const before = findRow<Ruleset>(call, id, 'RepositoryRuleset')
  const repo = rows.repos.get(before.repoId)
  const place: Target =
    repo === undefined ? { repo: null, org: rows.accounts.require(before.orgId ?? 0) } : { repo, org: null }
  return { before, place, user: requireTarget(call, place, info) }
}

/** Requires that the principal may change the rulesets of a repository or an organization. Returns the user. */
function requireTarget(call: CodehostCall, { repo, org }: Target, info: Info): Account {
  if (repo !== null)
    return requireChange(call, repo, info, { operation: 'repos/update-repo-ruleset', permission: 'admin' })
  return requireOrganizationOwner(call, org, info)
}

/** Returns an input as the body that REST takes. */
function wireOf(call: CodehostCall, { name, target, enforcement, conditions, rules, bypassActors }: RulesetFields) {
  return {
    ...(name == null ? {} : { name }),
    ...(target == null ? {} : { target: target.toLowerCase() }),
    ...(enforcement == null ? {} : { enforcement: enforcement.toLowerCase() }),
    ...(conditions == null ? {} : { conditions: conditionsOf(call, conditions) }),
    ...(rules == null ? {} : { rules: rules.map(ruleOf) }),
    ...(bypassActors == null ? {} : { bypass_actors: bypassActors.map((actor) => actorOf(call, actor)) }),
  }
}

function conditionsOf(call: CodehostCall, conditions: NonNullable<RulesetFields['conditions']>) {
  const { refName, repositoryName, repositoryId } = conditions
  const ids = repositoryId?.repositoryIds.map((id) => findRepo(call, id).id)
  return {
    ...(refName == null ? {} : { ref_name: { ...refName } }),
    ...(repositoryName == null ? {} : { repository_name: { ...repositoryName } }),
    ...(ids === undefined ? {} : { repository_id: { repository_ids: ids } }),
  }
}

/** Returns a rule. Its parameters are in the member that is named after its type. */
function ruleOf({ id: _id, type, parameters }: NonNullable<RulesetFields['rules']>[number]) {
  const name = type.toLowerCase()
  const own = parameters?.[name.replaceAll(/_(.)/g, (_match, letter: string) => letter.toUpperCase())]
  return own == null ? { type: name } : { type: name, parameters: inSnakeCase(own) }
}

function actorOf(call: CodehostCall, input: BypassInput) {
  const { actorId, bypassMode, deployKey, organizationAdmin, repositoryRoleDatabaseId: role } = input
  const mode = { bypass_mode: bypassMode.toLowerCase() }
  if (deployKey === true) return { actor_id: null, actor_type: 'DeployKey', ...mode }
  if (organizationAdmin === true) return { actor_id: null, actor_type: 'OrganizationAdmin', ...mode }
  if (role != null) return { actor_id: role, actor_type: 'RepositoryRole', ...mode }
  if (actorId == null) throw fieldUnprocessable('A bypass actor must be named.')
  const { typename, row } = nodeOfType(call, actorId, ['App', 'Team'], 'actor')
  return typename === 'Team'
    ? { actor_id: (row as Team).id, actor_type: 'Team', ...mode } // by its type
    : { actor_id: (row as { readonly app: App }).app.id, actor_type: 'Integration', ...mode } // by its type
}

function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null ? [] : [[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), inSnakeCase(member)]],
    ),
  )
}

/** @throws `UNPROCESSABLE` for what REST's body may not be either. */
function checked<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const [issue] = result.issues
  throw fieldUnprocessable(`Invalid ${v.getDotPath(issue) ?? 'ruleset'}: ${issue.message}`)
}
