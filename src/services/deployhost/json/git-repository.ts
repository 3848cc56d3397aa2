import { createHash } from 'node:crypto'
import type { GitLink, Team } from '#deployhost/schema.ts'

/** The repository that a project is linked to, in its deployments. The members depend on the Git provider. */
export function gitRepositoryJson({ type, repo, productionBranch }: GitLink, team: Team | undefined) {
  const [owner = '', name = ''] = repo.split('/')
  const common = {
    name,
    path: repo,
    defaultBranch: productionBranch,
    private: true,
    ownerType: team === undefined ? 'user' : 'team',
  }
  if (type === 'gitlab') {
    return { type, namespace: owner, projectId: repositoryNumber(repo), url: `https://gitlab.com/${repo}`, ...common }
  }
  if (type === 'bitbucket') {
    const [repoUuid, workspaceUuid] = [`{${repositoryNumber(repo)}}`, `{${repositoryNumber(owner)}}`]
    return { type, owner, slug: name, repoUuid, workspaceUuid, ...common }
  }
  return {
    type,
    org: owner,
    repo: name,
    repoId: repositoryNumber(repo),
    repoOwnerId: repositoryNumber(owner),
    ...common,
  }
}

/**
 * Returns a number that stands for a repository or its owner, always the same for the same name, because there is no
 * Git provider to ask for the real id.
 */
export function repositoryNumber(name: string): number {
  return (createHash('sha1').update(name.toLowerCase()).digest().readUInt32BE(0) >> 1) >>> 0
}
