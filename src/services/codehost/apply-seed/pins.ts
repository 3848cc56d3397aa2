import { SeedProblem } from '#core/service.ts'
import type { Rows } from '#codehost/call.ts'
import type { Section } from '#codehost/seed.ts'

/**
 * Pins repositories to the profiles of users and organizations.
 *
 * @throws {@link SeedProblem} for a repository that the seed does not have, or has pinned already.
 */
export function seedPins(rows: Rows, { users, orgs }: Section): void {
  const profiles = [
    ...users.map((user, index) => ({ ...user, path: ['users', index] })),
    ...orgs.map((org, index) => ({ ...org, path: ['orgs', index] })),
  ]
  for (const { login, pinned, path } of profiles) {
    const account = rows.accounts.find('login', login.toLowerCase())
    for (const [position, name] of pinned.entries()) {
      const place = [...path, 'pinned', position]
      const [owner = '', repoName = ''] = name.toLowerCase().split('/')
      const repo = rows.repos.find('name', rows.accounts.find('login', owner)?.id ?? 0, repoName)
      if (repo === undefined || account === undefined) throw new SeedProblem(place, `no seeded repository is ${name}`)
      if (rows.pinnedRepos.find('repo', account.id, repo.id) !== undefined) {
        throw new SeedProblem(place, `${name} is listed twice`)
      }
      rows.pinnedRepos.insert({ accountId: account.id, repoId: repo.id })
    }
  }
}
