import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'user'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme' }],
    apps: [{ app_id: 7, slug: 'robot', permissions: { checks: 'write' }, installations: [] }],
    repos: [
      {
        owner: 'octocat',
        name: 'app',
        files: {
          'README.md': '# App\n',
          '.github/workflows/deploy.yml':
            'name: Deploy\non: workflow_dispatch\njobs: { deploy: { runs-on: x, environment: production } }\n',
        },
        branches: [{ name: 'topic', files: { 'topic.txt': 'topic\n' } }],
        environments: [{ name: 'production', reviewers: ['octocat'] }],
        webhooks: [{ url: receiver.url, events: ['check_run', 'check_suite'] }],
      },
    ],
  },
}))
const { it, octokit, takeEvents } = site
const repo = { owner: 'octocat', repo: 'app' }

// oxlint-disable-next-line typescript/no-explicit-any -- each test reads what it asked for
const ask = <T = any>(query: string, variables: Record<string, unknown> = {}, token = 'octocat') =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })<T>(query, variables)

/** Runs one mutation with its input, and returns its payload. */
const run = async (name: string, input: object, fields: string, token?: string) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const answer = await ask(`mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`, { input }, token)
  return answer[name]
}

const repositoryId = async () => (await octokit().repos.get(repo)).data.node_id
const tipOf = async (branch: string) => (await octokit().repos.getBranch({ ...repo, branch })).data.commit.sha

describe('a check run', () => {
  it('is created and changed as by REST, with the same events', async () => {
    const headSha = await tipOf('main')
    const { checkRun } = await run(
      'createCheckRun',
      {
        repositoryId: await repositoryId(),
        name: 'lint',
        headSha,
        status: 'IN_PROGRESS',
        startedAt: '2026-01-01T00:00:00Z',
      },
      'checkRun { id databaseId name status startedAt }',
    )
    expect(checkRun).toMatchObject({ name: 'lint', status: 'IN_PROGRESS', startedAt: '2026-01-01T00:00:00Z' })
    const location = { startLine: 1, endLine: 2 }
    const changed = await run(
      'updateCheckRun',
      {
        repositoryId: await repositoryId(),
        checkRunId: checkRun.id,
        conclusion: 'FAILURE',
        output: {
          title: 'Two flaws',
          summary: 'In one file',
          annotations: [{ path: 'README.md', location, annotationLevel: 'WARNING', message: 'No title' }],
        },
      },
      'checkRun { conclusion title annotations(first: 5) { nodes { path annotationLevel } } }',
    )
    expect(changed.checkRun).toMatchObject({
      conclusion: 'FAILURE',
      title: 'Two flaws',
      annotations: { nodes: [{ path: 'README.md', annotationLevel: 'WARNING' }] },
    })
    const { data } = await octokit().checks.get({ ...repo, check_run_id: checkRun.databaseId })
    expect(data).toMatchObject({ status: 'completed', conclusion: 'failure', output: { annotations_count: 1 } })
    expect(await takeEvents()).toEqual(
      expect.arrayContaining(['check_run.created', 'check_run.completed', 'check_suite.completed']),
    )
  })

  it('is refused to those who may not push', async () => {
    const input = { repositoryId: await repositoryId(), name: 'lint', headSha: await tipOf('main') }
    await expect(run('createCheckRun', input, 'checkRun { id }', 'hubber')).rejects.toMatchObject({
      errors: [{ type: 'FORBIDDEN' }],
    })
  })
})

