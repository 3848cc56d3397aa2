import * as v from 'valibot'
import type { CodehostCall } from '#codehost/call.ts'
import { validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Rule, Ruleset } from '#codehost/schema/rulesets.ts'
import { isPattern } from './patterns.ts'
import { targetColumns, type Target } from '../repos/targets.ts'

const id = v.pipe(v.number(), v.integer())
const names = v.optional(v.array(v.string()), [])
const pattern = v.pipe(
  v.object({
    name: v.optional(v.string()),
    negate: v.optional(v.boolean()),
    operator: v.picklist(['starts_with', 'ends_with', 'contains', 'regex']),
    pattern: v.string(),
  }),
  v.check(({ operator, pattern: source }) => operator !== 'regex' || isPattern(source)),
)

const limit = (most: number) => v.pipe(id, v.minValue(1), v.maxValue(most))
const plain = <T extends string>(type: T) => v.object({ type: v.literal(type) })
const withParameters = <T extends string, S extends v.GenericSchema>(type: T, parameters: S) =>
  v.object({ type: v.literal(type), parameters })
const other = v.optional(v.record(v.string(), v.unknown()))

const reviews = v.looseObject({
  dismiss_stale_reviews_on_push: v.boolean(),
  require_code_owner_review: v.boolean(),
  require_last_push_approval: v.boolean(),
  required_approving_review_count: v.pipe(id, v.minValue(0), v.maxValue(10)),
  required_review_thread_resolution: v.boolean(),
  allowed_merge_methods: v.optional(v.array(v.picklist(['merge', 'squash', 'rebase']))),
})

const statuses = v.looseObject({
  strict_required_status_checks_policy: v.boolean(),
  required_status_checks: v.array(v.object({ context: v.string(), integration_id: v.optional(v.nullable(id)) })),
  do_not_enforce_on_create: v.optional(v.boolean()),
})

/** A rule in a request body. https://docs.github.com/rest/repos/rules#create-a-repository-ruleset */
const RuleInput = v.variant('type', [
  plain('creation'),
  withParameters('update', v.optional(v.object({ update_allows_fetch_and_merge: v.boolean() }))),
  plain('deletion'),
  plain('required_linear_history'),
  plain('required_signatures'),
  plain('non_fast_forward'),
  withParameters('pull_request', reviews),
  withParameters('required_status_checks', statuses),
  withParameters('required_deployments', v.object({ required_deployment_environments: v.array(v.string()) })),
  withParameters('commit_message_pattern', pattern),
  withParameters('commit_author_email_pattern', pattern),
  withParameters('committer_email_pattern', pattern),
  withParameters('branch_name_pattern', pattern),
  withParameters('tag_name_pattern', pattern),
  withParameters('file_path_restriction', v.object({ restricted_file_paths: v.array(v.string()) })),
  withParameters('max_file_path_length', v.object({ max_file_path_length: limit(32_767) })),
  withParameters('file_extension_restriction', v.object({ restricted_file_extensions: v.array(v.string()) })),
  withParameters('max_file_size', v.object({ max_file_size: limit(100) })),
  withParameters('merge_queue', other),
  withParameters('workflows', other),
  withParameters('code_scanning', other),
  withParameters('copilot_code_review', other),
])

const patterns = v.object({ include: names, exclude: names })

const fields = {
  name: v.string(),
  target: v.optional(v.picklist(['branch', 'tag', 'push', 'repository'])),
  enforcement: v.picklist(['disabled', 'active', 'evaluate']),
  bypass_actors: v.optional(
    v.array(
      v.object({
        actor_id: v.optional(v.nullable(id), null),
        actor_type: v.picklist(['Integration', 'OrganizationAdmin', 'RepositoryRole', 'Team', 'DeployKey', 'User']),
        bypass_mode: v.optional(v.picklist(['always', 'pull_request', 'exempt']), 'always'),
      }),
    ),
  ),
  conditions: v.optional(
    v.nullable(
      v.object({
        ref_name: v.optional(patterns),
        repository_name: v.optional(v.object({ ...patterns.entries, protected: v.optional(v.boolean(), false) })),
        repository_id: v.optional(v.object({ repository_ids: v.optional(v.array(id), []) })),
      }),
    ),
  ),
  rules: v.optional(v.array(RuleInput)),
}

