import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(
  () => ({
    tokens: { octocat: { login: 'octocat', scopes: ['repo', 'workflow'] } },
    codehost: {
      users: [{ login: 'octocat', email: 'octocat@example.com' }],
      repos: [
        {
          owner: 'octocat',
          name: 'hello-world',
          files: { 'a.txt': 'a\n' },
          variables: { STAGE: 'test' },
          discussion_categories: [{ name: 'Help' }],
        },
        {
          owner: 'octocat',
          name: 'shared',
          files: {
            '.github/workflows/lint.yml': 'on: { workflow_call: }\njobs: { lint: { runs-on: x } }\n',
          },
        },
      ],
    },
  }),
  'octocat',
  { now: '2026-11-30T12:00:00Z' },
)
const { it, octokit } = site
const repo = { owner: 'octocat', repo: 'hello-world' }

/** Commits a file to the default branch, in place of the one that is there. */
async function write(path: string, content: string, message = `Write ${path}`) {
  const { data } = await octokit().git.getTree({ ...repo, tree_sha: 'main', recursive: 'true' })
  const sha = data.tree.find((entry) => entry.path === path)?.sha
  const file = { ...repo, path, message, content: Buffer.from(content).toString('base64') }
  return octokit().repos.createOrUpdateFileContents(sha === undefined ? file : { ...file, sha })
}
const runs = async () => (await octokit().actions.listWorkflowRunsForRepo(repo)).data.workflow_runs
/** Returns the conclusions of the jobs of the newest run by their names. */
async function conclusions() {
  const [run] = await runs()
  const { data } = await octokit().actions.listJobsForWorkflowRun({ ...repo, run_id: run?.id ?? 0 })
  return Object.fromEntries(data.jobs.map(({ name, conclusion }) => [name, conclusion]))
}
/** Runs a workflow with these jobs to its end. */
async function finish(jobs: string, options = {}) {
  await write('.github/workflows/ci.yml', `name: CI\non: push\njobs:\n${jobs}`)
  site.codehost.finishRun(options)
  return conclusions()
}

describe('the condition of a job', () => {
  it('lets it run after a failure, always, or not at all', async () => {
    const jobs = `
  test: { runs-on: x }
  deploy: { runs-on: x, needs: test }
  report: { runs-on: x, needs: [test, deploy], if: failure() }
  clean: { runs-on: x, needs: deploy, if: "\${{ always() }}" }
  celebrate: { runs-on: x, needs: test, if: success() }
`
    expect(await finish(jobs, { jobs: { test: 'failure' } })).toEqual({
      test: 'failure',
      deploy: 'skipped',
      report: 'success',
      clean: 'success',
      celebrate: 'skipped',
    })
  })

  it('reads the event, the results of needs and the variables', async () => {
    const jobs = `
  main: { runs-on: x, if: github.ref == 'refs/heads/main' && github.event_name == 'push' }
  pull: { runs-on: x, if: github.event_name == 'pull_request' }
  after: { runs-on: x, needs: pull, if: always() && needs.pull.result == 'skipped' }
  stage: { runs-on: x, if: vars.STAGE == 'test' && !vars.OTHER }
  never: { runs-on: x, if: false }
  unknown: { runs-on: x, if: github.event.head_commit.message == 'x' }
`
    expect(await finish(jobs)).toEqual({
      main: 'success',
      pull: 'skipped',
      after: 'success',
      stage: 'success',
      never: 'skipped',
      unknown: 'success',
    })
  })
})

