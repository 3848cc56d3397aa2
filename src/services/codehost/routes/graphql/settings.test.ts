import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] },
    hubber: { login: 'hubber', scopes: ['repo', 'user', 'notifications'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }], teams: [{ name: 'Core' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        files: { 'README.md': 'one\ntwo\nthree\n' },
        branches: [{ name: 'release/1', files: { 'README.md': 'one\n2\nthree\n' } }],
        collaborators: [{ login: 'hubber', permission: 'push' }],
        milestones: [{ title: 'v1' }],
        issues: [{ title: 'Whole' }, { title: 'Part' }],
        pulls: [{ title: 'Change', head: 'topic', user: 'hubber' }],
        environments: [{ name: 'production' }],
        webhooks: [{ url: receiver.url, events: ['*'] }],
      },
    ],
  },
}))
const { it, octokit, takeEvents } = site
const repo = { owner: 'acme', repo: 'website' }

// oxlint-disable-next-line typescript/no-explicit-any -- each test reads what it asked for
const ask = <T = any>(query: string, variables: Record<string, unknown> = {}, token = 'octocat') =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })<T>(query, variables)

const inRepo = (fields: string, token?: string) =>
  ask(`{ repository(owner: "acme", name: "website") { ${fields} } }`, {}, token).then(({ repository }) => repository)

/** Runs one mutation with its input, and returns its payload. */
const run = async (name: string, input: object, fields: string, token?: string) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const answer = await ask(`mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`, { input }, token)
  return answer[name]
}

