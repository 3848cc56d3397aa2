import { ancestors } from '#codehost/git/history.ts'
import type { Commit } from '#codehost/git/objects.ts'
import { repoUrls } from '../repos/repo-urls.ts'
import type { Rows, Site } from '#codehost/call.ts'
import { badRequest, unprocessable } from '#codehost/errors.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { labelsOf } from '../issues/issue-labels.ts'
import { divideByCategory, notesConfiguration, type NotesConfiguration } from './notes-configuration.ts'
import { objectsOf } from '../git/objects.ts'
import { latestRelease, tagCommit, targetCommit } from './releases.ts'

/** The input of generated release notes. */
export interface NotesInput {
  readonly tagName: string
  readonly targetCommitish: string
  /** The tag where the notes start; undefined: the tag of the previous release. */
  readonly previousTagName: string | undefined
  /** The path of the configuration; undefined: the default paths. */
  readonly configurationPath?: string | undefined
}

/** The generated name and text of a release. */
export interface Notes {
  readonly name: string
  readonly body: string
}

/** The configuration that puts all changes under one heading. */
const UNCONFIGURED: NotesConfiguration = { path: '', exclude: { labels: [], authors: [] }, categories: [] }

/**
 * Returns notes about the pull requests merged since the previous release.
 * https://docs.github.com/repositories/releasing-projects-on-github/automatically-generated-release-notes
 *
 * @throws 400 for an unknown previous tag and 422 for an unknown target.
 */
export function releaseNotes(site: Site, repo: Repo, input: NotesInput): Notes {
  const { rows } = site
  const head = tagCommit(rows, repo, input.tagName) ?? targetCommit(rows, repo, input.targetCommitish)
  if (head === null) throw unprocessable('Invalid target_commitish parameter')
  const previous = previousOf(rows, repo, input)
  const merged = mergedBetween(rows, repo, previous?.commit ?? null, head)
  const describe = ({ issue }: MergedPull) => ({
    author: rows.accounts.require(issue.userId).login,
    labels: labelsOf({ rows }, issue).map(({ name }) => name),
  })
  const configuration = notesConfiguration(objectsOf(rows, repo), head, input.configurationPath)
  const sections = divideByCategory(configuration ?? UNCONFIGURED, merged, describe)
  const body = text(site, repo, sections, previous?.tagName ?? null, input.tagName)
  if (configuration === null) return { name: input.tagName, body }
  const at = tagCommit(rows, repo, input.tagName) === null ? input.targetCommitish : input.tagName
  const origin = `<!-- Release notes generated using configuration in ${configuration.path} at ${at} -->`
  return { name: input.tagName, body: `${origin}\n\n${body}` }
}

function previousOf(rows: Rows, repo: Repo, input: NotesInput): { tagName: string; commit: Commit } | null {
  const named = input.previousTagName
  const tagName = named ?? releaseBefore(rows, repo, input.tagName)
  if (tagName === null) return null
  const commit = tagCommit(rows, repo, tagName)
  if (commit !== null) return { tagName, commit }
  if (named === undefined) return null
  throw badRequest('Invalid previous_tag parameter')
}

/** Returns the tag of the latest release or, for the notes of an existing release, of the one before it. */
function releaseBefore(rows: Rows, repo: Repo, tagName: string): string | null {
  const self = rows.releases.find('tag', repo.id, tagName)
  const latest = latestRelease(rows, repo)
  if (self === undefined) return latest?.tagName ?? null
  for (const release of rows.releases.scan('full', [repo.id], { descending: true })) {
    const isOlder = release.createdAt < self.createdAt || (release.createdAt === self.createdAt && release.id < self.id)
    if (isOlder) return release.tagName
  }
  return null
}

interface MergedPull {
  readonly pull: Pull
  readonly issue: Issue
}

/**
 * Returns the pull requests whose merge commit is in the history of `head` and not in that of `previous`, in the order
 * of merging.
 */
function mergedBetween(rows: Rows, repo: Repo, previous: Commit | null, head: Commit): MergedPull[] {
  const objects = objectsOf(rows, repo)
  const shas = (commit: Commit | null) => new Set(commit === null ? [] : [...ancestors(objects, commit.sha)].map(shaOf))
  const [old, here] = [shas(previous), shas(head)]
  return mergedOf(rows, repo).filter(
    ({ pull: { mergeCommitSha: sha } }) => sha !== null && here.has(sha) && !old.has(sha),
  )
}

/** Returns all merged pull requests of a repository in the order of merging. */
function mergedOf(rows: Rows, repo: Repo): MergedPull[] {
  return rows.pulls
    .referring('repoId', repo.id)
    .filter(({ merged }) => merged)
    .map((pull) => ({ pull, issue: rows.issues.require(pull.issueId) }))
    .toSorted(byMergeTime)
}

function byMergeTime(a: MergedPull, b: MergedPull): number {
  return (a.pull.mergedAt ?? 0) - (b.pull.mergedAt ?? 0)
}

function text(
  site: Site,
  repo: Repo,
  sections: ReadonlyMap<string | null, readonly MergedPull[]>,
  previous: string | null,
  tagName: string,
): string {
  const { page } = repoUrls(site, repo)
  const login = (issue: Issue): string => site.rows.accounts.require(issue.userId).login
  const address = (issue: Issue): string => `${page}/pull/${issue.number}`
  const range = previous === null ? `commits/${tagName}` : `compare/${previous}...${tagName}`
  const changelog = `**Full Changelog**: ${page}/${range}`
  if (sections.size === 0) return changelog
  const changes = [...sections].flatMap(([title, merged]) => [
    ...(title === null ? [] : [`### ${title}`]),
    ...merged.map(({ issue }) => `* ${issue.title} by @${login(issue)} in ${address(issue)}`),
  ])
  const merged = [...sections.values()].flat().toSorted(byMergeTime)
  const first = firstContributions(site.rows, repo, merged).map(
    ({ issue }) => `* @${login(issue)} made their first contribution in ${address(issue)}`,
  )
  const newcomers = first.length === 0 ? '' : `## New Contributors\n${first.join('\n')}`
  return `## What's Changed\n${changes.join('\n')}\n\n${newcomers}${newcomers === '' ? '' : '\n'}\n${changelog}`
}

/** Returns the pull requests that are the first merged one of their author. */
function firstContributions(rows: Rows, repo: Repo, merged: readonly MergedPull[]): MergedPull[] {
  const firstOf = new Map<number, number>()
  for (const { pull, issue } of mergedOf(rows, repo)) {
    if (!firstOf.has(issue.userId)) firstOf.set(issue.userId, pull.id)
  }
  return merged.filter(({ pull, issue }) => firstOf.get(issue.userId) === pull.id)
}

function shaOf({ sha }: Commit): string {
  return sha
}
