import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { rulesetsOf } from '#codehost/rules/protection/rulesets.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Ruleset, RulesetVersion } from '#codehost/schema/rulesets.ts'

type RulesetCall = Pick<CodehostCall, 'rows'> & { readonly params: { readonly ruleset_id: string } }

/**
 * A step: loads a ruleset that concerns the repository, also one of its organization.
 *
 * @throws 404.
 */
export function loadRuleset({ rows, repo, params }: RulesetCall & { readonly repo: Repo }): {
  readonly ruleset: Ruleset
} {
  const ruleset = rulesetsOf(rows, repo).find(({ id }) => id === wholeNumber(params.ruleset_id))
  if (ruleset === undefined) throw notFound()
  return { ruleset }
}

/**
 * A step: loads a ruleset of the repository.
 *
 * @throws 404.
 */
export function loadOwnRuleset({ rows, repo, params }: RulesetCall & { readonly repo: Repo }): {
  readonly ruleset: Ruleset
} {
  const ruleset = rows.rulesets.get(wholeNumber(params.ruleset_id))
  if (ruleset?.repoId !== repo.id) throw notFound()
  return { ruleset }
}

/**
 * A step: loads a ruleset of the organization.
 *
 * @throws 404.
 */
export function loadOrganizationRuleset({
  rows,
  org,
  params,
}: RulesetCall & { readonly org: { readonly id: number } }): {
  readonly ruleset: Ruleset
} {
  const ruleset = rows.rulesets.get(wholeNumber(params.ruleset_id))
  if (ruleset?.orgId !== org.id) throw notFound()
  return { ruleset }
}

/**
 * A step: loads a version of the ruleset. Runs after the step that loads the ruleset.
 *
 * @throws 404.
 */
export function loadRulesetVersion({
  rows,
  ruleset,
  params,
}: Pick<CodehostCall, 'rows'> & { readonly ruleset: Ruleset; readonly params: { readonly version_id: string } }): {
  readonly version: RulesetVersion
} {
  const version = rows.rulesetVersions.get(wholeNumber(params.version_id))
  if (version?.rulesetId !== ruleset.id) throw notFound()
  return { version }
}
