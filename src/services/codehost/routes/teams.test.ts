import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../../emulator.ts'
import { checkedOctokit, receiveWebhooks, type Receiver } from '../../../testkit/octokit.ts'

let codehost: Emulator<'codehost'>
let receiver: Receiver

const EVENTS = ['organization', 'membership', 'team', 'team_add']

beforeAll(async () => {
  receiver = await receiveWebhooks()
  codehost = await createEmulator({
    service: 'codehost',
    port: 0,
    seed: {
      tokens: {
        owner: { login: 'octocat', scopes: ['admin:org', 'repo'] },
        maintainer: { login: 'lead', scopes: ['admin:org', 'repo'] },
        member: { login: 'hubber', scopes: ['admin:org', 'repo'] },
        reader: { login: 'hubber', scopes: ['read:org'] },
        nothing: { login: 'hubber', scopes: [] },
        stranger: { login: 'lurker', scopes: ['admin:org', 'repo'] },
      },
      codehost: {
        users: ['octocat', 'lead', 'hubber', 'lurker'].map((login) => ({ login })),
        orgs: [
          {
            login: 'acme',
            members: [{ login: 'octocat', role: 'admin' }, { login: 'lead' }, { login: 'hubber' }],
            teams: [
              {
                name: 'Builders',
                members: [{ login: 'lead', role: 'maintainer' }],
                repos: [{ name: 'website', permission: 'push' }],
              },
              { name: 'Masons', parent: 'Builders', members: ['hubber'], repos: [{ name: 'walls', permission: 'pull' }] },
              { name: 'Night Shift', privacy: 'secret', members: ['lead'] },
            ],
            webhooks: [{ url: receiver.url, events: EVENTS }],
          },
        ],
        repos: [
          { owner: 'acme', name: 'website' },
          { owner: 'acme', name: 'walls', private: true },
          { owner: 'acme', name: 'docs', webhooks: [{ url: receiver.url, events: ['team_add', 'team'] }] },
          { owner: 'lurker', name: 'own' },
        ],
      },
    },
  })
})
afterAll(async () => {
  await codehost.close()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(() => {
  codehost.reset()
  receiver.received.length = 0
})

const octokit = (token = 'owner') => checkedOctokit(codehost, token)
const org = 'acme'
const builders = { org, team_slug: 'builders' }
const masons = { org, team_slug: 'masons' }
const night = { org, team_slug: 'night-shift' }
const status = (code: number) => ({ status: code })
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
const logins = (list: readonly { login: string }[]) => list.map(({ login }) => login)

async function events(): Promise<string[]> {
  await codehost.webhooks.settled()
  expect(receiver.violations()).toEqual([])
  return receiver.received.map(({ event, payload }) =>
    payload['action'] === undefined ? event : `${event}.${String(payload['action'])}`,
  )
}

describe('teams', () => {
  it('are listed by name for those who may see them: secret ones for their members and for owners', async () => {
    expect(names((await octokit().teams.list({ org })).data)).toEqual(['Builders', 'Masons', 'Night Shift'])
    expect(names((await octokit('maintainer').teams.list({ org })).data)).toEqual(['Builders', 'Masons', 'Night Shift'])
    expect(names((await octokit('reader').teams.list({ org })).data)).toEqual(['Builders', 'Masons'])
    const { data, headers } = await octokit().teams.list({ org, per_page: 1, page: 2 })
    expect(data[0]).toMatchObject({ slug: 'masons', parent: { slug: 'builders' }, organization_id: expect.any(Number) })
    expect(headers.link).toContain('rel="last"')
    await expect(octokit('reader').teams.getByName(night)).rejects.toMatchObject(status(404))
  })

  it('are for members, with a token that may read the organization', async () => {
    await expect(octokit('stranger').teams.list({ org })).rejects.toMatchObject(status(404))
    await expect(checkedOctokit(codehost).teams.list({ org })).rejects.toMatchObject(status(401))
    await expect(octokit('nothing').teams.list({ org })).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-accepted-oauth-scopes': 'admin:org, read:org, repo, user, write:org' } },
    })
  })

  it('are created secret and maintained by whoever makes them', async () => {
    const { data, status: created } = await octokit('member').teams.create({ org, name: 'Ärzte & Co' })
    expect(created).toBe(201)
    expect(data).toMatchObject({
      slug: 'arzte-co',
      privacy: 'secret',
      permission: 'pull',
      description: null,
      members_count: 1,
      repos_count: 0,
      parent: null,
      organization: { login: 'acme' },
    })
    const place = { org, team_slug: 'arzte-co', username: 'hubber' }
    expect((await octokit('member').teams.getMembershipForUserInOrg(place)).data.role).toBe('maintainer')
    expect(await events()).toEqual(['team.created', 'membership.added'])
  })

  it('are created with maintainers, repositories and a parent, which makes them visible', async () => {
    const parent = (await octokit().teams.getByName(builders)).data
    const { data } = await octokit().teams.create({
      org,
      name: 'Roofers',
      description: 'Up there',
      maintainers: ['lead'],
      repo_names: ['acme/docs', 'acme/walls'],
      permission: 'push',
      notification_setting: 'notifications_disabled',
      parent_team_id: parent.id,
    })
    expect(data).toMatchObject({ privacy: 'closed', parent: { slug: 'builders' }, members_count: 2, repos_count: 3 })
    expect((await octokit().repos.listTeams({ owner: org, repo: 'docs' })).data[0]).toMatchObject({
      slug: 'roofers',
      permission: 'push',
      permissions: { push: true, admin: false },
    })
    expect((await events()).toSorted()).toEqual(
      [
        'membership.added',
        'membership.added',
        'team.added_to_repository',
        'team.added_to_repository',
        'team.created',
        'team_add',
        'team_add',
        'team_add',
      ].toSorted(),
    )
  })

  it('have names of their own, and a sensible place in the tree', async () => {
    await expect(octokit().teams.create({ org, name: 'builders' })).rejects.toMatchObject({
      status: 422,
      response: {
        data: {
          errors: [
            { resource: 'Team', code: 'unprocessable', field: 'data', message: 'Name must be unique for this org' },
          ],
        },
      },
    })
    const parent = (await octokit().teams.getByName(builders)).data.id
    const secret = (await octokit().teams.getByName(night)).data.id
    for (const wrong of [
      { name: 'x', parent_team_id: parent, privacy: 'secret' as const },
      { name: 'x', parent_team_id: secret },
      { name: 'x', parent_team_id: 999 },
      { name: 'x', maintainers: ['lurker'] },
      { name: '' },
    ]) {
      await expect(octokit().teams.create({ org, ...wrong })).rejects.toMatchObject(status(422))
    }
    const child = (await octokit().teams.getByName(masons)).data.id
    await expect(octokit().teams.updateInOrg({ ...builders, parent_team_id: child })).rejects.toMatchObject(status(422))
    await expect(octokit().teams.updateInOrg({ ...builders, privacy: 'secret' })).rejects.toMatchObject(status(422))
    await expect(octokit().teams.create({ org, name: 'x', repo_names: ['acme/none'] })).rejects.toMatchObject(status(404))
    expect(names((await octokit().teams.list({ org })).data)).toHaveLength(3)
  })

  it('change their slug with their name, and keep the rest; 200 when nothing changes', async () => {
    const { data, status: changed } = await octokit('maintainer').teams.updateInOrg({ ...builders, name: 'The Builders' })
    expect(changed).toBe(201)
    expect(data).toMatchObject({ slug: 'the-builders', privacy: 'closed', members_count: 2 })
    await expect(octokit().teams.getByName(builders)).rejects.toMatchObject(status(404))
    const same = await octokit().teams.updateInOrg({ org, team_slug: 'the-builders', name: 'The Builders' })
    expect(same.status).toBe(200)
    const freed = await octokit().teams.updateInOrg({ ...masons, parent_team_id: null, description: 'Alone' })
    expect(freed.data).toMatchObject({ parent: null, description: 'Alone' })
    expect(await events()).toEqual(['team.edited', 'team.edited'])
    expect(receiver.received[0]?.payload['changes']).toEqual({ name: { from: 'Builders' } })
  })

  it('are changed and deleted by owners and maintainers alone', async () => {
    await expect(octokit('member').teams.updateInOrg({ ...builders, name: 'x' })).rejects.toMatchObject(status(403))
    await expect(octokit('reader').teams.updateInOrg({ ...builders, name: 'x' })).rejects.toMatchObject(status(403))
    await expect(octokit('member').teams.deleteInOrg(builders)).rejects.toMatchObject(status(403))
    await expect(octokit('member').teams.deleteInOrg(night)).rejects.toMatchObject(status(404))
  })

  it('take their children with them', async () => {
    expect((await octokit().teams.deleteInOrg(builders)).status).toBe(204)
    expect(names((await octokit().teams.list({ org })).data)).toEqual(['Night Shift'])
    expect(await events()).toEqual(['team.deleted', 'team.deleted'])
    expect((receiver.received[0]?.payload['team'] as { slug: string }).slug).toBe('masons')
  })

  it('have children, and users have teams', async () => {
    expect(names((await octokit().teams.listChildInOrg(builders)).data)).toEqual(['Masons'])
    expect((await octokit().teams.listChildInOrg(masons)).data).toEqual([])
    expect(names((await octokit('maintainer').teams.listForAuthenticatedUser()).data)).toEqual(['Builders', 'Night Shift'])
    await expect(octokit('nothing').teams.listForAuthenticatedUser()).rejects.toMatchObject(status(403))
  })

  it('answer at the addresses that they carry', async () => {
    const { data: team } = await octokit().teams.getByName(masons)
    expect((await octokit().request(team.url)).data).toEqual(team)
    const members = await octokit().request(team.members_url.replace('{/member}', ''))
    expect(logins(members.data)).toEqual(['hubber'])
    expect(names((await octokit().request(team.repositories_url)).data)).toHaveLength(2)
    await expect(octokit().request(team.url.replace(/\d+$/, '999'))).rejects.toMatchObject(status(404))
    await expect(octokit('stranger').request(team.url)).rejects.toMatchObject(status(404))
  })
})

