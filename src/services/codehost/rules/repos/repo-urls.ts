import type { Site } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** Returns the URLs of a repository: `url` in the API, `page` for people, and the `fullName` in both. */
export function repoUrls({ rows, base, origin }: Site, repo: Repo): { url: string; page: string; fullName: string } {
  const owner = rows.accounts.require(repo.ownerId)
  const fullName = `${owner.login}/${repo.name}`
  return { url: `${base}/repos/${fullName}`, page: `${origin}/${fullName}`, fullName }
}
