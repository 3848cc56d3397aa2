import { protectionOf } from '#codehost/rules/protection/protection.ts'
import type { Site } from '#codehost/call.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { commitJson } from '../commits/commit.ts'
import { refInUrl } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** A branch of a commit, or in an event: `branch-short`. */
export function shortBranchJson(site: Site, repo: Repo, { name, sha }: Pick<Ref, 'name' | 'sha'>) {
  const { url } = repoUrls(site, repo)
  const branch = name.slice('refs/heads/'.length)
  return {
    name: branch,
    commit: { sha, url: `${url}/commits/${sha}` },
    protected: protectionOf(site.rows, repo, branch) !== undefined,
  }
}

/** A branch in the list that its writers get: `short-branch` with its protection. */
export function listedBranchJson(site: Site, repo: Repo, ref: Pick<Ref, 'name' | 'sha'>) {
  const short = shortBranchJson(site, repo, ref)
  return { ...short, ...protectionJson(site, repo, short.name) }
}

/** A branch on its own: `branch-with-protection`. `name` is without `refs/heads/`. */
export function branchJson(site: Site, repo: Repo, name: string, tip: Commit) {
  const { url, page } = repoUrls(site, repo)
  return {
    name,
    commit: commitJson(site, repo, tip),
    _links: { self: `${url}/branches/${refInUrl(name)}`, html: `${page}/tree/${refInUrl(name)}` },
    protected: protectionOf(site.rows, repo, name) !== undefined,
    ...protectionJson(site, repo, name),
  }
}

function protectionJson(site: Site, repo: Repo, name: string) {
  const protection = protectionOf(site.rows, repo, name)
  return {
    protection: { enabled: protection !== undefined, required_status_checks: requiredChecks(protection) },
    protection_url: `${repoUrls(site, repo).url}/branches/${refInUrl(name)}/protection`,
  }
}

function requiredChecks(protection: Protection | undefined) {
  const required = protection?.requiredStatusChecks ?? null
  const level = required === null ? 'off' : protection?.enforceAdmins === true ? 'everyone' : 'non_admins'
  return {
    enforcement_level: level,
    contexts: (required?.checks ?? []).map(({ context }) => context),
    checks: (required?.checks ?? []).map(({ context, appId }) => ({ context, app_id: appId })),
  }
}

/** A tag in the list of tags. `sha` is the sha of its commit. */
export function tagJson(site: Site, repo: Repo, name: string, sha: string, nodeId: string) {
  const { url } = repoUrls(site, repo)
  return {
    name,
    zipball_url: `${url}/zipball/refs/tags/${name}`,
    tarball_url: `${url}/tarball/refs/tags/${name}`,
    commit: { sha, url: `${url}/commits/${sha}` },
    node_id: nodeId,
  }
}
