import type { GitLink, Team } from '#deployhost/schema.ts'
import { repositoryNumber } from '#deployhost/rules/repository-number.ts'

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