/** The request body of a new ruleset. */
export const RulesetInput = v.object(fields)

/** The request body that changes a ruleset. */
export const RulesetChanges = v.partial(RulesetInput)

type Changes = v.InferOutput<typeof RulesetChanges>

/** The columns of a ruleset that a body without them leaves empty. */
const EMPTY = {
  target: 'branch',
  bypassActors: [],
  refs: null,
  repositoryNames: null,
  repositoryIds: null,
  rules: [],
} as const

/**
 * Adds a ruleset. Emits `repository_ruleset`.
 *
 * @throws 422 for a name that another ruleset has.
 */
export function createRuleset(
  call: CodehostCall,
  target: Target,
  body: v.InferOutput<typeof RulesetInput>,
  sender: Account,
): Ruleset {
  const { rows, clock } = call
  refuseTaken(call, target, body.name, null)
  const now = clock.now()
  const { name, enforcement } = body
  const columns = { ...EMPTY, name, enforcement, ...columnsOf(body), ...targetColumns(target) }
  const ruleset = rows.rulesets.insert({ ...columns, createdAt: now, updatedAt: now })
  logVersion(call, ruleset, sender)
  emitRuleset(call, target, ruleset, 'created', sender)
  return ruleset
}

/**
 * Changes a ruleset. Absent members stay. Emits `repository_ruleset`.
 *
 * @throws 422 like {@link createRuleset}.
 */
export function changeRuleset(
  call: CodehostCall,
  target: Target,
  before: Ruleset,
  body: Changes,
  sender: Account,
): Ruleset {
  refuseTaken(call, target, body.name ?? before.name, before.id)
  const ruleset = call.rows.rulesets.update(before.id, { ...columnsOf(body), updatedAt: call.clock.now() })
  logVersion(call, ruleset, sender)
  emitRuleset(call, target, ruleset, 'edited', sender)
  return ruleset
}

/** Deletes a ruleset. Emits `repository_ruleset`. */
export function deleteRuleset(call: CodehostCall, target: Target, ruleset: Ruleset, sender: Account): void {
  call.rows.rulesets.delete(ruleset.id)
  emitRuleset(call, target, ruleset, 'deleted', sender)
}

function logVersion({ rows, clock }: CodehostCall, ruleset: Ruleset, actor: Account): void {
  rows.rulesetVersions.insert({ rulesetId: ruleset.id, actorId: actor.id, ruleset, createdAt: clock.now() })
}

function columnsOf({ name, target, enforcement, bypass_actors: actors, conditions, rules }: Changes) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(target === undefined ? {} : { target }),
    ...(enforcement === undefined ? {} : { enforcement }),
    ...(rules === undefined ? {} : { rules: rules.map(ruleOfInput) }),
    ...(actors === undefined
      ? {}
      : {
          bypassActors: actors.map((actor) => ({
            actorId: actor.actor_id,
            actorType: actor.actor_type,
            bypassMode: actor.bypass_mode,
          })),
        }),
    ...(conditions === undefined
      ? {}
      : {
          refs: conditions?.ref_name ?? null,
          repositoryNames: conditions?.repository_name ?? null,
          repositoryIds: conditions?.repository_id?.repository_ids ?? null,
        }),
  }
}

function ruleOfInput(rule: v.InferOutput<typeof RuleInput>): Rule {
  const parameters = 'parameters' in rule ? rule.parameters : undefined
  return parameters === undefined ? { type: rule.type } : { type: rule.type, parameters }
}

function refuseTaken({ rows }: CodehostCall, { repo, org }: Target, name: string, ownId: number | null): void {
  const same = repo === null ? rows.rulesets.find('ofOrg', org.id, name) : rows.rulesets.find('ofRepo', repo.id, name)
  if (same !== undefined && same.id !== ownId) {
    throw validationFailed({ resource: 'RepositoryRuleset', code: 'custom', message: 'Name must be unique' })
  }
}

function emitRuleset(
  { emit }: CodehostCall,
  { repo, org }: Target,
  ruleset: Ruleset,
  action: 'created' | 'edited' | 'deleted',
  sender: Account,
): void {
  const event = { event: 'repository_ruleset', action, sender, ruleset } as const
  emit(repo === null ? { ...event, org } : { ...event, repo })
}