describe('team members', () => {
  it('include those of child teams, by inheritance', async () => {
    const { data } = await octokit().teams.listMembersInOrg(builders)
    expect(data.map(({ login, role, inherited }) => [login, role, inherited])).toEqual([
      ['lead', 'maintainer', false],
      ['hubber', 'member', true],
    ])
    expect(logins((await octokit().teams.listMembersInOrg({ ...builders, role: 'maintainer' })).data)).toEqual(['lead'])
    const inherited = await octokit().teams.getMembershipForUserInOrg({ ...builders, username: 'hubber' })
    expect(inherited.data).toMatchObject({ role: 'member', state: 'active' })
    await expect(
      octokit().teams.getMembershipForUserInOrg({ ...masons, username: 'lead' }),
    ).rejects.toMatchObject(status(404))
  })

  it('join, change their role and leave', async () => {
    const place = { ...builders, username: 'hubber' }
    const { data } = await octokit('maintainer').teams.addOrUpdateMembershipForUserInOrg(place)
    expect(data).toMatchObject({ role: 'member', state: 'active' })
    const promoted = await octokit().teams.addOrUpdateMembershipForUserInOrg({ ...place, role: 'maintainer' })
    expect(promoted.data.role).toBe('maintainer')
    expect((await octokit('maintainer').teams.removeMembershipForUserInOrg(place)).status).toBe(204)
    await expect(octokit().teams.removeMembershipForUserInOrg(place)).rejects.toMatchObject(status(404))
    expect(await events()).toEqual(['membership.added', 'membership.removed'])
  })

  it('who own the organization maintain the teams they are in', async () => {
    const joined = await octokit().teams.addOrUpdateMembershipForUserInOrg({ ...masons, username: 'octocat' })
    expect(joined.data.role).toBe('maintainer')
  })

  it('from outside are invited by owners, and join when they accept', async () => {
    const place = { ...masons, username: 'lurker' }
    await expect(
      octokit('maintainer').teams.addOrUpdateMembershipForUserInOrg({ ...builders, username: 'lurker' }),
    ).rejects.toMatchObject(status(403))
    const { data } = await octokit().teams.addOrUpdateMembershipForUserInOrg(place)
    expect(data).toMatchObject({ role: 'member', state: 'pending' })
    expect(logins((await octokit().teams.listMembersInOrg(masons)).data)).toEqual(['hubber'])
    await octokit('stranger').orgs.updateMembershipForAuthenticatedUser({ org, state: 'active' })
    expect((await octokit().teams.getMembershipForUserInOrg(place)).data.state).toBe('active')
    expect(await events()).toEqual(['organization.member_invited', 'organization.member_added', 'membership.added'])
  })

  it('are users, added by owners and maintainers', async () => {
    const add = (token: string, username: string) =>
      octokit(token).teams.addOrUpdateMembershipForUserInOrg({ ...masons, username })
    await expect(add('member', 'lead')).rejects.toMatchObject(status(403))
    await expect(add('owner', 'acme')).rejects.toMatchObject(status(422))
    await expect(add('owner', 'nobody')).rejects.toMatchObject(status(404))
    await expect(
      octokit().teams.addOrUpdateMembershipForUserInOrg({ ...masons, username: 'lead', role: 'boss' as never }),
    ).rejects.toMatchObject(status(422))
  })
})