describe('texts as HTML', () => {
  it('are those of titles, descriptions, profiles and the messages of commits', async () => {
    await octokit().repos.update({ ...repo, description: 'The <site> of @hubber' })
    await octokit().issues.update({ ...repo, issue_number: 1, title: 'Break `a < b`' })
    await octokit('hubber').users.updateAuthenticated({ bio: 'Likes #1', company: '@acme' })
    const content = Buffer.from('x').toString('base64')
    await octokit().repos.createOrUpdateFileContents({ ...repo, path: 'x', message: 'Add <x>\n\nCloses #1', content })
    const { issue, defaultBranchRef, ...found } = await inRepo(`descriptionHTML shortDescriptionHTML(limit: 10)
      issue(number: 1) { titleHTML } defaultBranchRef { target { ... on Commit { messageHeadlineHTML messageBodyHTML } } }`)
    expect(found.descriptionHTML).toMatch(/^<div>The &lt;site&gt; of <a class="user-mention .*>@hubber<\/a><\/div>$/)
    expect(found.shortDescriptionHTML).toBe('The &lt;site&gt;')
    expect(issue.titleHTML).toBe('Break <code>a &lt; b</code>')
    expect(defaultBranchRef.target.messageHeadlineHTML).toBe('Add &lt;x&gt;')
    expect(defaultBranchRef.target.messageBodyHTML).toMatch(/^Closes <a class="issue-link .*>#1<\/a>$/)
    const { user } = await ask('{ user(login: "hubber") { bioHTML companyHTML } }')
    expect(user).toEqual({
      bioHTML: '<div>Likes #1</div>',
      companyHTML: expect.stringMatching(/^<div><a .*>@acme<\/a><\/div>$/),
    })
  })
})

describe('the subscription of the viewer', () => {
  const stateOf = async (token: string, number = 1): Promise<string> =>
    (await inRepo(`issue(number: ${number}) { viewerSubscription }`, token)).issue.viewerSubscription

  it('to an issue follows from taking part, from watching and from a wish', async () => {
    expect(await stateOf('octocat')).toBe('SUBSCRIBED')
    expect(await stateOf('hubber')).toBe('UNSUBSCRIBED')
    await octokit().issues.addAssignees({ ...repo, issue_number: 1, assignees: ['hubber'] })
    expect(await stateOf('hubber')).toBe('SUBSCRIBED')
    await octokit('hubber').activity.setRepoSubscription({ ...repo, ignored: true })
    expect(await stateOf('hubber', 2)).toBe('IGNORED')
    await octokit('hubber').activity.setRepoSubscription({ ...repo, subscribed: true })
    expect(await stateOf('hubber', 2)).toBe('SUBSCRIBED')
  })
})

describe('what backlot has none of', () => {
  it('is null or empty: merge queues and sponsors', async () => {
    expect(await inRepo('mergeQueue { id }')).toEqual({ mergeQueue: null })
    const { organization } = await ask(`{ organization(login: "acme") { hasSponsorsListing sponsorsListing { name }
      sponsors(first: 1) { totalCount } sponsorshipsAsMaintainer(first: 1) { totalCount nodes { id } } } }`)
    expect(organization).toEqual({
      hasSponsorsListing: false,
      sponsorsListing: null,
      sponsors: { totalCount: 0 },
      sponsorshipsAsMaintainer: { totalCount: 0, nodes: [] },
    })
  })
})

describe('the timeline of an issue', () => {
  it('has the entries of REST, by type and from a time on', async () => {
    await octokit().issues.update({ ...repo, issue_number: 1, title: 'All', milestone: 1, labels: ['bug'] })
    await octokit().issues.createComment({ ...repo, issue_number: 1, body: 'Hello' })
    await octokit().issues.lock({ ...repo, issue_number: 1, lock_reason: 'resolved' })
    await octokit().issues.update({ ...repo, issue_number: 1, state: 'closed' })
    const { issue } =
      await inRepo(`issue(number: 1) { timelineItems(first: 20) { totalCount filteredCount pageCount nodes {
      __typename ... on Node { id }
      ... on RenamedTitleEvent { actor { login } previousTitle currentTitle subject { ... on Issue { number } } }
      ... on MilestonedEvent { milestoneTitle } ... on LabeledEvent { label { name color } labelable { __typename } }
      ... on IssueComment { body } ... on LockedEvent { lockReason }
      ... on ClosedEvent { stateReason closer { __typename } closable { closed } url } } } }`)
    const { totalCount, nodes } = issue.timelineItems
    expect(totalCount).toBe(nodes.length)
    expect(nodes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          __typename: 'RenamedTitleEvent',
          actor: { login: 'octocat' },
          previousTitle: 'Whole',
          currentTitle: 'All',
          subject: { number: 1 },
        }),
        expect.objectContaining({ milestoneTitle: 'v1' }),
        expect.objectContaining({ label: { name: 'bug', color: 'd73a4a' }, labelable: { __typename: 'Issue' } }),
        expect.objectContaining({ __typename: 'IssueComment', body: 'Hello' }),
        expect.objectContaining({ lockReason: 'RESOLVED' }),
        expect.objectContaining({ __typename: 'ClosedEvent', stateReason: 'COMPLETED', closable: { closed: true } }),
      ]),
    )
    const { data } = await octokit().issues.listEventsForTimeline({ ...repo, issue_number: 1 })
    expect(nodes).toHaveLength(data.length)
    const some = await inRepo(`issue(number: 1) { timelineItems(last: 1, itemTypes: [ISSUE_COMMENT, LABELED_EVENT]) {
      filteredCount totalCount nodes { __typename } } }`)
    expect(some.issue.timelineItems).toMatchObject({
      filteredCount: 2,
      totalCount,
      nodes: [{ __typename: 'IssueComment' }],
    })
    const event = nodes.find((each: object) => Object.values(each).includes('ClosedEvent'))
    expect(await ask('query ($id: ID!) { node(id: $id) { __typename } }', { id: event.id })).toEqual({
      node: { __typename: 'ClosedEvent' },
    })
  })

  it('has the commits, reviews and requests of a pull request', async () => {
    await octokit().pulls.requestReviewers({ ...repo, pull_number: 3, reviewers: ['octocat'] })
    await octokit().pulls.createReview({ ...repo, pull_number: 3, event: 'APPROVE' })
    await octokit().pulls.merge({ ...repo, pull_number: 3 })
    const { pullRequest } = await inRepo(`pullRequest(number: 3) { timelineItems(first: 20) { nodes { __typename
      ... on PullRequestCommit { commit { messageHeadline } }
      ... on ReviewRequestedEvent { requestedReviewer { ... on User { login } } }
      ... on PullRequestReview { state } ... on MergedEvent { mergeRefName commit { oid } } } } }`)
    expect(pullRequest.timelineItems.nodes).toMatchObject([
      { __typename: 'PullRequestCommit', commit: { messageHeadline: 'Change' } },
      { __typename: 'ReviewRequestedEvent', requestedReviewer: { login: 'octocat' } },
      { __typename: 'PullRequestReview', state: 'APPROVED' },
      { __typename: 'MergedEvent', mergeRefName: 'main', commit: { oid: expect.stringMatching(/^[0-9a-f]{40}$/) } },
      { __typename: 'ClosedEvent' },
    ])
  })
})

describe('blame', () => {
  it('tells the last commit of each line', async () => {
    const { ref } = await inRepo(`ref(qualifiedName: "release/1") { target { ... on Commit {
      blame(path: "README.md") { ranges { startingLine endingLine age commit { messageHeadline } } } } } }`)
    expect(ref.target.blame.ranges).toMatchObject([
      { startingLine: 1, endingLine: 1, commit: { messageHeadline: 'Initial commit' } },
      { startingLine: 2, endingLine: 2, age: 1, commit: { messageHeadline: 'Work on release/1' } },
      { startingLine: 3, endingLine: 3, commit: { messageHeadline: 'Initial commit' } },
    ])
  })
})

