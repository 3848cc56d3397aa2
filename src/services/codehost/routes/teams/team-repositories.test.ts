import { describe, expect } from 'vitest'
import { teamsSite } from './teams.fixture.ts'

const site = await teamsSite()
const { it, octokit, events } = site

const org = 'acme'
const builders = { org, team_slug: 'builders' }
const masons = { org, team_slug: 'masons' }
const status = (code: number) => ({ status: code })
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)

describe('team repositories', () => {
  const website = { owner: org, repo: 'website' }
  const docs = { owner: org, repo: 'docs' }

  it('include those of the parent teams, with the permission of the team', async () => {
    const { data } = await octokit().teams.listReposInOrg(masons)
    expect(data.map(({ name, role_name: role }) => [name, role])).toEqual([
      ['website', 'write'],
      ['walls', 'read'],
    ])
    expect(names((await octokit('reader').teams.listReposInOrg(masons)).data)).toEqual(['website'])
  })

  it('are checked with 204, or shown when the client requests the repository', async () => {
    expect((await octokit().teams.checkPermissionsForRepoInOrg({ ...builders, ...website })).status).toBe(204)
    expect((await octokit().teams.checkPermissionsForRepoInOrg({ ...masons, ...website })).status).toBe(204)
    const shown = await octokit().teams.checkPermissionsForRepoInOrg({
      ...builders,
      ...website,
      headers: { accept: 'application/vnd.github.v3.repository+json' },
    })
    expect(shown.data).toMatchObject({ name: 'website', permissions: { push: true, admin: false }, role_name: 'write' })
    await expect(octokit().teams.checkPermissionsForRepoInOrg({ ...builders, ...docs })).rejects.toMatchObject(
      status(404),
    )
  })

  it('are added with a permission or the team’s own, changed, and removed', async () => {
    const added = await octokit().teams.addOrUpdateRepoPermissionsInOrg({ ...masons, ...docs })
    expect(added.status).toBe(204)
    await octokit().teams.addOrUpdateRepoPermissionsInOrg({ ...masons, ...docs, permission: 'maintain' })
    await octokit().teams.addOrUpdateRepoPermissionsInOrg({ ...masons, ...docs, permission: 'maintain' })
    const { data } = await octokit().repos.listTeams(docs)
    expect(data.map(({ slug, permission }) => [slug, permission])).toEqual([['masons', 'maintain']])
    expect((await octokit().teams.removeRepoInOrg({ ...masons, ...docs })).status).toBe(204)
    expect((await octokit().repos.listTeams(docs)).data).toEqual([])
    expect((await events()).toSorted()).toEqual([
      'team.added_to_repository',
      'team.edited',
      'team.removed_from_repository',
      'team_add',
      'team_add',
    ])
    const edited = site.receiver.received.find(({ payload }) => payload['action'] === 'edited')
    expect(edited?.payload).toMatchObject({
      changes: { repository: { permissions: { from: { admin: false, pull: true, push: false } } } },
      // The team keeps the permission that it has by itself.
      team: { permission: 'pull' },
      repository: { name: 'docs', role_name: 'maintain' },
    })
    const heldAt = (action: string) =>
      site.receiver.received
        .filter(({ event, payload }) => event === 'team' && payload['action'] === action)
        .map(({ payload }) => (payload['repository'] as { permissions: object }).permissions)
    expect(heldAt('edited')).toMatchObject([{ maintain: true, admin: false }])
    expect(heldAt('added_to_repository')).toMatchObject([{ pull: true, admin: false }])
    expect(heldAt('removed_from_repository')).toMatchObject([{ pull: false, admin: false }])
  })

  it('belong to the organization, and are added by their administrators with a known permission', async () => {
    const add = (token: string, repo: { owner: string; repo: string }, permission = 'push') =>
      octokit(token).teams.addOrUpdateRepoPermissionsInOrg({ ...builders, ...repo, permission })
    await expect(add('owner', { owner: 'lurker', repo: 'own' })).rejects.toMatchObject(status(422))
    await expect(add('owner', docs, 'write')).rejects.toMatchObject(status(422))
    await expect(add('maintainer', docs)).rejects.toMatchObject(status(403))
    await expect(add('reader', docs)).rejects.toMatchObject(status(403))
    await expect(add('owner', { owner: org, repo: 'none' })).rejects.toMatchObject(status(404))
    const remove = (token: string) => octokit(token).teams.removeRepoInOrg({ ...builders, ...website })
    await expect(remove('member')).rejects.toMatchObject(status(403))
    expect((await remove('maintainer')).status).toBe(204)
  })

  it('have their teams: child teams too where the repository is private', async () => {
    await octokit().teams.addOrUpdateRepoPermissionsInOrg({
      ...builders,
      owner: org,
      repo: 'walls',
      permission: 'push',
    })
    const { data: open } = await octokit().repos.listTeams(website)
    expect(open.map(({ slug }) => slug)).toEqual(['builders'])
    const { data: closed } = await octokit().repos.listTeams({ owner: org, repo: 'walls' })
    expect(closed.map(({ slug, permission }) => [slug, permission])).toEqual([
      ['masons', 'push'],
      ['builders', 'push'],
    ])
    expect((await octokit('stranger').repos.listTeams(website)).data).toEqual([])
    await expect(octokit('stranger').repos.listTeams({ owner: org, repo: 'walls' })).rejects.toMatchObject(status(404))
    await expect(octokit('nothing').repos.listTeams(website)).rejects.toMatchObject(status(403))
  })
})
