import type { FileChange } from '#codehost/git/changes.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Site } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { commitJson, diffEntryJson } from './commit.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** The comparison of two commits. */
export interface Comparison {
  /** Base and head as the client named them: `main...topic`. */
  readonly basehead: string
  readonly base: Commit
  readonly head: Commit
  /** The owners of the repositories in which base and head were named. */
  readonly owners: { readonly base: string; readonly head: string }
  readonly mergeBase: Commit
  /** The number of commits that only the head has. */
  readonly aheadBy: number
  readonly behindBy: number
  /** The commits of this page that only the head has, oldest first. */
  readonly commits: readonly Commit[]
  /** The files; null on a later page, which does not list them. */
  readonly files: readonly FileChange[] | null
}

/** A comparison: `commit-comparison`. */
export function comparisonJson(site: Site, repo: Repo, comparison: Comparison) {
  const { url, page } = repoUrls(site, repo)
  const { basehead, base, head, owners, mergeBase, aheadBy, behindBy } = comparison
  const permanent = `${owners.base}:${base.sha.slice(0, 7)}...${owners.head}:${head.sha.slice(0, 7)}`
  return {
    url: `${url}/compare/${basehead}`,
    html_url: `${page}/compare/${basehead}`,
    permalink_url: `${page}/compare/${permanent}`,
    diff_url: `${page}/compare/${basehead}.diff`,
    patch_url: `${page}/compare/${basehead}.patch`,
    base_commit: commitJson(site, repo, base),
    merge_base_commit: commitJson(site, repo, mergeBase),
    status: aheadBy > 0 && behindBy > 0 ? 'diverged' : aheadBy > 0 ? 'ahead' : behindBy > 0 ? 'behind' : 'identical',
    ahead_by: aheadBy,
    behind_by: behindBy,
    total_commits: aheadBy,
    commits: comparison.commits.map((commit) => commitJson(site, repo, commit)),
    files: comparison.files?.map((change) => diffEntryJson(site, repo, head.sha, change)),
  }
}