describe('mutations of settings', () => {
  it('protect the branches of a pattern, which REST then protects too', async () => {
    const { id } = await inRepo('id')
    const input = {
      repositoryId: id,
      pattern: 'release/*',
      requiresApprovingReviews: true,
      requiredApprovingReviewCount: 2,
      requiresStatusChecks: true,
      requiredStatusCheckContexts: ['ci'],
      isAdminEnforced: true,
    }
    const fields = `branchProtectionRule { id pattern requiredApprovingReviewCount requiredStatusCheckContexts
      isAdminEnforced matchingRefs(first: 5) { nodes { name } } }`
    const { branchProtectionRule: rule } = await run('createBranchProtectionRule', input, fields)
    expect(rule).toMatchObject({
      requiredApprovingReviewCount: 2,
      requiredStatusCheckContexts: ['ci'],
      matchingRefs: { nodes: [{ name: 'release/1' }] },
    })
    const { data } = await octokit().repos.getBranch({ ...repo, branch: 'release/1' })
    expect(data.protected).toBe(true)
    const changes = { branchProtectionRuleId: rule.id, requiresApprovingReviews: false, lockBranch: true }
    expect(
      await run('updateBranchProtectionRule', changes, 'branchProtectionRule { requiresApprovingReviews lockBranch }'),
    ).toEqual({
      branchProtectionRule: { requiresApprovingReviews: false, lockBranch: true },
    })
    const tooMany = { ...changes, requiresApprovingReviews: true, requiredApprovingReviewCount: 7 }
    await expect(run('updateBranchProtectionRule', tooMany, 'clientMutationId')).rejects.toThrow(
      '7 must be less than or equal to 6.',
    )
    await expect(
      run('deleteBranchProtectionRule', { branchProtectionRuleId: rule.id }, 'clientMutationId', 'hubber'),
    ).rejects.toThrow('hubber does not have the correct permissions')
    await run('deleteBranchProtectionRule', { branchProtectionRuleId: rule.id }, 'clientMutationId')
    expect(await takeEvents()).toEqual([
      'branch_protection_rule.created',
      'branch_protection_rule.edited',
      'branch_protection_rule.deleted',
    ])
  })

  it('change environments, teams, the repository and parts of issues by their URLs', async () => {
    const { id, environment } = await inRepo('id environment(name: "production") { id }')
    const waiting = { environmentId: environment.id, waitTimer: 5 }
    await run('updateEnvironment', waiting, 'environment { name }')
    const { data } = await octokit().repos.getEnvironment({ ...repo, environment_name: 'production' })
    expect(data.protection_rules).toMatchObject([{ type: 'wait_timer', wait_timer: 5 }])
    await run('deleteEnvironment', { id: environment.id }, 'clientMutationId')
    const { organization } = await ask('{ organization(login: "acme") { team(slug: "core") { id } } }')
    const grant = { repositoryId: id, teamIds: [organization.team.id], permission: 'WRITE' }
    expect(await run('updateTeamsRepository', grant, 'teams { name }')).toEqual({ teams: [{ name: 'Core' }] })
    const changed = { repositoryId: id, description: 'Ours', hasDiscussionsEnabled: true }
    expect(await run('updateRepository', changed, 'repository { description hasDiscussionsEnabled }')).toEqual({
      repository: { description: 'Ours', hasDiscussionsEnabled: true },
    })
    const { issue, part } = await inRepo('issue(number: 1) { id } part: issue(number: 2) { url }')
    const byUrl = { issueId: issue.id, subIssueUrl: part.url }
    expect(await run('addSubIssue', byUrl, 'subIssue { number parent { number } }')).toEqual({
      subIssue: { number: 2, parent: { number: 1 } },
    })
  })
})

describe('auto-merge', () => {
  it('merges a pull request as soon as its requirements are met', async () => {
    await octokit().request('PATCH /repos/{owner}/{repo}', { ...repo, allow_auto_merge: true })
    const { id, pullRequest } = await inRepo('id pullRequest(number: 3) { id headRefOid }')
    const rule = { repositoryId: id, pattern: 'main', requiresStatusChecks: true, requiredStatusCheckContexts: ['ci'] }
    await run(
      'createBranchProtectionRule',
      { ...rule, requiresStrictStatusChecks: false, isAdminEnforced: true },
      'clientMutationId',
    )
    const input = { pullRequestId: pullRequest.id, mergeMethod: 'SQUASH', commitHeadline: 'Mine' }
    await run('enablePullRequestAutoMerge', input, 'pullRequest { merged }')
    expect((await octokit().pulls.get({ ...repo, pull_number: 3 })).data.merged).toBe(false)
    await site.codehost.webhooks.settled()
    site.receiver.received.length = 0
    await octokit().repos.createCommitStatus({ ...repo, sha: pullRequest.headRefOid, state: 'success', context: 'ci' })
    const { data } = await octokit().pulls.get({ ...repo, pull_number: 3 })
    expect(data).toMatchObject({ merged: true, merged_by: { login: 'octocat' } })
    const tip = await octokit().repos.getCommit({ ...repo, ref: 'main' })
    expect(tip.data.commit.message).toMatch(/^Mine/)
    expect(tip.headers['last-modified']).toMatch(/ GMT$/)
    expect(await takeEvents()).toEqual(['status', 'push', 'pull_request.closed'])
  })
})
