import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { time } from '#codehost/json/format.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { patternSettingsJson, secretPatternJson } from '#codehost/json/security/secret-pattern.ts'
import type { Target } from '#codehost/rules/repos/targets.ts'
import { isFeatureOn } from '#codehost/rules/security/features.ts'
import {
  addPatterns,
  changePattern,
  deletePattern,
  findPattern,
  isProtected,
  patternsOf,
  refuseVersion,
  setPatternSettings,
} from '#codehost/rules/security/secret-patterns.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { requireSecurityManager } from '#codehost/steps/security.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const ofOrg = '/orgs/:org/secret-scanning/custom-patterns'
const ofRepo = '/repos/:owner/:repo/secret-scanning/custom-patterns'
const settings = '/orgs/:org/secret-scanning/pattern-configurations'

const scopes = ['repo', 'security_events', 'public_repo'] as const
const readOrg = requireSecurityManager('read:org')
const writeOrg = requireSecurityManager('write:org')
const readRepo = requirePermission('admin', ...scopes)
const writeRepo = requireWrite('admin', ...scopes)

const texts = v.optional(v.array(v.string()))
const version = v.optional(v.nullable(v.string()), null)
const PatternsInput = v.object({
  patterns: v.array(
    v.object({
      name: v.string(),
      pattern: v.string(),
      start_delimiter: v.optional(v.string(), '\\A|[^0-9A-Za-z]'),
      end_delimiter: v.optional(v.string(), '\\z|[^0-9A-Za-z]'),
      must_match: texts,
      must_not_match: texts,
    }),
  ),
})
const PatternChanges = v.object({
  pattern: v.optional(v.string()),
  start_delimiter: v.optional(v.string()),
  end_delimiter: v.optional(v.string()),
  must_match: texts,
  must_not_match: texts,
  custom_pattern_version: v.nullable(v.string()),
})
const Deletion = v.object({
  patterns: v.pipe(
    v.array(v.object({ pattern_id: v.pipe(v.number(), v.integer()), custom_pattern_version: version })),
    v.maxLength(500),
  ),
  post_delete_action: v.optional(v.picklist(['delete_alerts', 'resolve_alerts']), 'delete_alerts'),
})
const SettingsInput = v.object({
  pattern_config_version: v.optional(v.nullable(v.string())),
  provider_pattern_settings: v.optional(
    v.array(
      v.object({ token_type: v.string(), push_protection_setting: v.picklist(['not-set', 'disabled', 'enabled']) }),
    ),
    [],
  ),
  custom_pattern_settings: v.optional(
    v.array(
      v.object({
        token_type: v.string(),
        custom_pattern_version: version,
        push_protection_setting: v.picklist(['disabled', 'enabled']),
      }),
    ),
    [],
  ),
})
const requirePatterns = requireBody(PatternsInput)
const requireChanges = requireBody(PatternChanges)
const requireDeletion = requireBody(Deletion)
const requireBypass = requireBody(
  v.object({ reason: v.picklist(['false_positive', 'used_in_tests', 'will_fix_later']), placeholder_id: v.string() }),
)

