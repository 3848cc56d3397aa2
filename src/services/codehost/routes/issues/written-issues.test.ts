import { expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: { octocat: { login: 'octocat', scopes: ['repo'] } },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        milestones: [{ title: 'First' }],
        issues: [{ title: 'One', user: 'hubber', labels: ['bug'], milestone: 'First' }],
      },
    ],
  },
}))
const { it, octokit } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

it('an issue and a list of issues have what changed after they were read', async () => {
  const read = async () => {
    const { data } = await octokit().issues.listForRepo({ ...repo, direction: 'asc' })
    const { data: alone } = await octokit().issues.get({ ...repo, issue_number: 1 })
    expect(data[0]).toEqual(alone)
    return alone
  }
  expect(await read()).toMatchObject({ milestone: { title: 'First' }, user: { login: 'hubber' }, comments: 0 })
  await octokit().issues.updateLabel({ ...repo, name: 'bug', new_name: 'defect' })
  await octokit().issues.updateMilestone({ ...repo, milestone_number: 1, title: 'Alpha' })
  await octokit().issues.createComment({ ...repo, issue_number: 1, body: 'Me too.' })
  await octokit().reactions.createForIssue({ ...repo, issue_number: 1, content: 'heart' })
  site.codehost.renameAccount({ login: 'hubber', newLogin: 'hubot' })
  expect(await read()).toMatchObject({
    labels: [{ name: 'defect' }],
    milestone: { title: 'Alpha' },
    user: { login: 'hubot' },
    comments: 1,
    reactions: { heart: 1 },
  })
  await octokit().repos.update({ ...repo, name: 'goodbye' })
  const { data } = await octokit().issues.get({ ...repo, repo: 'goodbye', issue_number: 1 })
  expect(data.url).toBe(`${site.codehost.url}/repos/octocat/goodbye/issues/1`)
})
