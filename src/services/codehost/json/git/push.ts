import { treeDifferences, type TreeDifference } from '#codehost/git/trees.ts'
import { type Commit, type GitSignature, NO_SHA } from '#codehost/git/objects.ts'
import { linkedAccount } from '#codehost/rules/commits/authors.ts'
import { commitAt, objectsOf } from '#codehost/rules/git/objects.ts'
import type { Push } from '#codehost/rules/git/pushed-commits.ts'
import type { Site } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { messageOf, zonedTime } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { eventRepositoryJson } from '../repos/repository.ts'

/** The members that only the `push` event has. https://docs.github.com/webhooks/webhook-events-and-payloads#push */
export function pushJson(site: Site, repo: Repo, push: Push & { readonly pusher: Account }) {
  return {
    ref: push.ref,
    before: push.before,
    after: push.after,
    pusher: { name: push.pusher.login, email: push.pusher.email },
    created: push.before === NO_SHA,
    deleted: push.after === NO_SHA,
    forced: push.forced,
    base_ref: push.baseRef,
    compare: compareUrl(site, repo, push),
    commits: push.commits.map(({ commit, distinct }) => pushedCommit(site, repo, commit, distinct)),
    head_commit: push.head === null ? null : pushedCommit(site, repo, push.head, true),
  }
}

/** The repository in a push payload, where times are in seconds and the owner has a name, unlike in any other event. */
export function pushRepositoryJson(site: Site, repo: Repo) {
  const wire = eventRepositoryJson(site, repo)
  const owner = site.rows.accounts.require(repo.ownerId)
  return {
    ...wire,
    owner: { ...wire.owner, name: owner.login, email: owner.email },
    created_at: Math.floor(repo.createdAt / 1000),
    pushed_at: Math.floor(repo.pushedAt / 1000),
    stargazers: wire.stargazers_count,
    master_branch: repo.defaultBranch,
    ...(owner.type === 'Organization' ? { organization: owner.login } : {}),
  }
}

function pushedCommit(site: Site, repo: Repo, commit: Commit, distinct: boolean) {
  const { page } = repoUrls(site, repo)
  const objects = objectsOf(site.rows, repo)
  const [parent] = commit.parents
  const parentTree = parent === undefined ? null : (commitAt(site.rows, repo, parent)?.tree ?? null)
  // A renamed file is an added and a removed one, so that no contents are compared.
  const changes = treeDifferences(objects, parentTree, commit.tree)
  const paths = (isListed: (change: TreeDifference) => boolean): string[] =>
    changes.filter(isListed).map(({ path }) => path)
  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct,
    message: messageOf(commit),
    timestamp: zonedTime(commit.author.at, commit.author.offset),
    url: `${page}/commit/${commit.sha}`,
    author: pushedBy(site, commit.author),
    committer: pushedBy(site, commit.committer),
    added: paths(({ before }) => before === null),
    removed: paths(({ after }) => after === null),
    modified: paths(({ before, after }) => before !== null && after !== null),
  }
}

function pushedBy({ rows }: Site, signature: GitSignature) {
  const account = linkedAccount(rows, signature)
  const { name, email } = signature
  return { name, email, ...(account === undefined ? {} : { username: account.login }) }
}

function compareUrl(site: Site, repo: Repo, { ref, before, after, commits }: Push): string {
  const { page } = repoUrls(site, repo)
  const [first] = commits
  if (before !== NO_SHA) return `${page}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`
  if (first === undefined) return `${page}/compare/${ref.replace(/^refs\/(?:heads|tags)\//, '')}`
  return commits.length === 1
    ? `${page}/commit/${after.slice(0, 12)}`
    : `${page}/compare/${first.commit.sha.slice(0, 12)}^...${after.slice(0, 12)}`
}
