import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] },
    hubber: { login: 'hubber', scopes: ['repo', 'admin:org'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        issues: [{ title: 'First' }, { title: 'Second' }, { title: 'Third' }],
      },
    ],
  },
}))
const { it, octokit } = site

const repo = { owner: 'acme', repo: 'website' }
const ask = <R = unknown>(query: string, variables: object = {}, token = 'octocat'): Promise<R> =>
  graphql(query, { ...variables, baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })
const idOf = async (number: number) => (await octokit().issues.get({ ...repo, issue_number: number })).data.node_id
const typeId = async (name: string) => {
  const query = `query ($name: String!) { repository(owner: "acme", name: "website") { issueType(name: $name) { id } } }`
  return (await ask<{ repository: { issueType: { id: string } } }>(query, { name })).repository.issueType.id
}
const issueFields = (fields: string, number = 1) =>
  ask<{ repository: { issue: Record<string, unknown> } }>(
    `{ repository(owner: "acme", name: "website") { issue(number: ${number}) { ${fields} } } }`,
  ).then(({ repository }) => repository.issue)

describe('the type of an issue', () => {
  it('is given when the issue is opened, changed and taken away, and the timeline tells so', async () => {
    const created = await ask<{ createIssue: { issue: { id: string; number: number } } }>(
      `mutation ($repo: ID!, $type: ID) {
        createIssue(input: { repositoryId: $repo, title: "New", issueTypeId: $type }) {
          issue { id number issueType { name color description isEnabled } } } }`,
      { repo: (await octokit().repos.get(repo)).data.node_id, type: await typeId('bug') },
    )
    const { id, number } = created.createIssue.issue
    expect(created.createIssue.issue).toMatchObject({ issueType: { name: 'Bug', color: 'RED', isEnabled: true } })
    const update = `mutation ($id: ID!, $type: ID) { updateIssueIssueType(input: { issueId: $id, issueTypeId: $type }) {
      issue { issueType { name } } } }`
    await ask(update, { id, type: await typeId('Task') })
    expect((await octokit().issues.get({ ...repo, issue_number: number })).data.type?.name).toBe('Task')
    const removed = await ask(update, { id, type: null })
    expect(removed).toMatchObject({ updateIssueIssueType: { issue: { issueType: null } } })
    const { timelineItems } = await issueFields(
      `timelineItems(first: 9) { nodes { __typename
        ... on IssueTypeAddedEvent { issueType { name } }
        ... on IssueTypeChangedEvent { issueType { name } prevIssueType { name } }
        ... on IssueTypeRemovedEvent { issueType { name } } } }`,
      number,
    )
    expect(timelineItems).toEqual({
      nodes: [
        { __typename: 'IssueTypeAddedEvent', issueType: { name: 'Bug' } },
        { __typename: 'IssueTypeChangedEvent', issueType: { name: 'Task' }, prevIssueType: { name: 'Bug' } },
        { __typename: 'IssueTypeRemovedEvent', issueType: { name: 'Task' } },
      ],
    })
  })

  it('selects issues in lists of GraphQL and of REST', async () => {
    await octokit().issues.update({ ...repo, issue_number: 2, type: 'Bug' })
    const listed = await ask(
      `{ repository(owner: "acme", name: "website") {
        issues(first: 5, filterBy: { type: "bug" }) { nodes { number issueType { name } } } } }`,
    )
    expect(listed).toMatchObject({ repository: { issues: { nodes: [{ number: 2, issueType: { name: 'Bug' } }] } } })
    const numbers = async (type: string) =>
      (await octokit().issues.listForRepo({ ...repo, type })).data.map(({ number }) => number)
    expect(await numbers('Bug')).toEqual([2])
    expect(await numbers('*')).toEqual([2])
    expect(await numbers('none')).toEqual([3, 1])
    expect(await numbers('Unknown')).toEqual([])
  })

  it('is made, changed and deleted by owners of the organization only', async () => {
    const { data: org } = await octokit().orgs.get({ org: 'acme' })
    const create = `mutation ($owner: ID!) { createIssueType(input: { ownerId: $owner, name: "Epic", isEnabled: true,
      color: PURPLE }) { issueType { id name color } } }`
    await expect(ask(create, { owner: org.node_id }, 'hubber')).rejects.toThrow('does not have the correct permissions')
    const { createIssueType } = await ask<{ createIssueType: { issueType: { id: string } } }>(create, {
      owner: org.node_id,
    })
    const { id } = createIssueType.issueType
    const renamed = await ask(
      `mutation ($id: ID!) { updateIssueType(input: { issueTypeId: $id, name: "Saga" }) { issueType { name color } } }`,
      { id },
    )
    expect(renamed).toEqual({ updateIssueType: { issueType: { name: 'Saga', color: 'PURPLE' } } })
    const list = `{ organization(login: "acme") { issueTypes(first: 9, orderBy: { field: NAME, direction: ASC }) {
      nodes { name } } } }`
    const names = (...all: string[]) => ({ organization: { issueTypes: { nodes: all.map((name) => ({ name })) } } })
    expect(await ask(list)).toEqual(names('Bug', 'Feature', 'Saga', 'Task'))
    await ask(`mutation ($id: ID!) { deleteIssueType(input: { issueTypeId: $id }) { deletedIssueTypeId } }`, { id })
    expect(await ask(list)).toEqual(names('Bug', 'Feature', 'Task'))
  })
})

