import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'read:org', 'read:project'] },
    stranger: { login: 'stranger', scopes: ['repo'] },
  },
  codehost: {
    users: [
      { login: 'octocat', name: 'The Octocat' },
      { login: 'hubber' },
      { login: 'monalisa' },
      { login: 'stranger' },
    ],
    orgs: [
      {
        login: 'acme',
        members: [{ login: 'octocat', role: 'admin' }],
        teams: [{ name: 'Core', members: ['octocat'], repos: [{ name: 'web', permission: 'push' }] }],
      },
    ],
    repos: [
      {
        owner: 'acme',
        name: 'web',
        auto_init: true,
        collaborators: [
          { login: 'hubber', permission: 'push' },
          { login: 'monalisa', permission: 'push' },
        ],
        issues: [{ title: 'One', assignees: ['hubber'] }],
        pulls: [{ title: 'Change', head: 'topic', user: 'octocat', reviewers: ['hubber'] }],
      },
    ],
    projects: [{ owner: 'acme', title: 'Plan', items: [{ content: 'acme/web#1' }, { draft: 'An idea' }] }],
  },
}))
const { it, octokit } = site
const repo = { owner: 'acme', repo: 'web' }

// oxlint-disable-next-line typescript/no-explicit-any -- each test reads what it asked for
const ask = (query: string, variables: Record<string, unknown> = {}, token = 'octocat'): Promise<any> =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })(query, variables)
const logins = (list: { nodes: readonly { login: string }[] }) => list.nodes.map(({ login }) => login)
const issueId = async () => (await octokit().issues.get({ ...repo, issue_number: 1 })).data.node_id
const pullId = async () => (await octokit().pulls.get({ ...repo, pull_number: 2 })).data.node_id

describe('the actors that are assigned', () => {
  const replace = (input: object, token?: string) =>
    ask(
      `mutation ($input: ReplaceActorsForAssignableInput!) { replaceActorsForAssignable(input: $input) {
        assignable { assignedActors(first: 9) { nodes { ... on User { login } } } } } }`,
      { input },
      token,
    )

  it('are replaced by their logins or ids', async () => {
    const { data: monalisa } = await octokit().users.getByUsername({ username: 'monalisa' })
    const assignableId = await issueId()
    const input = { assignableId, actorLogins: ['octocat'], actorIds: [monalisa.node_id] }
    const { replaceActorsForAssignable: replaced } = await replace(input)
    expect(logins(replaced.assignable.assignedActors).toSorted()).toEqual(['monalisa', 'octocat'])
    const { data } = await octokit().issues.get({ ...repo, issue_number: 1 })
    expect(data.assignees?.map(({ login }) => login).toSorted()).toEqual(['monalisa', 'octocat'])
    await replace({ assignableId, actorLogins: [] })
    expect((await octokit().issues.get({ ...repo, issue_number: 1 })).data.assignees).toEqual([])
  })

  it('must exist, and are replaced by those who may assign', async () => {
    const assignableId = await issueId()
    await expect(replace({ assignableId, actorLogins: ['nobody'] })).rejects.toMatchObject({
      errors: [{ type: 'NOT_FOUND', message: "Could not resolve to a User with the login of 'nobody'." }],
    })
    await expect(replace({ assignableId, actorLogins: [] }, 'stranger')).rejects.toMatchObject({
      errors: [{ type: 'FORBIDDEN' }],
    })
  })
})

describe('suggestions', () => {
  it('name the actors that can be assigned, by a part of their names or by their logins', async () => {
    const { repository } = await ask(`{ repository(owner: "acme", name: "web") {
      suggestedActors(first: 9, capabilities: [CAN_BE_ASSIGNED], query: "The Octo") { nodes { login } }
      named: suggestedActors(first: 9, capabilities: [CAN_BE_ASSIGNED], loginNames: "hubber, stranger") { nodes { login } }
      issue(number: 1) { suggestedActors(first: 9, query: "mona") { nodes { ... on User { login } } } } } }`)
    expect(logins(repository.suggestedActors)).toEqual(['octocat'])
    expect(logins(repository.named)).toEqual(['hubber'])
    expect(logins(repository.issue.suggestedActors)).toEqual(['monalisa'])
  })

  it('name reviewers other than the author and those who are asked already', async () => {
    const { repository } = await ask(`{ repository(owner: "acme", name: "web") { pullRequest(number: 2) {
      suggestedReviewerActors(first: 9) { nodes { isCommenter reviewer { __typename login } } } } } }`)
    expect(repository.pullRequest.suggestedReviewerActors.nodes).toEqual([
      { isCommenter: false, reviewer: { __typename: 'User', login: 'monalisa' } },
    ])
  })
})

describe('reviews', () => {
  const request = (input: object) =>
    ask(
      `mutation ($input: RequestReviewsByLoginInput!) { requestReviewsByLogin(input: $input) { actor { login }
        pullRequest { reviewRequests(first: 9) { nodes { requestedReviewer { ... on User { login } ... on Team { slug } } } } } } }`,
      { input },
    )
  const requested = async () => {
    const { data } = await octokit().pulls.listRequestedReviewers({ ...repo, pull_number: 2 })
    return [...data.users.map(({ login }) => login), ...data.teams.map(({ slug }) => slug)]
  }

  it('are requested by logins and slugs, in place of the earlier requests unless asked to add', async () => {
    const pullRequestId = await pullId()
    const added = await request({ pullRequestId, userLogins: ['monalisa'], union: true })
    expect(added.requestReviewsByLogin.actor).toEqual({ login: 'octocat' })
    expect(await requested()).toEqual(['hubber', 'monalisa'])
    await request({ pullRequestId, userLogins: ['monalisa'], botLogins: [], teamSlugs: ['acme/core'], union: false })
    expect(await requested()).toEqual(['monalisa', 'core'])
    await request({ pullRequestId, userLogins: [] })
    expect(await requested()).toEqual([])
    await expect(request({ pullRequestId, userLogins: ['stranger'] })).rejects.toMatchObject({
      errors: [{ type: 'UNPROCESSABLE' }],
    })
  })
})

describe('what else GitHub has added to its schema', () => {
  it('is that releases tell whether they are immutable', async () => {
    await octokit().repos.createRelease({ ...repo, tag_name: 'v1' })
    const { repository } = await ask(
      '{ repository(owner: "acme", name: "web") { release(tagName: "v1") { immutable } } }',
    )
    expect(repository.release).toEqual({ immutable: false })
    const { __type: type } = await ask('{ __type(name: "Release") { fields { name } } }')
    expect(type.fields).toContainEqual({ name: 'immutable' })
  })

  it('is that items of projects are found by words of their titles', async () => {
    const items = async (args: string) => {
      const { organization } = await ask(`{ organization(login: "acme") { projectV2(number: 1) {
        items(first: 9${args}) { nodes { content { ... on Issue { title } ... on DraftIssue { title } } } } } } }`)
      return organization.projectV2.items.nodes.map(({ content }: { content: { title: string } }) => content.title)
    }
    expect(await items(', query: ""')).toEqual(['One', 'An idea'])
    expect(await items(', query: "IDEA"')).toEqual(['An idea'])
  })
})
