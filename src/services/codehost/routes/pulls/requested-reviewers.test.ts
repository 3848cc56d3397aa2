import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    stranger: { login: 'stranger', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'stranger' }, { login: 'reader' }],
    orgs: [
      {
        login: 'acme',
        members: [{ login: 'octocat', role: 'admin' }],
        teams: [{ name: 'Core Team', members: ['octocat'], repos: [{ name: 'app' }] }, { name: 'Elsewhere' }],
      },
    ],
    repos: [
      {
        owner: 'acme',
        name: 'app',
        auto_init: true,
        collaborators: [{ login: 'hubber' }, { login: 'reader', permission: 'pull' }],
        pulls: [{ title: 'A change', head: 'feature', user: 'hubber' }],
        webhooks: [{ url: receiver.url, events: ['pull_request'] }],
      },
    ],
  },
}))
const { it } = site

const pull = { owner: 'acme', repo: 'app', pull_number: 1 }
const octokit = (token?: string) => checkedOctokit(site.codehost, token)
const owner = () => octokit('octocat')

describe('reviewers', () => {
  it('are requested, users and teams, once each', async () => {
    const { status, data } = await owner().pulls.requestReviewers({
      ...pull,
      reviewers: ['Octocat', 'reader'],
      team_reviewers: ['core-team'],
    })
    expect(status).toBe(201)
    expect(data.requested_reviewers?.map((user) => user.login)).toEqual(['octocat', 'reader'])
    expect(data.requested_teams?.map((team) => team.slug)).toEqual(['core-team'])
    await owner().pulls.requestReviewers({ ...pull, reviewers: ['octocat'] })
    const listed = await octokit().pulls.listRequestedReviewers(pull)
    expect(listed.data.users.map((user) => user.login)).toEqual(['octocat', 'reader'])
    expect(listed.data.teams.map((team) => team.name)).toEqual(['Core Team'])
    await site.codehost.webhooks.settled()
    expect(site.receiver.received.map(({ payload }) => payload['action'])).toEqual(Array(3).fill('review_requested'))
    expect(site.receiver.received[2]?.payload).toMatchObject({ requested_team: { slug: 'core-team' } })
    expect(site.receiver.violations()).toEqual([])
  })

  it('are removed on request', async () => {
    await owner().pulls.requestReviewers({ ...pull, reviewers: ['reader'], team_reviewers: ['core-team'] })
    const { data } = await owner().pulls.removeRequestedReviewers({
      ...pull,
      reviewers: ['reader', 'octocat'],
      team_reviewers: ['core-team'],
    })
    expect(data).toMatchObject({ requested_reviewers: [], requested_teams: [] })
    const recorded = await owner().issues.listEvents({ owner: 'acme', repo: 'app', issue_number: 1 })
    expect(recorded.data).toMatchObject([
      { event: 'review_requested', requested_reviewer: { login: 'reader' }, review_requester: { login: 'octocat' } },
      { event: 'review_requested', requested_team: { slug: 'core-team' } },
      { event: 'review_request_removed', requested_reviewer: { login: 'reader' } },
      { event: 'review_request_removed', requested_team: { slug: 'core-team' } },
    ])
    await site.codehost.webhooks.settled()
    expect(site.receiver.violations()).toEqual([])
  })

  it('are removed once they have reviewed', async () => {
    await owner().pulls.requestReviewers({ ...pull, reviewers: ['octocat'] })
    await owner().pulls.createReview({ ...pull, event: 'APPROVE' })
    expect((await owner().pulls.listRequestedReviewers(pull)).data.users).toEqual([])
  })

  it('that are a team are removed once one of its members has reviewed', async () => {
    await owner().pulls.requestReviewers({ ...pull, reviewers: ['reader'], team_reviewers: ['core-team'] })
    await octokit('hubber').pulls.createReview({ ...pull, event: 'COMMENT', body: 'Mine' })
    const requested = async () => (await owner().pulls.listRequestedReviewers(pull)).data
    expect(await requested()).toMatchObject({ users: [{ login: 'reader' }], teams: [{ slug: 'core-team' }] })
    await owner().pulls.createReview({ ...pull, event: 'APPROVE' })
    expect(await requested()).toMatchObject({ users: [{ login: 'reader' }], teams: [] })
  })

  it('are neither the author nor users without access', async () => {
    await expect(owner().pulls.requestReviewers({ ...pull, reviewers: ['hubber'] })).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'Review cannot be requested from pull request author.' } },
    })
    for (const names of [{ reviewers: ['stranger'] }, { reviewers: ['nobody'] }, { team_reviewers: ['elsewhere'] }]) {
      await expect(owner().pulls.requestReviewers({ ...pull, ...names })).rejects.toMatchObject({
        status: 422,
        response: { data: { message: expect.stringContaining('is not a collaborator of the acme/app repository.') } },
      })
    }
  })

  it('need users or teams to be added, and at least a list of users to be removed', async () => {
    const requested = owner().pulls.requestReviewers(pull)
    await expect(requested).rejects.toMatchObject({
      status: 422,
      response: {
        data: {
          message:
            'Invalid request.\n\nNo subschema in "anyOf" matched.\n"reviewers" wasn\'t supplied.\n"team_reviewers" wasn\'t supplied.',
        },
      },
    })
    const teams = { ...pull, team_reviewers: ['core-team'] }
    await owner().pulls.requestReviewers(teams)
    await expect(
      owner().request('DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', teams as never),
    )
      // The vendor requires the list of users: a client that removes only teams sends an empty one.
      .rejects.toMatchObject({
        status: 422,
        response: { data: { message: 'Invalid request.\n\n"reviewers" wasn\'t supplied.' } },
      })
    expect((await owner().pulls.removeRequestedReviewers({ ...teams, reviewers: [] })).data.requested_teams).toEqual([])
  })

  it('are requested by users with access', async () => {
    const names = { ...pull, reviewers: ['octocat'] }
    await expect(octokit().pulls.requestReviewers(names)).rejects.toMatchObject({ status: 401 })
    await expect(octokit('stranger').pulls.requestReviewers(names)).rejects.toMatchObject({ status: 403 })
    await expect(owner().pulls.requestReviewers({ ...names, pull_number: 9 })).rejects.toMatchObject({ status: 404 })
  })
})
