import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const workflow = (name: string, concurrency: string, more = '') =>
  `name: ${name}\non: [workflow_dispatch]\nconcurrency: ${concurrency}\njobs: { a: { runs-on: ubuntu-latest, steps: []${more} } }\n`

const site = await codehostSite((receiver) => ({
  tokens: { octocat: { login: 'octocat', scopes: ['repo', 'workflow'] } },
  codehost: {
    actions: { run_ms: 3_600_000 },
    users: [{ login: 'octocat' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: {
          '.github/workflows/queue.yml': workflow('Queue', "'${{ github.workflow }}-${{ github.ref }}'"),
          '.github/workflows/latest.yml': workflow(
            'Latest',
            "{ group: '${{ github.head_ref || github.ref_name }}', cancel-in-progress: \"${{ github.event_name != 'push' }}\" }",
          ),
          '.github/workflows/jobs.yml': workflow('Jobs', "'own-${{ github.run_id }}'", ', concurrency: deploy'),
        },
        webhooks: [{ url: receiver.url, events: ['workflow_run'] }],
      },
    ],
  },
}))
const { it, octokit } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

async function start(workflow_id: string): Promise<number> {
  const { actions } = octokit()
  await actions.createWorkflowDispatch({ ...repo, workflow_id, ref: 'main' })
  return (await actions.listWorkflowRunsForRepo(repo)).data.workflow_runs[0]?.id ?? 0
}
const statusOf = async (run_id: number) => {
  const { status, conclusion } = (await octokit().actions.getWorkflowRun({ ...repo, run_id })).data
  return conclusion ?? status
}
const list = async () => (await octokit().request('GET /repos/{owner}/{repo}/actions/concurrency_groups', repo)).data
const group = async (name: string, query: Record<string, number> = {}) =>
  (
    await octokit().request('GET /repos/{owner}/{repo}/actions/concurrency_groups/{concurrency_group_name}', {
      ...repo,
      concurrency_group_name: name,
      ...query,
    })
  ).data

describe('a concurrency group', () => {
  it('lets one run go on, holds the newest of the others, and cancels the rest', async () => {
    const [first, second, third] = [await start('queue.yml'), await start('queue.yml'), await start('queue.yml')]
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual(['queued', 'cancelled', 'pending'])
    site.codehost.finishRun({ runId: first })
    expect(await statusOf(third)).toBe('queued')
    site.codehost.finishRun({ runId: third })
    expect(await statusOf(third)).toBe('success')
  })

  it('cancels the run that goes on where it shall', async () => {
    const [first, second] = [await start('latest.yml'), await start('latest.yml')]
    expect(await Promise.all([first, second].map(statusOf))).toEqual(['cancelled', 'queued'])
    expect((await list()).concurrency_groups.map(({ group_name }) => group_name)).toEqual(['main'])
  })

  it('is listed with its members while it has some', async () => {
    const name = 'Queue-refs/heads/main'
    const [first, second] = [await start('queue.yml'), await start('queue.yml')]
    const { total_count, concurrency_groups } = await list()
    expect(total_count).toBe(1)
    expect(concurrency_groups).toMatchObject([{ group_name: name, last_acquired_at: expect.any(String) }])
    const members = [
      { run_id: first, status: 'in_progress' },
      { run_id: second, status: 'pending' },
    ]
    expect(await group(name)).toMatchObject({ group_name: name, total_count: 2, group_members: members })
    expect(await group(name.toLowerCase(), { ahead_of_run: first })).toMatchObject({ group_members: [members[0]] })
    await expect(group(name, { ahead_of_run: 999 })).rejects.toMatchObject({ status: 422 })
    await expect(group('none')).rejects.toMatchObject({ status: 404 })
    site.codehost.finishRun({ runId: first })
    site.codehost.finishRun({ runId: second })
    await expect(group(name)).rejects.toMatchObject({ status: 404 })
  })

  it('is known of a run and its jobs, even when they have ended', async () => {
    const run_id = await start('jobs.yml')
    const ofRun = async () =>
      (
        await octokit().request('GET /repos/{owner}/{repo}/actions/runs/{run_id}/concurrency_groups', {
          ...repo,
          run_id,
        })
      ).data
    const names = [{ group_name: 'deploy' }, { group_name: `own-${run_id}` }]
    expect(await ofRun()).toMatchObject({ total_count: 2, concurrency_groups: names })
    const [deploy] = (await ofRun()).concurrency_groups
    expect(deploy?.group_members).toMatchObject([{ run_id, job_name: 'a', position: 0, status: 'pending' }])
    const job = deploy?.group_members[0]?.job_id ?? 0
    expect((await group('deploy', { ahead_of_job: job })).total_count).toBe(1)
    site.codehost.finishRun({ runId: run_id })
    expect((await ofRun()).concurrency_groups.map(({ group_members: members }) => members)).toEqual([[], []])
  })
})