describe('an issue that blocks another one', () => {
  it('is added, seen from both sides and removed, with the events of REST', async () => {
    const input = { issueId: await idOf(1), blockingIssueId: await idOf(2) }
    const change = (name: string) =>
      ask(
        `mutation ($issueId: ID!, $blockingIssueId: ID!) {
        ${name}(input: { issueId: $issueId, blockingIssueId: $blockingIssueId }) {
          issue { number } blockingIssue { number } } }`,
        input,
      )
    expect(await change('addBlockedBy')).toEqual({
      addBlockedBy: { issue: { number: 1 }, blockingIssue: { number: 2 } },
    })
    const fields = `blockedBy(first: 5) { totalCount nodes { number } } blocking(first: 5) { totalCount }
      issueDependenciesSummary { blockedBy totalBlockedBy blocking totalBlocking }`
    expect(await issueFields(fields)).toEqual({
      blockedBy: { totalCount: 1, nodes: [{ number: 2 }] },
      blocking: { totalCount: 0 },
      issueDependenciesSummary: { blockedBy: 1, totalBlockedBy: 1, blocking: 0, totalBlocking: 0 },
    })
    await octokit().issues.update({ ...repo, issue_number: 2, state: 'closed' })
    const { issueDependenciesSummary } = await issueFields(fields)
    expect(issueDependenciesSummary).toMatchObject({ blockedBy: 0, totalBlockedBy: 1 })
    await change('removeBlockedBy')
    await expect(change('removeBlockedBy')).rejects.toThrow('Not Found')
    const { timelineItems } = await issueFields(
      `timelineItems(first: 5, itemTypes: [BLOCKED_BY_ADDED_EVENT]) { nodes { ... on BlockedByAddedEvent {
        blockingIssue { number } } } }`,
    )
    expect(timelineItems).toEqual({ nodes: [{ blockingIssue: { number: 2 } }] })
    const { data: recorded } = await octokit().issues.listEvents({ ...repo, issue_number: 2 })
    expect(recorded.map(({ event }) => event)).toEqual(['blocking_added', 'closed', 'blocking_removed'])
  })
})

describe('an issue that is opened with parentIssueId', () => {
  it('is a sub-issue of it', async () => {
    const created = await ask(
      `mutation ($repo: ID!, $parent: ID) {
        createIssue(input: { repositoryId: $repo, title: "Part", parentIssueId: $parent }) {
          issue { parent { number } } } }`,
      { repo: (await octokit().repos.get(repo)).data.node_id, parent: await idOf(1) },
    )
    expect(created).toEqual({ createIssue: { issue: { parent: { number: 1 } } } })
  })
})

describe('an issue that is closed with duplicateIssueId', () => {
  it('is a duplicate of that issue until it is unmarked', async () => {
    const input = { duplicate: await idOf(3), canonical: await idOf(1) }
    const closed = await ask(
      `mutation ($duplicate: ID!, $canonical: ID!) {
        closeIssue(input: { issueId: $duplicate, stateReason: DUPLICATE, duplicateIssueId: $canonical }) {
          issue { state stateReason(enableDuplicate: true) duplicateOf { number } } } }`,
      input,
    )
    expect(closed).toEqual({
      closeIssue: { issue: { state: 'CLOSED', stateReason: 'DUPLICATE', duplicateOf: { number: 1 } } },
    })
    const { timelineItems } = await issueFields(
      `timelineItems(first: 5, itemTypes: [MARKED_AS_DUPLICATE_EVENT]) { nodes { ... on MarkedAsDuplicateEvent {
        isCrossRepository canonical { ... on Issue { number } } duplicate { ... on Issue { number } } } } }`,
      3,
    )
    expect(timelineItems).toEqual({
      nodes: [{ isCrossRepository: false, canonical: { number: 1 }, duplicate: { number: 3 } }],
    })
    await ask(
      `mutation ($duplicate: ID!, $canonical: ID!) {
        unmarkIssueAsDuplicate(input: { duplicateId: $duplicate, canonicalId: $canonical }) { clientMutationId } }`,
      input,
    )
    expect(await issueFields('state duplicateOf { number }', 3)).toEqual({ state: 'CLOSED', duplicateOf: null })
  })

  it('is so by REST, too, where duplicate_issue_id names an issue', async () => {
    const { data: first } = await octokit().issues.get({ ...repo, issue_number: 1 })
    const close = (duplicate_issue_id: number) =>
      octokit().issues.update({
        ...repo,
        issue_number: 2,
        state: 'closed',
        state_reason: 'duplicate',
        duplicate_issue_id,
      })
    await expect(close(4711)).rejects.toMatchObject({ status: 422 })
    await close(first.id)
    expect(await issueFields('duplicateOf { number }', 2)).toEqual({ duplicateOf: { number: 1 } })
    const { data: events } = await octokit().issues.listEvents({ ...repo, issue_number: 2 })
    expect(events.map(({ event }) => event)).toEqual(['marked_as_duplicate', 'closed'])
  })
})