describe('team repositories', () => {
  const website = { owner: org, repo: 'website' }
  const docs = { owner: org, repo: 'docs' }

  it('include those of the teams above, with the permission of the team', async () => {
    const { data } = await octokit().teams.listReposInOrg(masons)
    expect(data.map(({ name, role_name: role }) => [name, role])).toEqual([
      ['website', 'write'],
      ['walls', 'read'],
    ])
    expect(names((await octokit('reader').teams.listReposInOrg(masons)).data)).toEqual(['website'])
  })

  it('are checked with 204, or shown when the client asks for the repository', async () => {
    expect((await octokit().teams.checkPermissionsForRepoInOrg({ ...builders, ...website })).status).toBe(204)
    expect((await octokit().teams.checkPermissionsForRepoInOrg({ ...masons, ...website })).status).toBe(204)
    const shown = await octokit().teams.checkPermissionsForRepoInOrg({
      ...builders,
      ...website,
      headers: { accept: 'application/vnd.github.v3.repository+json' },
    })
    expect(shown.data).toMatchObject({ name: 'website', permissions: { push: true, admin: false }, role_name: 'write' })
    await expect(
      octokit().teams.checkPermissionsForRepoInOrg({ ...builders, ...docs }),
    ).rejects.toMatchObject(status(404))
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
    const edited = receiver.received.find(({ payload }) => payload['action'] === 'edited')
    expect(edited?.payload).toMatchObject({
      changes: { repository: { permissions: { from: { admin: false, pull: true, push: false } } } },
      team: { permission: 'maintain' },
      repository: { name: 'docs' },
    })
  })

  it('belong to the organization, are added by their administrators, with a permission that there is', async () => {
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

  it('list their teams: those below too where the repository is private', async () => {
    await octokit().teams.addOrUpdateRepoPermissionsInOrg({ ...builders, owner: org, repo: 'walls', permission: 'push' })
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
