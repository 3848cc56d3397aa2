import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['user', 'read:org'] },
    hubber: { login: 'hubber', scopes: ['user:follow', 'user:email'] },
    reader: { login: 'octocat', scopes: [] },
  },
  codehost: {
    users: [
      {
        login: 'octocat',
        name: 'The Octocat',
        email: 'octocat@example.com',
        emails: ['old@example.com', { email: 'new@example.com', verified: false }],
      },
      { login: 'hubber', bio: 'Hubs.' },
      { login: 'lurker' },
    ],
    orgs: [{ login: 'acme', name: 'Acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      { owner: 'octocat', name: 'open' },
      { owner: 'octocat', name: 'closed', private: true },
    ],
  },
}))
const { it } = site

const octokit = (token = 'octocat') => checkedOctokit(site.codehost, token)
const stranger = () => checkedOctokit(site.codehost)
const status = (code: number) => ({ status: code })

describe('the authenticated user', () => {
  it('sees their private details', async () => {
    const { data, headers } = await octokit().users.getAuthenticated()
    expect(data).toMatchObject({ login: 'octocat', total_private_repos: 1, public_repos: 1, user_view_type: 'private' })
    expect(headers['x-oauth-scopes']).toBe('user, read:org')
  })

  it('sees only their public profile with a token without the scope', async () => {
    const { data } = await octokit('reader').users.getAuthenticated()
    expect(data).toMatchObject({ login: 'octocat', public_repos: 1 })
    expect(data).not.toHaveProperty('total_private_repos')
  })

  it('is 401 without a token', async () => {
    await expect(stranger().users.getAuthenticated()).rejects.toMatchObject({
      status: 401,
      response: { data: { message: 'Requires authentication' } },
    })
  })

  it('changes their profile, and keeps members that the change leaves out', async () => {
    const { data } = await octokit().users.updateAuthenticated({
      bio: 'Eight arms.',
      blog: 'https://example.com',
      company: '@github',
      location: 'The sea',
      twitter_username: 'octocat',
      hireable: true,
    })
    expect(data).toMatchObject({ name: 'The Octocat', bio: 'Eight arms.', hireable: true, twitter_username: 'octocat' })
    const { data: cleared } = await octokit().users.updateAuthenticated({ twitter_username: null, blog: '' })
    expect(cleared).toMatchObject({ twitter_username: null, blog: '', company: '@github' })
    await expect(octokit('reader').users.updateAuthenticated({ bio: '' })).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-accepted-oauth-scopes': 'user' } },
    })
    await expect(octokit().users.updateAuthenticated({ hireable: 'yes' as never })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'User', field: 'hireable', code: 'invalid', value: 'yes' }] } },
    })
  })
})

describe('users', () => {
  it('are found by login in any case, and by id; organizations are included', async () => {
    const { data } = await stranger().users.getByUsername({ username: 'HUBBER' })
    expect(data).toMatchObject({ login: 'hubber', bio: 'Hubs.', type: 'User' })
    const { data: same } = await stranger().users.getById({ account_id: data.id })
    expect(same).toEqual(data)
    const { data: org } = await stranger().users.getByUsername({ username: 'acme' })
    expect(org).toMatchObject({ login: 'acme', type: 'Organization' })
    await expect(stranger().users.getByUsername({ username: 'nobody' })).rejects.toMatchObject(status(404))
    await expect(stranger().users.getById({ account_id: 999 })).rejects.toMatchObject(status(404))
    await expect(stranger().request('GET /user/nine')).rejects.toMatchObject(status(404))
  })

  it('show private details only to themselves', async () => {
    const { data: own } = await octokit().users.getByUsername({ username: 'octocat' })
    expect(own).toHaveProperty('total_private_repos', 1)
    const { data: other } = await octokit('hubber').users.getByUsername({ username: 'octocat' })
    expect(other).not.toHaveProperty('total_private_repos')
  })

  it('are listed in the order of sign-up, paged by id', async () => {
    const { data, headers } = await stranger().users.list({ per_page: 2 })
    expect(data.map(({ login }) => login)).toEqual(['octocat', 'hubber'])
    expect(headers.link).toContain(`since=${data[1]?.id}>; rel="next"`)
    const all = await stranger().paginate(stranger().users.list, { per_page: 2 })
    expect(all.map(({ login, type }) => [login, type])).toEqual([
      ['octocat', 'User'],
      ['hubber', 'User'],
      ['lurker', 'User'],
      ['acme', 'Organization'],
    ])
    const { headers: last } = await stranger().users.list({ since: all[1]?.id ?? 0 })
    expect(last.link).toBeUndefined()
    const { data: none } = await stranger().users.list({ since: 999 })
    expect(none).toEqual([])
  })
})

