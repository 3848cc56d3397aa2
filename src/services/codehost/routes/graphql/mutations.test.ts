import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    stranger: { login: 'stranger', scopes: ['repo'] },
    reader: { login: 'octocat', scopes: [] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'stranger' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'README.md': '# hi\n', 'src/a.ts': 'let a = 1\n' },
        collaborators: [{ login: 'hubber', permission: 'push' }],
        labels: [{ name: 'bug', color: 'ff0000' }],
        issues: [{ title: 'One', comments: [{ body: 'first', user: 'hubber' }] }],
        pulls: [{ title: 'Change', head: 'topic' }],
        webhooks: [{ url: receiver.url, events: ['*'] }],
      },
      { owner: 'octocat', name: 'other' },
    ],
  },
}))
const { it, octokit, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const ask = <T>(query: string, variables: Record<string, unknown> = {}, token = 'octocat') =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })<T>(query, variables)

/** Runs one mutation with its input, and returns its payload. */
const mutate = async (name: string, type: string, input: object, fields: string, token = 'octocat') => {
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`
  return (await ask<Record<string, unknown>>(query, { input }, token))[name]
}
const run = (name: string, input: object, fields: string, token?: string) =>
  mutate(name, `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`, input, fields, token)

const ids = async () => {
  const { repository } = await ask<{
    repository: {
      id: string
      issue: { id: string }
      pullRequest: { id: string; headRefOid: string }
      label: { id: string }
      defaultBranchRef: { id: string; target: { oid: string } }
    }
  }>(
    `{ repository(owner: "octocat", name: "hello-world") {
      id issue(number: 1) { id } pullRequest(number: 2) { id headRefOid } label(name: "bug") { id }
      defaultBranchRef { id target { oid } } } }`,
  )
  return repository
}

describe('mutations of issues', () => {
  it('take an empty list of classic projects, which are no more, and no ids of them', async () => {
    const { issue, pullRequest } = await ids()
    const title = { issue: { title: 'One' } }
    expect(await run('updateIssue', { id: issue.id, projectIds: [] }, 'issue { title }')).toEqual(title)
    const pull = { pullRequestId: pullRequest.id, projectIds: [] }
    expect(await run('updatePullRequest', pull, 'pullRequest { title }')).toEqual({ pullRequest: { title: 'Change' } })
    const wrong = run('updateIssue', { id: issue.id, projectIds: ['PRO_1'] }, 'issue { title }')
    await expect(wrong).rejects.toMatchObject({ errors: [{ type: 'NOT_FOUND' }] })
  })

  it('open, label, comment, close and reopen one, with the events of REST', async () => {
    const { id: repositoryId, label } = await ids()
    const input = { repositoryId, title: 'New', body: 'text', labelIds: [label.id], clientMutationId: 'mine' }
    const made = await run(
      'createIssue',
      input,
      'clientMutationId issue { id number title body labels(first: 3) { nodes { name } } }',
    )
    expect(made).toMatchObject({
      clientMutationId: 'mine',
      issue: { number: 3, title: 'New', labels: { nodes: [{ name: 'bug' }] } },
    })
    const { id } = (made as { issue: { id: string } }).issue
    const comment = await run(
      'addComment',
      { subjectId: id, body: 'hello' },
      'commentEdge { node { id body } } subject { id }',
    )
    expect(comment).toMatchObject({ commentEdge: { node: { body: 'hello' } }, subject: { id } })
    expect(await run('closeIssue', { issueId: id, stateReason: 'NOT_PLANNED' }, 'issue { state stateReason }')).toEqual(
      {
        issue: { state: 'CLOSED', stateReason: 'NOT_PLANNED' },
      },
    )
    await run('reopenIssue', { issueId: id }, 'issue { state }')
    await run('updateIssue', { id, title: 'Newer', labelIds: [] }, 'issue { title }')
    const { data } = await octokit().issues.get({ ...repo, issue_number: 3 })
    expect(data).toMatchObject({ title: 'Newer', state: 'open', labels: [], comments: 1 })
    expect(await events()).toEqual([
      'issues.opened',
      'issues.labeled',
      'issue_comment.created',
      'issues.closed',
      'issues.reopened',
      'issues.edited',
      'issues.unlabeled',
    ])
  })

  it('lock, pin, react, minimize and transfer', async () => {
    const { issue } = await ids()
    expect(
      await run(
        'lockLockable',
        { lockableId: issue.id, lockReason: 'TOO_HEATED' },
        'lockedRecord { locked activeLockReason }',
      ),
    ).toEqual({
      lockedRecord: { locked: true, activeLockReason: 'TOO_HEATED' },
    })
    await run('unlockLockable', { lockableId: issue.id }, 'unlockedRecord { locked }')
    expect(await run('pinIssue', { issueId: issue.id }, 'issue { isPinned }')).toEqual({ issue: { isPinned: true } })
    const reacted =
      'reaction { content } subject { ... on Issue { reactionGroups { content reactors(first: 3) { totalCount } } } }'
    expect(await run('addReaction', { subjectId: issue.id, content: 'ROCKET' }, reacted)).toMatchObject({
      reaction: { content: 'ROCKET' },
      subject: {
        reactionGroups: expect.arrayContaining([{ content: 'ROCKET', reactors: { totalCount: 1 } }]) as unknown,
      },
    })
    const { data: comment } = await octokit().issues.getComment({ ...repo, comment_id: 1 })
    expect(
      await run(
        'minimizeComment',
        { subjectId: comment.node_id, classifier: 'OFF_TOPIC' },
        'minimizedComment { isMinimized minimizedReason }',
      ),
    ).toEqual({ minimizedComment: { isMinimized: true, minimizedReason: 'off-topic' } })
    const { data: other } = await octokit().repos.get({ owner: 'octocat', repo: 'other' })
    expect(
      await run(
        'transferIssue',
        { issueId: issue.id, repositoryId: other.node_id },
        'issue { number repository { name } comments(first: 1) { totalCount } }',
      ),
    ).toEqual({ issue: { number: 1, repository: { name: 'other' }, comments: { totalCount: 1 } } })
    expect(await events()).toEqual(['issues.locked', 'issues.unlocked', 'issues.pinned', 'issues.transferred'])
  })
})

describe('mutations of pull requests', () => {
  it('open none from a branch that does not exist', async () => {
    const { id: repositoryId } = await ids()
    const input = { repositoryId, headRefName: 'nowhere', baseRefName: 'main', title: 'x' }
    await expect(run('createPullRequest', input, 'pullRequest { id }')).rejects.toMatchObject({
      errors: [
        {
          type: 'UNPROCESSABLE',
          message:
            "Head sha can't be blank, Base sha can't be blank, No commits between main and nowhere, Head ref must be a branch",
        },
      ],
    })
  })

  it('open a draft, make it ready, review, merge', async () => {
    const { id: repositoryId } = await ids()
    const { data: pull } = await octokit().pulls.get({ ...repo, pull_number: 2 })
    await run('closePullRequest', { pullRequestId: pull.node_id }, 'pullRequest { state }')
    const made = (await run(
      'createPullRequest',
      { repositoryId, headRefName: 'topic', baseRefName: 'main', title: 'Again', draft: true },
      'pullRequest { id number isDraft mergeStateStatus }',
    )) as { pullRequest: { id: string; number: number } }
    expect(made).toMatchObject({ pullRequest: { number: 3, isDraft: true, mergeStateStatus: 'DRAFT' } })
    const { id: pullRequestId } = made.pullRequest
    await run('markPullRequestReadyForReview', { pullRequestId }, 'pullRequest { isDraft }')
    const review = await run(
      'addPullRequestReview',
      { pullRequestId, event: 'APPROVE', body: 'good' },
      'pullRequestReview { state author { login } }',
      'hubber',
    )
    expect(review).toEqual({ pullRequestReview: { state: 'APPROVED', author: { login: 'hubber' } } })
    expect(
      await run(
        'mergePullRequest',
        { pullRequestId, mergeMethod: 'SQUASH' },
        'pullRequest { state merged mergeCommit { oid } }',
      ),
    ).toMatchObject({
      pullRequest: { state: 'MERGED', merged: true },
    })
    expect(await events()).toEqual(
      expect.arrayContaining([
        'pull_request.ready_for_review',
        'pull_request_review.submitted',
        'pull_request.closed',
        'push',
      ]),
    )
  })

  it('comment on lines, and resolve the thread', async () => {
    const { pullRequest } = await ids()
    const { data: files } = await octokit().pulls.listFiles({ ...repo, pull_number: 2 })
    const place = { path: files[0]?.filename ?? '', line: 1, side: 'RIGHT', body: 'why?' }
    const { thread } = (await run(
      'addPullRequestReviewThread',
      { pullRequestId: pullRequest.id, ...place },
      'thread { id isResolved path }',
    )) as {
      thread: { id: string }
    }
    await run(
      'addPullRequestReviewThreadReply',
      { pullRequestReviewThreadId: thread.id, body: 'because' },
      'comment { body replyTo { body } }',
    )
    expect(
      await run(
        'resolveReviewThread',
        { threadId: thread.id },
        'thread { isResolved resolvedBy { login } comments(first: 5) { totalCount } }',
      ),
    ).toEqual({
      thread: { isResolved: true, resolvedBy: { login: 'octocat' }, comments: { totalCount: 2 } },
    })
    expect(await run('unresolveReviewThread', { threadId: thread.id }, 'thread { isResolved }')).toEqual({
      thread: { isResolved: false },
    })
    expect((await events()).filter((event) => event.includes('thread'))).toEqual([
      'pull_request_review_thread.resolved',
      'pull_request_review_thread.unresolved',
    ])
  })

  it('add comments to a pending review, which are shown with it', async () => {
    const { pullRequest } = await ids()
    const { data: files } = await octokit().pulls.listFiles({ ...repo, pull_number: 2 })
    const path = files[0]?.filename ?? ''
    const { pullRequestReview } = (await run(
      'addPullRequestReview',
      { pullRequestId: pullRequest.id },
      'pullRequestReview { id state }',
    )) as { pullRequestReview: { id: string } }
    const pullRequestReviewId = pullRequestReview.id
    await run(
      'addPullRequestReviewThread',
      { pullRequestReviewId, path, line: 1, side: 'RIGHT', body: 'a' },
      'thread { id }',
    )
    const { comment } = (await run(
      'addPullRequestReviewComment',
      { pullRequestReviewId, path, position: 1, body: 'b' },
      'comment { id state }',
    )) as { comment: { id: string } }
    await run(
      'addPullRequestReviewComment',
      { pullRequestReviewId, inReplyTo: comment.id, body: 'c' },
      'comment { id }',
    )
    // An author can have only one pending review, so that it need not be named.
    await run(
      'addPullRequestReviewThread',
      { pullRequestId: pullRequest.id, path, line: 1, side: 'RIGHT', body: 'd' },
      'thread { id }',
    )
    const listed = async () => (await octokit().pulls.listReviewComments({ ...repo, pull_number: 2 })).data
    expect(await listed()).toEqual([])
    await run(
      'submitPullRequestReview',
      { pullRequestReviewId, event: 'COMMENT', body: 'e' },
      'pullRequestReview { state }',
    )
    expect((await listed()).map(({ body }) => body)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('request reviews, in place of the earlier ones unless asked to add', async () => {
    const { pullRequest } = await ids()
    const { data: hubber } = await octokit().users.getByUsername({ username: 'hubber' })
    const asked = 'pullRequest { reviewRequests(first: 5) { nodes { requestedReviewer { ... on User { login } } } } }'
    expect(await run('requestReviews', { pullRequestId: pullRequest.id, userIds: [hubber.node_id] }, asked)).toEqual({
      pullRequest: { reviewRequests: { nodes: [{ requestedReviewer: { login: 'hubber' } }] } },
    })
    expect(await run('requestReviews', { pullRequestId: pullRequest.id, userIds: [] }, asked)).toEqual({
      pullRequest: { reviewRequests: { nodes: [] } },
    })
  })

  it('ask for a merge in advance where the repository allows it', async () => {
    const { pullRequest } = await ids()
    const merge = () =>
      run(
        'enablePullRequestAutoMerge',
        { pullRequestId: pullRequest.id, mergeMethod: 'SQUASH' },
        'pullRequest { autoMergeRequest { mergeMethod enabledBy { login } } }',
      )
    await expect(merge()).rejects.toThrow('Auto merge is not allowed for this repository')
    await octokit().repos.update({ ...repo, allow_auto_merge: true })
    await expect(merge()).rejects.toThrow('Pull request is in clean status')
    await octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: { strict: false, contexts: ['ci'] },
      enforce_admins: true,
      required_pull_request_reviews: null,
      restrictions: null,
    })
    expect(await merge()).toEqual({
      pullRequest: { autoMergeRequest: { mergeMethod: 'SQUASH', enabledBy: { login: 'octocat' } } },
    })
    const { data } = await octokit().pulls.get({ ...repo, pull_number: 2 })
    expect(data.auto_merge).toMatchObject({ merge_method: 'squash' })
  })
})

describe('mutations of git', () => {
  it('commit files to a branch, unless it has moved', async () => {
    const { defaultBranchRef } = await ids()
    const commit = (expectedHeadOid: string) =>
      run(
        'createCommitOnBranch',
        {
          branch: { repositoryNameWithOwner: 'octocat/hello-world', branchName: 'main' },
          expectedHeadOid,
          message: { headline: 'Write', body: 'two files' },
          fileChanges: {
            additions: [{ path: 'b/c.txt', contents: Buffer.from('c\n').toString('base64') }],
            deletions: [{ path: 'src/a.ts' }],
          },
        },
        'commit { oid message additions deletions author { user { login } } } ref { name }',
      )
    const made = await commit(defaultBranchRef.target.oid)
    expect(made).toMatchObject({
      commit: { message: 'Write\n\ntwo files', additions: 1, deletions: 1, author: { user: { login: 'octocat' } } },
      ref: { name: 'main' },
    })
    const { data } = await octokit().repos.getContent({ ...repo, path: 'b/c.txt' })
    expect(data).toMatchObject({ size: 2 })
    await expect(commit(defaultBranchRef.target.oid)).rejects.toMatchObject({ errors: [{ type: 'STALE_DATA' }] })
    expect(await events()).toContain('push')
  })

  it('create, move and delete refs', async () => {
    const { id: repositoryId, defaultBranchRef, pullRequest } = await ids()
    const input = { repositoryId, name: 'refs/heads/made', oid: defaultBranchRef.target.oid }
    const { ref } = (await run('createRef', input, 'ref { id name prefix }')) as { ref: { id: string } }
    expect(ref).toMatchObject({ name: 'made', prefix: 'refs/heads/' })
    await expect(run('createRef', input, 'ref { id }')).rejects.toMatchObject({
      errors: [{ type: 'UNPROCESSABLE', message: 'A ref named "refs/heads/made" already exists in the repository.' }],
    })
    await run('updateRef', { refId: ref.id, oid: pullRequest.headRefOid }, 'ref { target { oid } }')
    await run('deleteRef', { refId: ref.id }, 'clientMutationId')
    await expect(octokit().git.getRef({ ...repo, ref: 'heads/made' })).rejects.toMatchObject({ status: 404 })
  })

  it('star a repository', async () => {
    const { id } = await ids()
    expect(await run('addStar', { starrableId: id }, 'starrable { stargazerCount viewerHasStarred }')).toEqual({
      starrable: { stargazerCount: 1, viewerHasStarred: true },
    })
    await run('removeStar', { starrableId: id }, 'starrable { stargazerCount }')
    expect(await events()).toEqual(['star.created', 'watch.started', 'star.deleted'])
  })
})

describe('a mutation that is refused', () => {
  it('names the permission, the scopes or the mistake, and leaves nothing', async () => {
    const { issue, pullRequest, id } = await ids()
    await expect(run('closeIssue', { issueId: issue.id }, 'issue { id }', 'stranger')).rejects.toMatchObject({
      errors: [
        {
          type: 'FORBIDDEN',
          path: ['closeIssue'],
          message: 'stranger does not have the correct permissions to execute `CloseIssue`',
        },
      ],
    })
    await expect(
      run('addComment', { subjectId: issue.id, body: 'x' }, 'subject { id }', 'reader'),
    ).rejects.toMatchObject({
      errors: [{ type: 'INSUFFICIENT_SCOPES' }],
    })
    await expect(run('createIssue', { repositoryId: id, title: ' ' }, 'issue { id }')).rejects.toMatchObject({
      errors: [{ type: 'UNPROCESSABLE', message: "Title can't be blank" }],
    })
    await expect(run('closeIssue', { issueId: pullRequest.id }, 'issue { id }')).rejects.toMatchObject({
      errors: [{ type: 'NOT_FOUND', message: `Could not resolve to a node with the global id of '${pullRequest.id}'` }],
    })
    expect(await events()).toEqual([])
  })

  it('keeps the changes of the mutations beside it', async () => {
    const { issue } = await ids()
    const two = `mutation { one: addComment(input: { subjectId: "${issue.id}", body: "kept" }) { clientMutationId }
      two: addComment(input: { subjectId: "${issue.id}", body: " " }) { clientMutationId } }`
    await expect(ask(two)).rejects.toMatchObject({
      data: { one: { clientMutationId: null }, two: null },
      errors: [{ path: ['two'] }],
    })
    const { data } = await octokit().issues.listComments({ ...repo, issue_number: 1 })
    expect(data.map(({ body }) => body)).toEqual(['first', 'kept'])
  })
})

describe('a fault', () => {
  it('is named by the field of the operation', async () => {
    const { issue } = await ids()
    site.codehost.faults.add({ operation: 'mutation addComment', status: 502, times: 1 })
    expect(await ids()).toMatchObject({ issue: { id: issue.id } })
    const comment = () => run('addComment', { subjectId: issue.id, body: 'later' }, 'subject { id }')
    await expect(comment()).rejects.toMatchObject({ status: 502 })
    expect(await comment()).toEqual({ subject: { id: issue.id } })
    expect(() => site.codehost.faults.add({ operation: 'mutation addComent', status: 502 })).toThrow(
      'mutation addComment',
    )
  })
})

describe('a call', () => {
  it('is found by the field of the operation, also where it was refused', async () => {
    const { issue } = await ids()
    const input = { subjectId: issue.id, body: 'hello' }
    await run('addComment', input, 'subject { id }')
    const [call, ...others] = site.codehost.calls('mutation addComment')
    expect(call).toMatchObject({ operation: 'graphql', carried: ['mutation addComment'] })
    expect(call?.body.variables).toEqual({ input })
    expect(call?.answer).toEqual({ data: { addComment: { subject: { id: issue.id } } } })
    expect(others).toEqual([])
    expect(site.codehost.requests.at(-1)).toMatchObject({ carried: ['mutation addComment'] })
    const query = 'query one { viewer { login } } query two { rateLimit { cost } }'
    const body = JSON.stringify({ query, operationName: 'two' })
    await fetch(`${site.codehost.url}/graphql`, { method: 'POST', body })
    expect(site.codehost.calls('query viewer')).toEqual([])
    expect(site.codehost.calls('query rateLimit')).toMatchObject([{ status: 401 }])
  })
})

describe('deployments', () => {
  it('are created, get statuses and are deleted, as REST does', async () => {
    const { repository } = await ask<{ repository: { id: string; defaultBranchRef: { id: string } } }>(
      '{ repository(owner: "octocat", name: "hello-world") { id defaultBranchRef { id } } }',
    )
    const fields = 'deployment { id databaseId environment payload state ref { name } }'
    const input = { repositoryId: repository.id, refId: repository.defaultBranchRef.id }
    const first = await run('createDeployment', { ...input, environment: 'qa', payload: '{"a":1}' }, fields)
    expect(first).toMatchObject({
      deployment: { environment: 'qa', payload: '{"a":1}', state: 'PENDING', ref: { name: 'main' } },
    })
    const { deployment } = first as { deployment: { id: string; databaseId: number } }
    const status = { deploymentId: deployment.id, state: 'SUCCESS', environmentUrl: 'https://qa.example.com' }
    expect(await run('createDeploymentStatus', status, 'deploymentStatus { state environmentUrl logUrl }')).toEqual({
      deploymentStatus: { state: 'SUCCESS', environmentUrl: 'https://qa.example.com', logUrl: null },
    })
    expect(await events()).toEqual(['deployment.created', 'deployment_status.created'])
    const { data } = await octokit().repos.listDeploymentStatuses({ ...repo, deployment_id: deployment.databaseId })
    expect(data).toMatchObject([{ state: 'success' }])
    const read = await ask(
      `{ repository(owner: "octocat", name: "hello-world") {
          environments(first: 5) { nodes { name latestCompletedDeployment { id } } }
          deployments(first: 5, environments: ["qa"]) { nodes { state statuses(first: 1) { nodes { state } } } } } }`,
    )
    expect(read).toEqual({
      repository: {
        environments: { nodes: [{ name: 'qa', latestCompletedDeployment: { id: deployment.id } }] },
        deployments: { nodes: [{ state: 'ACTIVE', statuses: { nodes: [{ state: 'SUCCESS' }] } }] },
      },
    })
    const wrong = run('createDeployment', { ...input, payload: '{' }, fields)
    await expect(wrong).rejects.toThrow('Payload is not valid JSON')
    await expect(run('createDeployment', input, fields, 'stranger')).rejects.toThrow('correct permissions')
    await run('deleteDeployment', { id: deployment.id }, 'clientMutationId')
    expect((await octokit().repos.listDeployments(repo)).data).toEqual([])
  })
})