describe('the checks and statuses of a commit', () => {
  const rollup = async (fields: string) => {
    const expression = await tipOf('topic')
    const query = `query ($expression: String!) { repository(owner: "octocat", name: "app") {
      object(expression: $expression) { ... on Commit { statusCheckRollup { ${fields} } } }
    } }`
    return (await ask(query, { expression })).repository.object.statusCheckRollup
  }
  const report = async () => {
    const headSha = await tipOf('topic')
    const input = { repositoryId: await repositoryId(), headSha }
    const completedAt = '2026-01-01T00:00:00Z'
    await run('createCheckRun', { ...input, name: 'lint', conclusion: 'SUCCESS', completedAt }, 'checkRun { id }')
    await run('createCheckRun', { ...input, name: 'test', status: 'IN_PROGRESS' }, 'checkRun { id }')
    await octokit().repos.createCommitStatus({ ...repo, sha: headSha, state: 'success', context: 'deploy' })
  }

  it('are one state, with a context for each', async () => {
    expect(await rollup('state')).toBeNull()
    await report()
    const contexts = '__typename ... on CheckRun { name conclusion } ... on StatusContext { context state }'
    expect(await rollup(`state contexts(first: 10) { totalCount nodes { ${contexts} } }`)).toEqual({
      state: 'PENDING',
      contexts: {
        totalCount: 3,
        nodes: expect.arrayContaining([
          { __typename: 'CheckRun', name: 'lint', conclusion: 'SUCCESS' },
          { __typename: 'CheckRun', name: 'test', conclusion: null },
          { __typename: 'StatusContext', context: 'deploy', state: 'SUCCESS' },
        ]),
      },
    })
  })

  // `gh pr status` asks for these.
  it('are counted by their states without a page of them', async () => {
    await report()
    const counts = 'checkRunCount checkRunCountsByState { state count } statusContextCount'
    expect(await rollup(`contexts { ${counts} statusContextCountsByState { state count } }`)).toEqual({
      contexts: {
        checkRunCount: 2,
        checkRunCountsByState: expect.arrayContaining([
          { state: 'SUCCESS', count: 1 },
          { state: 'IN_PROGRESS', count: 1 },
        ]),
        statusContextCount: 1,
        statusContextCountsByState: [{ state: 'SUCCESS', count: 1 }],
      },
    })
    await expect(rollup('contexts { nodes { __typename } }')).rejects.toMatchObject({
      errors: [{ type: 'MISSING_PAGINATION_BOUNDARIES' }],
    })
  })
})

it('a check suite is created once for a commit, and can be requested again', async () => {
  const id = await repositoryId()
  const input = { repositoryId: id, headSha: await tipOf('main') }
  const { checkSuite } = await run('createCheckSuite', input, 'checkSuite { id status }')
  expect((await run('createCheckSuite', input, 'checkSuite { id }')).checkSuite.id).toBe(checkSuite.id)
  await run(
    'createCheckRun',
    { ...input, name: 'lint', conclusion: 'FAILURE', completedAt: '2026-01-01T00:00:00Z' },
    'checkRun { id }',
  )
  const suite = async () => (await octokit().checks.listSuitesForRef({ ...repo, ref: 'main' })).data.check_suites[0]
  expect(await suite()).toMatchObject({ node_id: checkSuite.id, status: 'completed', conclusion: 'failure' })
  const again = { repositoryId: id, checkSuiteId: checkSuite.id }
  expect(await run('rerequestCheckSuite', again, 'checkSuite { id }')).toEqual({ checkSuite: { id: checkSuite.id } })
  expect(await suite()).toMatchObject({ status: 'queued', conclusion: null })
})

it.for([
  ['approveDeployments', 'success'],
  ['rejectDeployments', 'failure'],
] as const)('%s decides about the deployments that wait', async ([mutation, conclusion]) => {
  await octokit().actions.createWorkflowDispatch({ ...repo, workflow_id: 'deploy.yml', ref: 'main' })
  const newest = async () => (await octokit().actions.listWorkflowRunsForRepo(repo)).data.workflow_runs[0]
  site.codehost.clock.advance('1m')
  const waiting = await newest()
  expect(waiting).toMatchObject({ status: 'waiting' })
  const { data: environment } = await octokit().repos.getEnvironment({ ...repo, environment_name: 'production' })
  const input = { workflowRunId: waiting?.node_id, environmentIds: [environment.node_id] }
  await expect(run(mutation, input, 'deployments { id }', 'hubber')).rejects.toMatchObject({
    errors: [{ type: 'UNPROCESSABLE' }],
  })
  const { deployments } = await run(mutation, { ...input, comment: 'Because' }, 'deployments { environment }')
  expect(deployments).toEqual([{ environment: 'production' }])
  site.codehost.clock.advance('1h')
  expect(await newest()).toMatchObject({ status: 'completed', conclusion })
})

