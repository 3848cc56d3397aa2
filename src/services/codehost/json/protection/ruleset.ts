import type { Site } from '#codehost/call.ts'
import { bypassOf } from '#codehost/rules/protection/rulesets.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Rule, Ruleset, RulesetVersion } from '#codehost/schema/rulesets.ts'
import { nodeId, time } from '../format.ts'

/** A ruleset in a list: `repository-ruleset` without its rules. */
export function briefRulesetJson(site: Site, ruleset: Ruleset) {
  const source = sourceOf(site, ruleset)
  return {
    id: ruleset.id,
    name: ruleset.name,
    target: ruleset.target,
    source_type: source.type,
    source: source.name,
    enforcement: ruleset.enforcement,
    node_id: nodeId('RRS', ruleset.id),
    _links: { self: { href: `${source.url}/rulesets/${ruleset.id}` }, html: { href: `${source.page}/${ruleset.id}` } },
    created_at: time(ruleset.createdAt),
    updated_at: time(ruleset.updatedAt),
  }
}

/** A ruleset on its own: `repository-ruleset`. `repo` is the repository through which `viewer` asks for it. */
export function rulesetJson(site: Site, ruleset: Ruleset, repo: Repo | null, viewer: Account | null) {
  const { refs, repositoryNames, repositoryIds } = ruleset
  return {
    ...briefRulesetJson(site, ruleset),
    bypass_actors: ruleset.bypassActors.map(({ actorId, actorType, bypassMode }) => ({
      actor_id: actorId,
      actor_type: actorType,
      bypass_mode: bypassMode,
    })),
    ...(repo === null ? {} : { current_user_can_bypass: bypassOf(site.rows, repo, ruleset, viewer) }),
    conditions:
      refs === null && repositoryNames === null && repositoryIds === null
        ? null
        : {
            ...(refs === null ? {} : { ref_name: refs }),
            ...(repositoryNames === null ? {} : { repository_name: repositoryNames }),
            ...(repositoryIds === null ? {} : { repository_id: { repository_ids: repositoryIds } }),
          },
    rules: ruleset.rules,
  }
}

/** An earlier or the present version of a ruleset, in a list: `ruleset-version`. */
export function rulesetVersionJson({ rows }: Pick<Site, 'rows'>, { id, actorId, createdAt }: RulesetVersion) {
  const actor = rows.accounts.get(actorId)
  return {
    version_id: id,
    actor: actor === undefined ? {} : { id: actor.id, type: actor.type },
    updated_at: time(createdAt),
  }
}

/** A version of a ruleset with the ruleset as it was: `ruleset-version-with-state`. */
export function wholeRulesetVersionJson(site: Site, version: RulesetVersion) {
  const {
    node_id: _id,
    _links,
    created_at: _created,
    updated_at: _updated,
    ...state
  } = rulesetJson(site, version.ruleset, null, null)
  return { ...rulesetVersionJson(site, version), state }
}

/** A rule with the ruleset that it comes from: `repository-rule-detailed`. */
export function ruleJson(site: Site, ruleset: Ruleset, rule: Rule) {
  const { type, name } = sourceOf(site, ruleset)
  return { ...rule, ruleset_source_type: type, ruleset_source: name, ruleset_id: ruleset.id }
}

function sourceOf(site: Site, { repoId, orgId }: Ruleset) {
  const repo = site.rows.repos.get(repoId)
  if (repo !== undefined) {
    const { url, page, fullName } = repoUrls(site, repo)
    return { type: 'Repository', name: fullName, url, page: `${page}/rules` }
  }
  const { login } = site.rows.accounts.require(orgId ?? 0)
  return {
    type: 'Organization',
    name: login,
    url: `${site.base}/orgs/${login}`,
    page: `${site.origin}/organizations/${login}/settings/rules`,
  }
}
