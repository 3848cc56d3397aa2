import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { DAY } from '#core/duration.ts'

const site = await codehostSite((receiver) => ({
  tokens: Object.fromEntries(
    ['octocat', 'hubber', 'lurker'].map((login) => [login, { login, scopes: ['repo', 'user', 'admin:org'] }]),
  ),
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'lurker' }],
    orgs: [
      {
        login: 'acme',
        members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }],
        webhooks: [{ url: receiver.url, events: ['org_block', 'member'] }],
      },
    ],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        auto_init: true,
        collaborators: [{ login: 'lurker', permission: 'pull' }],
        issues: [{ title: 'One', user: 'hubber' }],
        pulls: [{ title: 'Change', head: 'change', files: { 'a.txt': 'a\n' } }],
      },
      { owner: 'octocat', name: 'own', issues: [{ title: 'One' }] },
    ],
  },
}))
const { it, octokit, events } = site

const website = { owner: 'acme', repo: 'website' }
const own = { owner: 'octocat', repo: 'own' }
const refused = (status: number, message: string) => ({ status, response: { data: { message } } })
const isBlocked = (resource: string) => ({
  status: 422,
  response: { data: { errors: [{ resource, code: 'unprocessable', field: 'data', message: 'User is blocked' }] } },
})
const comment = (place: { owner: string; repo: string }, login = 'lurker') =>
  octokit(login).issues.createComment({ ...place, issue_number: 1, body: 'Hello' })
const open = (place: { owner: string; repo: string }) => octokit('lurker').issues.create({ ...place, title: 'Two' })

describe('a blocked user', () => {
  it('of an organization neither comments nor opens anything there, and is no collaborator any more', async () => {
    const { orgs } = octokit()
    const lurker = { org: 'acme', username: 'lurker' }
    await expect(orgs.checkBlockedUser(lurker)).rejects.toMatchObject({ status: 404 })
    await orgs.blockUser(lurker)
    await orgs.blockUser(lurker)
    await orgs.checkBlockedUser(lurker)
    expect((await orgs.listBlockedUsers({ org: 'acme' })).data.map(({ login }) => login)).toEqual(['lurker'])
    await expect(comment(website)).rejects.toMatchObject(isBlocked('IssueComment'))
    await expect(open(website)).rejects.toMatchObject(isBlocked('Issue'))
    const { pulls } = octokit('lurker')
    const review = { ...website, pull_number: 2, event: 'COMMENT' as const, body: 'Hm' }
    await expect(pulls.createReview(review)).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: ['User is blocked'] } },
    })
    await expect(pulls.create({ ...website, title: 'More', head: 'change', base: 'main' })).rejects.toMatchObject(
      isBlocked('PullRequest'),
    )
    await orgs.unblockUser(lurker)
    await orgs.unblockUser(lurker)
    expect((await comment(website)).status).toBe(201)
    expect(await events()).toEqual(['member.removed', 'org_block.blocked', 'org_block.unblocked'])
  })

  it('of a user is refused in the repositories and conversations of that user, and follows nobody there', async () => {
    const { users } = octokit()
    await octokit('lurker').users.follow({ username: 'octocat' })
    await users.block({ username: 'lurker' })
    await users.checkBlocked({ username: 'lurker' })
    expect((await users.listBlockedByAuthenticatedUser()).data).toHaveLength(1)
    expect((await users.listFollowersForAuthenticatedUser()).data).toEqual([])
    await expect(comment(own)).rejects.toMatchObject(isBlocked('IssueComment'))
    await octokit('hubber').users.block({ username: 'lurker' })
    await expect(comment(website)).rejects.toMatchObject(isBlocked('IssueComment'))
    await users.unblock({ username: 'lurker' })
    expect((await comment(own)).status).toBe(201)
  })

  it('is neither the blocker, nor an organization, nor a member', async () => {
    const { users, orgs } = octokit()
    await expect(users.block({ username: 'octocat' })).rejects.toMatchObject({ status: 422 })
    await expect(users.block({ username: 'acme' })).rejects.toMatchObject({ status: 422 })
    await expect(orgs.blockUser({ org: 'acme', username: 'hubber' })).rejects.toMatchObject({ status: 422 })
    await expect(octokit('hubber').orgs.blockUser({ org: 'acme', username: 'lurker' })).rejects.toMatchObject({
      status: 403,
    })
  })
})

describe('an interaction limit', () => {
  it('of a repository lets one group comment and open issues, until it expires', async () => {
    const { interactions } = octokit()
    expect((await interactions.getRestrictionsForRepo(own)).data).toEqual({})
    const set = (limit: 'existing_users' | 'contributors_only' | 'collaborators_only') =>
      interactions.setRestrictionsForRepo({ ...own, limit })
    expect((await set('collaborators_only')).data).toMatchObject({ limit: 'collaborators_only', origin: 'repository' })
    const sentence = 'An owner of this repository has limited the ability to'
    await expect(comment(own)).rejects.toMatchObject(
      refused(403, `${sentence} comment to users that are collaborators on this repository.`),
    )
    expect((await comment(own, 'octocat')).status).toBe(201)
    await set('contributors_only')
    await expect(open(own)).rejects.toMatchObject(
      refused(403, `${sentence} open an issue to users that have contributed to this repository in the past.`),
    )
    await interactions.setRestrictionsForRepo({ ...own, limit: 'existing_users', expiry: 'one_week' })
    await expect(open(own)).rejects.toMatchObject({ status: 403 })
    site.codehost.clock.advance(DAY)
    expect((await open(own)).status).toBe(201)
    site.codehost.clock.advance(6 * DAY)
    expect((await interactions.getRestrictionsForRepo(own)).data).toEqual({})
    await set('collaborators_only')
    await interactions.removeRestrictionsForRepo(own)
    expect((await comment(own)).status).toBe(201)
  })

  it('of an owner comes before that of a repository', async () => {
    const { interactions } = octokit()
    const limit = 'collaborators_only'
    await interactions.setRestrictionsForOrg({ org: 'acme', limit, expiry: 'one_week' })
    expect((await interactions.getRestrictionsForOrg({ org: 'acme' })).data).toMatchObject({ origin: 'organization' })
    expect((await interactions.getRestrictionsForRepo(website)).data).toMatchObject({ origin: 'organization' })
    await expect(interactions.setRestrictionsForRepo({ ...website, limit })).rejects.toMatchObject({ status: 409 })
    await expect(interactions.removeRestrictionsForRepo(website)).rejects.toMatchObject({ status: 409 })
    expect((await comment(website)).status).toBe(201)
    await interactions.removeRestrictionsForOrg({ org: 'acme' })
    expect((await interactions.getRestrictionsForRepo(website)).data).toEqual({})
    expect((await interactions.getRestrictionsForAuthenticatedUser()).status).toBe(204)
    await interactions.setRestrictionsForAuthenticatedUser({ limit })
    expect((await interactions.getRestrictionsForAuthenticatedUser()).data).toMatchObject({ origin: 'user' })
    await expect(comment(own)).rejects.toMatchObject({ status: 403 })
    await interactions.removeRestrictionsForAuthenticatedUser()
    expect((await comment(own)).status).toBe(201)
  })
})
