import type { Deployment, GitSource } from '#deployhost/schema.ts'

/** A client's description of the working tree that it deploys. */
export interface GitMetadata {
  readonly remoteUrl?: string | undefined
  readonly commitAuthorName?: string | undefined
  readonly commitAuthorEmail?: string | undefined
  readonly commitMessage?: string | undefined
  readonly commitRef?: string | undefined
  readonly commitSha?: string | undefined
  readonly dirty?: boolean | undefined
}

type Meta = Readonly<Record<string, string>>

/** The Git providers, by the prefixes of their names in `meta`. */
const PROVIDERS = ['github', 'gitlab', 'bitbucket', 'git'] as const

/** Returns the members of `meta` for a working tree, such as `githubCommitRef`, by the provider of its remote. */
export function metaOfWorkingTree(git: GitMetadata): Meta {
  const provider = PROVIDERS.find((name) => git.remoteUrl?.includes(`${name}.`)) ?? 'git'
  return present({
    [`${provider}CommitAuthorName`]: git.commitAuthorName,
    [`${provider}CommitAuthorEmail`]: git.commitAuthorEmail,
    [`${provider}CommitMessage`]: git.commitMessage,
    [`${provider}CommitRef`]: git.commitRef,
    [`${provider}CommitSha`]: git.commitSha,
    gitDirty: git.dirty === undefined ? undefined : git.dirty ? '1' : '0',
  })
}

/** Returns the members of `meta` for a commit that is built from its repository. */
export function metaOfCommit({ type, ref, sha, repository }: GitSource): Meta {
  const provider = PROVIDERS.find((name) => type.startsWith(name)) ?? 'git'
  const { org, owner, repo, slug, repoId } = repository
  return present({
    [`${provider}Deployment`]: '1',
    [`${provider}CommitRef`]: ref,
    [`${provider}CommitSha`]: sha,
    [`${provider}Org`]: text(org),
    [`${provider}Owner`]: text(owner),
    [`${provider}Repo`]: text(repo),
    [`${provider}Slug`]: text(slug),
    [`${provider}RepoId`]: text(repoId),
  })
}

/** Returns the branch and the commit in `meta`; null when absent. */
export function commitOfMeta(meta: Meta): Pick<Deployment, 'branch' | 'sha'> {
  const commitMember = (name: 'Ref' | 'Sha'): string | null =>
    PROVIDERS.map((provider) => meta[`${provider}Commit${name}`]).find((value) => value !== undefined) ?? null
  return { branch: commitMember('Ref'), sha: commitMember('Sha') }
}

/** Returns the URL that a commit is cloned from, for the build log. */
export function cloneUrl({ type, repository }: GitSource): string {
  const host = PROVIDERS.find((name) => type.startsWith(name)) ?? 'git'
  const { org, owner, repo, slug, repoId, projectId, repoUuid } = repository
  const path = [org ?? owner, repo ?? slug].filter((each) => each !== undefined).join('/')
  return `${host === 'bitbucket' ? 'bitbucket.org' : `${host}.com`}/${path || (repoId ?? projectId ?? repoUuid ?? '')}`
}

function text(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}

function present(members: Readonly<Record<string, string | undefined>>): Meta {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, string] => member[1] !== undefined),
  )
}