it('mergeBranch merges one branch into another, once', async () => {
  const input = { repositoryId: await repositoryId(), base: 'main', head: 'topic', commitMessage: 'Join' }
  const { mergeCommit } = await run(
    'mergeBranch',
    input,
    'mergeCommit { oid message parents(first: 2) { totalCount } }',
  )
  expect(mergeCommit).toEqual({ oid: await tipOf('main'), message: 'Join', parents: { totalCount: 2 } })
  await expect(run('mergeBranch', input, 'mergeCommit { oid }')).rejects.toMatchObject({
    errors: [{ type: 'UNPROCESSABLE', message: 'Failed to merge: "Already merged"' }],
  })
})

it('updateTopics replaces the topics, or names those that no repository can have', async () => {
  const id = await repositoryId()
  const fields = 'invalidTopicNames repository { repositoryTopics(first: 5) { nodes { topic { name } } } }'
  expect(await run('updateTopics', { repositoryId: id, topicNames: ['api', '-x'] }, fields)).toEqual({
    invalidTopicNames: ['-x'],
    repository: { repositoryTopics: { nodes: [] } },
  })
  await run('updateTopics', { repositoryId: id, topicNames: ['api', 'Node'] }, fields)
  expect((await octokit().repos.getAllTopics(repo)).data.names).toEqual(['api', 'node'])
})

it('updateSubscription watches, ignores and leaves a repository', async () => {
  const id = await repositoryId()
  for (const state of ['SUBSCRIBED', 'IGNORED', 'UNSUBSCRIBED']) {
    const fields = 'subscribable { id viewerSubscription }'
    expect(await run('updateSubscription', { subscribableId: id, state }, fields)).toEqual({
      subscribable: { id, viewerSubscription: state },
    })
  }
  await expect(octokit().activity.getRepoSubscription(repo)).rejects.toMatchObject({ status: 404 })
})

it('users and organizations are followed and left', async () => {
  const { node_id: userId } = (await octokit().users.getByUsername({ username: 'hubber' })).data
  const { node_id: organizationId } = (await octokit().orgs.get({ org: 'acme' })).data
  const followed = async () => (await octokit().users.listFollowedByAuthenticatedUser()).data.map(({ login }) => login)
  expect(await run('followUser', { userId }, 'user { login viewerIsFollowing }')).toEqual({
    user: { login: 'hubber', viewerIsFollowing: true },
  })
  await run('followOrganization', { organizationId }, 'organization { login }')
  expect(await followed()).toEqual(['hubber', 'acme'])
  await run('unfollowUser', { userId }, 'user { login }')
  await run('unfollowOrganization', { organizationId }, 'organization { login }')
  expect(await followed()).toEqual([])
  await expect(run('followUser', { userId }, 'user { login }', 'hubber')).rejects.toMatchObject({
    errors: [{ type: 'INSUFFICIENT_SCOPES' }],
  })
})

it('updateCheckSuitePreferences says which apps are asked to check a push', async () => {
  const { data: app } = await octokit().apps.getBySlug({ app_slug: 'robot' })
  const autoTriggerPreferences = [{ appId: app?.node_id ?? '', setting: false }]
  const input = { repositoryId: await repositoryId(), autoTriggerPreferences }
  expect(await run('updateCheckSuitePreferences', input, 'repository { name }')).toEqual({
    repository: { name: 'app' },
  })
  const { data } = await octokit().checks.setSuitesPreferences({ ...repo, auto_trigger_checks: [] })
  expect(data.preferences.auto_trigger_checks).toEqual([{ app_id: 7, setting: false }])
  await expect(run('updateCheckSuitePreferences', input, 'repository { name }', 'hubber')).rejects.toMatchObject({
    errors: [{ type: 'FORBIDDEN' }],
  })
})