/** Custom patterns of secrets, push protection and scans. https://docs.github.com/rest/secret-scanning */
export const secretPatternsRoutes = [
  get('secret-scanning/list-org-custom-patterns', ofOrg, readOrg, list),
  post('secret-scanning/bulk-create-org-custom-patterns', ofOrg, writeOrg, requirePatterns, create),
  del('secret-scanning/bulk-delete-org-custom-patterns', ofOrg, writeOrg, requireDeletion, remove),
  patch('secret-scanning/update-org-custom-pattern', `${ofOrg}/:pattern_id`, writeOrg, requireChanges, change),
  get('secret-scanning/list-repo-custom-patterns', ofRepo, readRepo, list),
  post('secret-scanning/bulk-create-repo-custom-patterns', ofRepo, writeRepo, requirePatterns, create),
  del('secret-scanning/bulk-delete-repo-custom-patterns', ofRepo, writeRepo, requireDeletion, remove),
  patch('secret-scanning/update-repo-custom-pattern', `${ofRepo}/:pattern_id`, writeRepo, requireChanges, change),
  get('secret-scanning/list-org-pattern-configs', settings, readOrg, (call) =>
    json(patternSettingsJson(call.rows, call.org)),
  ),
  patch('secret-scanning/update-org-pattern-configs', settings, writeOrg, requireBody(SettingsInput), (call) => {
    const { rows, org, body } = call
    const given = [...body.provider_pattern_settings, ...body.custom_pattern_settings]
    const states = Object.fromEntries(given.map((each) => [each.token_type, each.push_protection_setting]))
    return json({ pattern_config_version: setPatternSettings(rows, org, body.pattern_config_version, states) })
  }),
  post(
    'secret-scanning/create-push-protection-bypass',
    '/repos/:owner/:repo/secret-scanning/push-protection-bypasses',
    requireWrite('push', 'repo'),
    requireBypass,
    // No push is refused because of a secret, so that no placeholder exists.
    () => {
      throw notFound()
    },
  ),
  get(
    'secret-scanning/get-scan-history',
    '/repos/:owner/:repo/secret-scanning/scan-history',
    readRepo,
    ({ rows, repo, owner }) => {
      if (!isFeatureOn(rows, repo, 'secret_scanning')) throw notFound('Secret scanning is disabled on this repository.')
      const custom = [...patternsOf(rows, { repo, org: null }), ...rows.secretPatterns.referring('orgId', owner.id)]
      return json({
        incremental_scans: [scanJson(repo.pushedAt)],
        pattern_update_scans: [],
        backfill_scans: [scanJson(repo.createdAt)],
        custom_pattern_backfill_scans: custom.map((pattern) => ({
          ...scanJson(pattern.updatedAt),
          pattern_name: pattern.name,
          pattern_scope: pattern.orgId === null ? 'repository' : 'organization',
        })),
        generic_secrets_backfill_scans: [],
      })
    },
  ),
]

/** A scan, which takes no time here. */
function scanJson(at: number) {
  return { type: 'git', status: 'completed', started_at: time(at), completed_at: time(at) }
}

/** A call after the step that loads the repository or the organization. */
type PatternsCall = CodehostCall & { readonly user: Account } & Partial<{ readonly repo: Repo; readonly org: Account }>

function targetOf({ repo, org }: PatternsCall): Target {
  if (repo !== undefined) return { repo, org: null }
  if (org !== undefined) return { repo: null, org }
  throw new Error('the route has no step that loads a repository or an organization')
}

function list(call: PatternsCall): Answer {
  const { rows, query } = call
  const [state, protection, sort] = [query.get('state'), query.get('push_protection'), query.get('sort')]
  const found = patternsOf(rows, targetOf(call)).filter(
    (each) =>
      state !== 'unpublished' && (protection === null || isProtected(rows, each) === (protection === 'enabled')),
  )
  if (sort === 'updated') found.sort((left, right) => left.updatedAt - right.updatedAt)
  if (sort === 'name') found.sort((left, right) => (left.name < right.name ? -1 : 1))
  const ordered = query.get('direction') === 'asc' ? found : found.toReversed()
  return answerPage(call, ordered, (pattern) => secretPatternJson(rows, pattern))
}

function create(call: PatternsCall & { readonly body: v.InferOutput<typeof PatternsInput> }): Answer {
  const given = call.body.patterns.map((each) => ({
    name: each.name,
    pattern: each.pattern,
    startDelimiter: each.start_delimiter,
    endDelimiter: each.end_delimiter,
    mustMatch: each.must_match ?? [],
    mustNotMatch: each.must_not_match ?? [],
  }))
  const made = addPatterns(call, targetOf(call), given)
  return json({ created_patterns: made.map((pattern) => secretPatternJson(call.rows, pattern)) }, 201)
}

function remove(call: PatternsCall & { readonly body: v.InferOutput<typeof Deletion> }): Answer {
  const { rows, user, body } = call
  const found = body.patterns.map((each) => {
    const pattern = findPattern(rows, targetOf(call), each.pattern_id)
    refuseVersion(pattern, each.custom_pattern_version)
    return pattern
  })
  for (const pattern of found) deletePattern(call, pattern, body.post_delete_action, user)
  return empty()
}

function change(
  call: PatternsCall & {
    readonly body: v.InferOutput<typeof PatternChanges>
    readonly params: { readonly pattern_id: string }
  },
): Answer {
  const { rows, body, params } = call
  const pattern = findPattern(rows, targetOf(call), wholeNumber(params.pattern_id))
  const changes = defined({
    pattern: body.pattern,
    startDelimiter: body.start_delimiter,
    endDelimiter: body.end_delimiter,
    mustMatch: body.must_match,
    mustNotMatch: body.must_not_match,
  })
  return json(secretPatternJson(rows, changePattern(call, pattern, body.custom_pattern_version, changes)))
}
