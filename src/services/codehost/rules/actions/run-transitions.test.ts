import { describe, expect } from 'vitest'
import { repo, stage } from '#codehost/routes/actions/actions.fixture.ts'

const on = await stage()
const { it } = on

async function add(name: string, trigger: string, branch = 'main') {
  const text = `name: ${name}\n${trigger}\njobs: { a: { runs-on: x } }\n`
  await on.octokit().repos.createOrUpdateFileContents({
    ...repo,
    path: `.github/workflows/${name.toLowerCase()}.yml`,
    branch,
    message: 'Add it [skip ci]',
    content: Buffer.from(text).toString('base64'),
  })
}

/** Returns the runs of all workflows except `stage.yml`, oldest first, as `name event branch title`. */
async function runs(): Promise<string[]> {
  const { data } = await on.actions.listWorkflowRunsForRepo({ ...repo, per_page: 100 })
  return data.workflow_runs
    .filter(({ path }) => !/ci\.yml|plain/.test(path))
    .map(({ name, event, head_branch, display_title }) => `${name} ${event} ${head_branch} ${display_title}`)
    .toReversed()
}

describe('a workflow of the default branch', () => {
  it('runs on a repository_dispatch of the types that it names', async () => {
    await add('Any', 'on: repository_dispatch')
    await add('Deploys', 'on: { repository_dispatch: { types: [deploy] } }')
    await add('Others', 'on: { repository_dispatch: { types: [test] } }')
    await add('Aside', 'on: repository_dispatch', 'feature')
    await on.octokit().repos.createDispatchEvent({ ...repo, event_type: 'deploy' })
    expect(await runs()).toEqual(['Any repository_dispatch main deploy', 'Deploys repository_dispatch main deploy'])
    expect(await on.newest()).toMatchObject({ status: 'queued', actor: { login: 'octocat' } })
    expect(await on.events()).toContain('workflow_run.requested')
  })

  it('runs on events of issues and their comments', async () => {
    await add('Triage', 'on: { issues: { types: [opened, labeled] }, issue_comment: { types: [created] } }')
    const { data } = await on.octokit('hubber').issues.create({ ...repo, title: 'It is red' })
    const issue = { ...repo, issue_number: data.number }
    await on.octokit().issues.addLabels({ ...issue, labels: ['bug'] })
    await on.octokit().issues.createComment({ ...issue, body: 'Seen' })
    await on.octokit().issues.update({ ...issue, state: 'closed' })
    expect(await runs()).toEqual([
      'Triage issues main It is red',
      'Triage issues main It is red',
      'Triage issue_comment main It is red',
    ])
  })

  it('runs on a release, at its tag', async () => {
    await add('Publish', 'on: { release: { types: [published] } }')
    const { data } = await on.octokit().repos.createRelease({ ...repo, tag_name: 'v1', name: 'One', draft: true })
    expect(await runs()).toEqual([])
    await on.octokit().repos.updateRelease({ ...repo, release_id: data.id, draft: false })
    expect(await runs()).toEqual(['Publish release v1 One'])
  })

  it('runs on labels, milestones, stars, forks, reviews, branches and tags', async () => {
    await add('Watcher', 'on: [label, milestone, watch, fork, create, delete, pull_request_review]')
    const client = on.octokit('monalisa')
    await on.octokit().issues.createLabel({ ...repo, name: 'new', color: 'ff0000' })
    await on.octokit().issues.createMilestone({ ...repo, title: 'v2' })
    await client.activity.starRepoForAuthenticatedUser(repo)
    await client.repos.createFork(repo)
    const { data } = await on.octokit().pulls.create({ ...repo, title: 'Mend', head: 'feature', base: 'main' })
    await add('Watcher', 'on: pull_request_review', 'feature')
    await client.pulls.createReview({ ...repo, pull_number: data.number, event: 'COMMENT', body: 'Well' })
    const { data: main } = await client.repos.getBranch({ ...repo, branch: 'main' })
    await on.octokit().git.createRef({ ...repo, ref: 'refs/heads/made', sha: main.commit.sha })
    await on.octokit().git.deleteRef({ ...repo, ref: 'heads/made' })
    expect(await runs()).toEqual([
      'Watcher label main Watcher',
      'Watcher milestone main Watcher',
      'Watcher watch main Watcher',
      'Watcher fork main Watcher',
      'Watcher pull_request_review feature Mend',
      'Watcher create made Watcher',
      'Watcher delete main Watcher',
    ])
  })
})

describe('a workflow that follows another', () => {
  it('runs when the other is completed, on the branches that it names', async () => {
    await add('After', 'on: { workflow_run: { workflows: [CI], types: [completed], branches: [main] } }')
    await on.run()
    expect(await runs()).toEqual([])
    on.codehost.finishRun({ workflow: 'CI', conclusion: 'failure' })
    expect(await runs()).toEqual(['After workflow_run main After'])
    await on.run('ci.yml', 'feature')
    on.codehost.finishRun({ workflow: 'CI' })
    expect((await runs()).length).toBe(1)
  })

  it('is part of a chain of at most three runs', async () => {
    await add('Again', 'on: { workflow_run: { types: [completed] } }')
    await on.run()
    for (let count = 0; count < 4; count += 1) on.codehost.finishRun({})
    expect((await runs()).length).toBe(3)
    expect(() => on.codehost.finishRun({})).toThrow()
  })
})

describe('several runs of one workflow on a commit', () => {
  it('let the latest run decide whether a required check succeeded', async () => {
    const { data } = await on.octokit().pulls.create({ ...repo, title: 'Mend', head: 'feature', base: 'main' })
    await on.octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: { strict: false, contexts: ['build'] },
      enforce_admins: true,
      required_pull_request_reviews: null,
      restrictions: null,
    })
    const state = async () => (await on.octokit().pulls.get({ ...repo, pull_number: data.number })).data.mergeable_state
    on.codehost.finishRun({ workflow: 'CI', conclusion: 'failure' })
    expect(await state()).toBe('blocked')
    await on.run('ci.yml', 'feature')
    expect(await state()).toBe('blocked')
    on.codehost.finishRun({ workflow: 'CI' })
    expect(await state()).toBe('clean')
  })
})