describe('following', () => {
  it('is checked, begun and ended, and shows on both sides', async () => {
    const hubber = octokit('hubber')
    await expect(hubber.users.checkPersonIsFollowedByAuthenticated({ username: 'octocat' })).rejects.toMatchObject(
      status(404),
    )
    expect((await hubber.users.follow({ username: 'octocat' })).status).toBe(204)
    expect((await hubber.users.follow({ username: 'octocat' })).status).toBe(204)
    expect((await hubber.users.checkPersonIsFollowedByAuthenticated({ username: 'Octocat' })).status).toBe(204)
    const pair = { username: 'hubber', target_user: 'octocat' }
    expect((await stranger().users.checkFollowingForUser(pair)).status).toBe(204)
    const followers = await stranger().users.listFollowersForUser({ username: 'octocat' })
    const following = await stranger().users.listFollowingForUser({ username: 'hubber' })
    expect([followers.data[0]?.login, following.data[0]?.login]).toEqual(['hubber', 'octocat'])
    expect((await hubber.users.listFollowedByAuthenticatedUser()).data).toHaveLength(1)
    expect((await octokit().users.listFollowersForAuthenticatedUser()).data).toHaveLength(1)
    expect((await octokit().users.getAuthenticated()).data).toMatchObject({ followers: 1, following: 0 })
    expect((await hubber.users.unfollow({ username: 'octocat' })).status).toBe(204)
    expect((await hubber.users.unfollow({ username: 'octocat' })).status).toBe(204)
    expect((await stranger().users.listFollowersForUser({ username: 'octocat' })).data).toEqual([])
    await expect(stranger().users.checkFollowingForUser(pair)).rejects.toMatchObject(status(404))
  })

  it('is listed in pages', async () => {
    await octokit('hubber').users.follow({ username: 'octocat' })
    await octokit('hubber').users.follow({ username: 'acme' })
    const { data, headers } = await stranger().users.listFollowingForUser({ username: 'hubber', per_page: 1, page: 2 })
    expect(data.map(({ login }) => login)).toEqual(['acme'])
    expect(headers.link).toContain('rel="prev"')
    const { data: beyond } = await stranger().users.listFollowingForUser({ username: 'hubber', page: 9 })
    expect(beyond).toEqual([])
  })

  it('needs the scope, a user, and another user', async () => {
    await expect(octokit('reader').users.follow({ username: 'hubber' })).rejects.toMatchObject(status(403))
    await expect(stranger().users.follow({ username: 'hubber' })).rejects.toMatchObject(status(401))
    await expect(octokit().users.follow({ username: 'nobody' })).rejects.toMatchObject(status(404))
    await expect(octokit().users.follow({ username: 'octocat' })).rejects.toMatchObject(status(422))
  })
})

describe('e-mail addresses', () => {
  it('are listed with the scope, and public ones separately', async () => {
    const { data } = await octokit().users.listEmailsForAuthenticatedUser()
    expect(data).toEqual([
      { email: 'octocat@example.com', primary: true, verified: true, visibility: 'public' },
      { email: 'old@example.com', primary: false, verified: true, visibility: null },
      { email: 'new@example.com', primary: false, verified: false, visibility: null },
    ])
    const { data: visible } = await octokit().users.listPublicEmailsForAuthenticatedUser()
    expect(visible.map(({ email }) => email)).toEqual(['octocat@example.com'])
    await expect(octokit('reader').users.listEmailsForAuthenticatedUser()).rejects.toMatchObject(status(403))
  })

  it('are added unverified: one, a list or an object with a list', async () => {
    const { data, status: created } = await octokit().users.addEmailForAuthenticatedUser({ emails: ['a@example.com'] })
    expect(created).toBe(201)
    expect(data).toEqual([{ email: 'a@example.com', primary: false, verified: false, visibility: null }])
    for (const body of ['"b@example.com"', '["c@example.com"]']) {
      const response = await site.codehost.fetch('http://localhost/user/emails', {
        method: 'POST',
        headers: { authorization: 'token octocat' },
        body,
      })
      expect(response.status).toBe(201)
    }
    expect((await octokit().users.listEmailsForAuthenticatedUser()).data).toHaveLength(6)
  })

  it('are added all or none, and belong to one user', async () => {
    await expect(
      octokit().users.addEmailForAuthenticatedUser({ emails: ['d@example.com', 'OLD@example.com'] }),
    ).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'UserEmail', field: 'email', code: 'already_exists' }] } },
    })
    await expect(octokit().users.addEmailForAuthenticatedUser({ emails: ['nonsense'] })).rejects.toMatchObject(
      status(422),
    )
    await expect(octokit().users.addEmailForAuthenticatedUser({ emails: [] })).rejects.toMatchObject(status(422))
    await expect(octokit('hubber').users.addEmailForAuthenticatedUser({ emails: ['e@x.y'] })).rejects.toMatchObject(
      status(403),
    )
    expect((await octokit().users.listEmailsForAuthenticatedUser()).data).toHaveLength(3)
  })

  it('are removed, except the primary one and those of other users', async () => {
    const removal = await octokit().users.deleteEmailForAuthenticatedUser({ emails: ['OLD@example.com'] })
    expect(removal.status).toBe(204)
    expect((await octokit().users.listEmailsForAuthenticatedUser()).data).toHaveLength(2)
    await expect(
      octokit().users.deleteEmailForAuthenticatedUser({ emails: ['octocat@example.com'] }),
    ).rejects.toMatchObject(status(422))
    await expect(octokit().users.deleteEmailForAuthenticatedUser({ emails: ['x@example.com'] })).rejects.toMatchObject(
      status(404),
    )
  })

  it('are hidden from the profile when the primary one is made private', async () => {
    const visibility = await octokit().users.setPrimaryEmailVisibilityForAuthenticatedUser({ visibility: 'private' })
    expect(visibility.data).toEqual([
      { email: 'octocat@example.com', primary: true, verified: true, visibility: 'private' },
    ])
    expect((await stranger().users.getByUsername({ username: 'octocat' })).data.email).toBeNull()
    expect((await octokit().users.listPublicEmailsForAuthenticatedUser()).data).toEqual([])
  })
})
