import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: { octocat: { login: 'octocat', scopes: ['repo'] }, hubber: { login: 'hubber', scopes: ['repo'] } },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [{ owner: 'octocat', name: 'hello-world', auto_init: true, issues: [{ title: 'It breaks, again!' }] }],
  },
}))
const { it, octokit } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const ask = (token = 'octocat') =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })
const create = `mutation ($input: CreateLinkedBranchInput!) {
  createLinkedBranch(input: $input) { linkedBranch { id ref { name } } issue { number } } }`
const list = `{ repository(owner: "octocat", name: "hello-world") { issue(number: 1) {
  linkedBranches(first: 5) { totalCount nodes { id ref { name } } } } } }`

describe('a branch of an issue', () => {
  it('is made with the name of the issue or its own, is listed, and is a branch of the repository', async () => {
    const { data: issue } = await octokit().issues.get({ ...repo, issue_number: 1 })
    const { data: main } = await octokit().repos.getBranch({ ...repo, branch: 'main' })
    const input = { issueId: issue.node_id, oid: main.commit.sha }
    const made = await ask()(create, { input })
    expect(made).toMatchObject({
      createLinkedBranch: { linkedBranch: { ref: { name: '1-it-breaks-again' } }, issue: { number: 1 } },
    })
    await ask()(create, { input: { ...input, name: 'fix' } })
    await expect(ask()(create, { input })).rejects.toThrow('already exists')
    await expect(ask('hubber')(create, { input: { ...input, name: 'x' } })).rejects.toThrow()
    expect((await octokit().repos.getBranch({ ...repo, branch: 'fix' })).data.commit.sha).toBe(main.commit.sha)
    await octokit().git.deleteRef({ ...repo, ref: 'heads/fix' })
    const listed = await ask()<{ repository: { issue: { linkedBranches: { nodes: { id: string }[] } } } }>(list)
    expect(listed.repository.issue.linkedBranches).toMatchObject({ nodes: [{ ref: { name: '1-it-breaks-again' } }] })
    const [linked] = listed.repository.issue.linkedBranches.nodes
    await ask()('mutation ($id: ID!) { deleteLinkedBranch(input: { linkedBranchId: $id }) { issue { number } } }', {
      id: linked?.id,
    })
    expect(await ask()(list)).toMatchObject({ repository: { issue: { linkedBranches: { totalCount: 0 } } } })
    expect((await octokit().repos.getBranch({ ...repo, branch: '1-it-breaks-again' })).status).toBe(200)
  })
})