describe('a reusable workflow', () => {
  const called = `
on:
  workflow_call:
jobs:
  build: { runs-on: x }
  pack: { runs-on: x, needs: build }
`

  it('gives its jobs to the caller, and what needs the caller waits for all of them', async () => {
    await write('.github/workflows/build.yml', called)
    const jobs = `
  call: { uses: ./.github/workflows/build.yml }
  lint: { name: Lint, uses: octocat/shared/.github/workflows/lint.yml@main }
  deploy: { runs-on: x, needs: [call, lint], if: needs.call.result == 'success' }
`
    expect(await finish(jobs)).toEqual({
      'call / build': 'success',
      'call / pack': 'success',
      'Lint / lint': 'success',
      deploy: 'success',
    })
    expect(await finish(`${jobs}  more: { runs-on: x }\n`, { jobs: { 'call / build': 'failure' } })).toMatchObject({
      'call / pack': 'skipped',
      deploy: 'skipped',
    })
  })

  it('that does not exist, or calls itself, makes the run fail without jobs', async () => {
    await write('.github/workflows/self.yml', `${called}  again: { uses: ./.github/workflows/self.yml }\n`)
    for (const file of ['none.yml', 'self.yml']) {
      const call = `jobs: { call: { uses: ./.github/workflows/${file} } }`
      await write('.github/workflows/ci.yml', `name: ${file}\non: push\n${call}\n`)
      expect((await runs())[0]).toMatchObject({ name: file, status: 'completed', conclusion: 'failure' })
      expect(await conclusions()).toEqual({})
    }
  })
})

describe('a schedule', () => {
  it('starts runs on the default branch at its times of the clock', async () => {
    await write(
      '.github/workflows/nightly.yml',
      "name: Nightly\non: { schedule: [{ cron: '30 2 * * *' }, { cron: '0 14 1 * *' }] }\njobs: { a: { runs-on: x } }\n",
    )
    expect(await runs()).toEqual([])
    site.codehost.clock.advance('14h')
    expect(await runs()).toEqual([])
    site.codehost.clock.advance('12h')
    const times = (await runs()).map(({ event, created_at, head_branch }) => [event, created_at, head_branch])
    expect(times).toEqual([
      ['schedule', '2026-12-01T14:00:00Z', 'main'],
      ['schedule', '2026-12-01T02:30:00Z', 'main'],
    ])
  })

  it('of a disabled workflow starts none', async () => {
    await write(
      '.github/workflows/hourly.yml',
      "on: { schedule: [{ cron: '0 * * * *' }] }\njobs: { a: { runs-on: x } }\n",
    )
    await octokit().actions.disableWorkflow({ ...repo, workflow_id: 'hourly.yml' })
    site.codehost.clock.advance('2h')
    expect(await runs()).toEqual([])
  })
})

describe('a check of an app or a user', () => {
  it('starts the workflows on check_run and check_suite', async () => {
    await write(
      '.github/workflows/checks.yml',
      'on: { check_run: { types: [completed] }, check_suite: }\njobs: { a: { runs-on: x } }\n',
    )
    const { data } = await octokit().repos.getBranch({ ...repo, branch: 'main' })
    await octokit().checks.create({ ...repo, name: 'lint', head_sha: data.commit.sha, conclusion: 'success' })
    expect((await runs()).map(({ event }) => event).toSorted()).toEqual(['check_run', 'check_suite'])
  })
})

describe('a discussion', () => {
  it('starts the workflows on discussion', async () => {
    await write('.github/workflows/talk.yml', 'on: { discussion: { types: [created] } }\njobs: { a: { runs-on: x } }\n')
    const found = await octokit().graphql<{
      repository: { id: string; discussionCategories: { nodes: { id: string }[] } }
    }>('{ repository(owner: "octocat", name: "hello-world") { id discussionCategories(first: 1) { nodes { id } } } }')
    const { id, discussionCategories } = found.repository
    await octokit().graphql(
      'mutation($input: CreateDiscussionInput!) { createDiscussion(input: $input) { discussion { number } } }',
      { input: { repositoryId: id, categoryId: discussionCategories.nodes[0]?.id, title: 'How?', body: 'So.' } },
    )
    expect((await runs()).map(({ event, display_title }) => [event, display_title])).toEqual([['discussion', 'How?']])
  })
})

describe('a broken workflow file', () => {
  it.for(['on: push\njobs: { a: [', 'jobs: { a: { runs-on: x } }\n'])(
    'adds a failed run to a push: %j',
    async (text) => {
      await write('.github/workflows/broken.yml', text)
      expect(await runs()).toMatchObject([
        { name: '.github/workflows/broken.yml', event: 'push', status: 'completed', conclusion: 'failure' },
      ])
      expect(await conclusions()).toEqual({})
      await write('a.txt', 'b', 'Quiet [skip ci]')
      expect(await runs()).toHaveLength(1)
    },
  )
})
