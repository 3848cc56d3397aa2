import { describe, expect } from 'vitest'
import { teamsSite } from './teams.fixture.ts'

const site = await teamsSite()
const { it, octokit, stranger, events } = site

const org = 'acme'
const builders = { org, team_slug: 'builders' }
const masons = { org, team_slug: 'masons' }
const night = { org, team_slug: 'night-shift' }
const status = (code: number) => ({ status: code })
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
const logins = (list: readonly { login: string }[]) => list.map(({ login }) => login)

describe('teams', () => {
  it('are listed by name for users who may see them: secret ones for their members and for owners', async () => {
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
    await expect(stranger().teams.list({ org })).rejects.toMatchObject(status(401))
    await expect(octokit('nothing').teams.list({ org })).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-accepted-oauth-scopes': 'admin:org, read:org, repo, user, write:org' } },
    })
  })

  it('are created secret and maintained by their creator', async () => {
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

  it('have unique names, and no cycle of parents', async () => {
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
    await expect(octokit().teams.create({ org, name: 'x', repo_names: ['acme/none'] })).rejects.toMatchObject(
      status(404),
    )
    expect(names((await octokit().teams.list({ org })).data)).toHaveLength(3)
  })

  it('change their slug with their name, and keep other members', async () => {
    const { data, status: changed } = await octokit('maintainer').teams.updateInOrg({
      ...builders,
      name: 'The Builders',
    })
    expect(changed).toBe(200)
    expect(data).toMatchObject({ slug: 'the-builders', privacy: 'closed', members_count: 2 })
    await expect(octokit().teams.getByName(builders)).rejects.toMatchObject(status(404))
    const same = await octokit().teams.updateInOrg({ org, team_slug: 'the-builders', name: 'The Builders' })
    expect(same.status).toBe(200)
    const freed = await octokit().teams.updateInOrg({ ...masons, parent_team_id: null, description: 'Alone' })
    expect(freed.data).toMatchObject({ parent: null, description: 'Alone' })
    expect(await events()).toEqual(['team.edited', 'team.edited'])
    expect(site.receiver.received[0]?.payload['changes']).toEqual({ name: { from: 'Builders' } })
  })

  it('say under their oldest paths that these are deprecated, and link to their successors', async () => {
    const { id, organization } = (await octokit().teams.getByName(builders)).data
    const ask = (path: string) => octokit().request(`GET /teams/${id}${path}`)
    const { headers, data } = await ask('')
    expect(data).toMatchObject({ slug: 'builders' })
    expect(headers).toMatchObject({
      deprecation: 'Sat, 01 Feb 2020 00:00:00 GMT',
      sunset: 'Mon, 01 Feb 2021 00:00:00 GMT',
      link: expect.stringMatching(/rel="deprecation"; type="text\/html", </),
    })
    const successor = `${site.codehost.url}/organizations/${organization.id}/team/${id}`
    expect(headers.link).toContain(`<${successor}>; rel="alternate"`)
    const page = (await ask('/members?per_page=1')).headers.link
    expect(page).toMatch(/rel="next".+rel="deprecation"/)
    expect(page).toContain(`<${successor}/members>; rel="alternate"`)
    expect((await octokit().request(`GET ${successor}`)).headers.deprecation).toBeUndefined()
  })

  it('are changed and deleted by owners and maintainers only', async () => {
    await expect(octokit('member').teams.updateInOrg({ ...builders, name: 'x' })).rejects.toMatchObject(status(403))
    await expect(octokit('reader').teams.updateInOrg({ ...builders, name: 'x' })).rejects.toMatchObject(status(403))
    await expect(octokit('member').teams.deleteInOrg(builders)).rejects.toMatchObject(status(403))
    await expect(octokit('member').teams.deleteInOrg(night)).rejects.toMatchObject(status(404))
  })

  it('are deleted with their children', async () => {
    expect((await octokit().teams.deleteInOrg(builders)).status).toBe(204)
    expect(names((await octokit().teams.list({ org })).data)).toEqual(['Night Shift'])
    expect(await events()).toEqual(['team.deleted', 'team.deleted'])
    expect(site.receiver.received[0]?.payload).toMatchObject({ team: { slug: 'masons' } })
  })

  it('have children, and are listed for their members', async () => {
    expect(names((await octokit().teams.listChildInOrg(builders)).data)).toEqual(['Masons'])
    expect((await octokit().teams.listChildInOrg(masons)).data).toEqual([])
    expect(names((await octokit('maintainer').teams.listForAuthenticatedUser()).data)).toEqual([
      'Builders',
      'Night Shift',
    ])
    await expect(octokit('nothing').teams.listForAuthenticatedUser()).rejects.toMatchObject(status(403))
  })

  it('answer at their own URLs', async () => {
    const { data: team } = await octokit().teams.getByName(masons)
    expect((await octokit().request(team.url)).data).toEqual(team)
    const members = await octokit().request(team.members_url.replace('{/member}', ''))
    expect(logins(members.data)).toEqual(['hubber'])
    expect(names((await octokit().request(team.repositories_url)).data)).toHaveLength(2)
    await expect(octokit().request(team.url.replace(/\d+$/, '999'))).rejects.toMatchObject(status(404))
    await expect(octokit('stranger').request(team.url)).rejects.toMatchObject(status(404))
  })
})
