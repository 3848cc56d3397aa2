import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const BUG = `---
name: Bug report
about: Tell us what is wrong
title: '[bug] '
labels: bug, ci
assignees: [hubber]
---

What happened?
`
const site = await codehostSite(() => ({
  tokens: { octocat: { login: 'octocat', scopes: ['repo'] } },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: {
          '.github/ISSUE_TEMPLATE/bug.md': BUG,
          '.github/ISSUE_TEMPLATE/note.md': 'No template, as it has no name\n',
          '.github/ISSUE_TEMPLATE/form.yml': 'name: A form\n',
          '.github/pull_request_template.md': 'Why?\n',
          'PULL_REQUEST_TEMPLATE/big.md': 'How?\n',
        },
        labels: [{ name: 'ci', color: 'ff0000' }],
        collaborators: [{ login: 'hubber', permission: 'push' }],
      },
      { owner: 'octocat', name: 'plain', auto_init: true },
    ],
  },
}))
const { it, octokit } = site

// oxlint-disable-next-line typescript/no-explicit-any -- each test reads what it asked for
const ask = (query: string, variables: Record<string, unknown> = {}): Promise<any> =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: 'token octocat' } })(query, variables)

describe('templates', () => {
  it('of issues tell their names, labels and assignees, and what the issue begins with', async () => {
    const { repository, plain } = await ask(`{
      repository(owner: "octocat", name: "hello-world") { issueTemplates {
        filename name about title body labels(first: 9) { nodes { name } } assignees(first: 9) { nodes { login } } } }
      plain: repository(owner: "octocat", name: "plain") { issueTemplates { name } pullRequestTemplates { body } } }`)
    expect(repository.issueTemplates).toEqual([
      {
        filename: 'bug.md',
        name: 'Bug report',
        about: 'Tell us what is wrong',
        title: '[bug] ',
        body: 'What happened?\n',
        labels: { nodes: [{ name: 'bug' }, { name: 'ci' }] },
        assignees: { nodes: [{ login: 'hubber' }] },
      },
    ])
    expect(plain).toEqual({ issueTemplates: [], pullRequestTemplates: [] })
  })

  it('of pull requests are files of that name, and those in folders of that name', async () => {
    const { repository } = await ask(`{ repository(owner: "octocat", name: "hello-world") {
      pullRequestTemplates { filename body repository { name } } } }`)
    expect(repository.pullRequestTemplates).toEqual([
      { filename: 'pull_request_template.md', body: 'Why?\n', repository: { name: 'hello-world' } },
      { filename: 'big.md', body: 'How?\n', repository: { name: 'hello-world' } },
    ])
  })

  it('give their labels and assignees to the issues that are made from them', async () => {
    const { data: repo } = await octokit().repos.get({ owner: 'octocat', repo: 'hello-world' })
    const input = { repositoryId: repo.node_id, title: 'Broken', issueTemplate: 'Bug report' }
    const { createIssue } = await ask(
      `mutation ($input: CreateIssueInput!) { createIssue(input: $input) { issue {
        labels(first: 9) { nodes { name } } assignees(first: 9) { nodes { login } } } } }`,
      { input },
    )
    expect(createIssue.issue).toEqual({
      labels: { nodes: [{ name: 'bug' }, { name: 'ci' }] },
      assignees: { nodes: [{ login: 'hubber' }] },
    })
  })
})

describe('the issues of an app', () => {
  it('are selected by its name, and none by one that is not there', async () => {
    const { repository } = await ask(`{ repository(owner: "octocat", name: "hello-world") {
      issues(first: 9, filterBy: { createdBy: "app/dependabot" }) { totalCount } } }`)
    expect(repository.issues).toEqual({ totalCount: 0 })
  })
})

describe('the head branch of a pull request', () => {
  const repo = { owner: 'octocat', repo: 'hello-world' }
  const shaOf = async (branch: string) =>
    (await octokit().git.getRef({ ...repo, ref: `heads/${branch}` })).data.object.sha
  const write = async (branch: string, path: string) =>
    octokit().repos.createOrUpdateFileContents({ ...repo, path, message: path, content: 'YQ==', branch })

  it.for([
    ['MERGE', 2],
    ['REBASE', 1],
  ] as const)('is brought up to date by %s', async ([updateMethod, parents]) => {
    await octokit().git.createRef({ ...repo, ref: 'refs/heads/topic', sha: await shaOf('main') })
    await write('topic', 'a.txt')
    await write('main', 'b.txt')
    const { data: pull } = await octokit().pulls.create({ ...repo, title: 'T', head: 'topic', base: 'main' })
    const input = { pullRequestId: pull.node_id, expectedHeadOid: pull.head.sha, updateMethod }
    await ask(
      'mutation ($input: UpdatePullRequestBranchInput!) { updatePullRequestBranch(input: $input) { clientMutationId } }',
      { input },
    )
    const { data: tip } = await octokit().repos.getCommit({ ...repo, ref: 'topic' })
    expect(tip.parents).toHaveLength(parents)
    expect(tip.parents.at(-1)?.sha).toBe(await shaOf('main'))
    expect((await octokit().pulls.get({ ...repo, pull_number: pull.number })).data.head.sha).toBe(tip.sha)
  })
})
