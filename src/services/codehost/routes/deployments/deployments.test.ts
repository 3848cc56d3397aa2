import { describe, expect } from 'vitest'
import { helloWorldSite } from '../repos/hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger, events, takeEvents } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

/** Creates a deployment of `main` as it is. */
async function deploy(more: object = {}, token?: string) {
  const input = { ...repo, ref: 'main', auto_merge: false, ...more }
  const { data } = await octokit(token).repos.createDeployment(input)
  if (!('id' in data)) throw new Error(data.message)
  return data
}

const setStatus = (
  deployment_id: number,
  state: 'success' | 'failure' | 'inactive' | 'in_progress',
  more: object = {},
) => octokit().repos.createDeploymentStatus({ ...repo, deployment_id, state, ...more })

describe('a deployment', () => {
  it('is of the commit that the ref names, to production unless it says otherwise, and makes its environment', async () => {
    const minimal = await deploy()
    expect(minimal).toMatchObject({
      ref: 'main',
      task: 'deploy',
      environment: 'production',
      original_environment: 'production',
      description: null,
      payload: {},
      transient_environment: false,
      production_environment: true,
      creator: { login: 'octocat' },
      performed_via_github_app: null,
    })
    const full = {
      task: 'deploy:migrate',
      environment: 'Review 1',
      description: 'Try',
      payload: { a: [1] },
      required_contexts: [],
      transient_environment: true,
      production_environment: false,
    }
    const { required_contexts: _, ...shown } = full
    const second = await deploy(full, 'hubber')
    expect(second).toMatchObject({ ...shown, creator: { login: 'hubber' } })
    expect((await stranger().repos.getDeployment({ ...repo, deployment_id: second.id })).data).toEqual(second)
    expect(await events()).toEqual(['deployment.created', 'deployment.created'])
    const { data } = await stranger().repos.getAllEnvironments(repo)
    expect(data.environments?.map(({ name }) => name)).toEqual(['production', 'Review 1'])
    expect(await deploy({ payload: 'text', environment: 'REVIEW 1' })).toMatchObject({
      payload: 'text',
      environment: 'Review 1',
    })
  })

  it('is listed newest first, by each of its columns', async () => {
    const first = await deploy()
    const other = await deploy({ ref: 'feature/x', environment: 'qa', task: 'check' })
    const list = async (filter: object) =>
      (await stranger().repos.listDeployments({ ...repo, ...filter })).data.map(({ id }) => id)
    expect(await list({})).toEqual([other.id, first.id])
    expect(await list({ sha: other.sha })).toEqual([other.id])
    expect(await list({ ref: 'main' })).toEqual([first.id])
    expect(await list({ task: 'check' })).toEqual([other.id])
    expect(await list({ environment: 'qa', ref: 'main' })).toEqual([])
    expect(await list({ environment: 'qa', task: 'check', sha: other.sha })).toEqual([other.id])
    expect(await list({ environment: 'none', per_page: 1 })).toEqual([other.id])
  })

  it('merges the default branch first where the branch is behind it', async () => {
    const put = (branch: string, path: string, content: string) =>
      octokit().repos.createOrUpdateFileContents({
        ...repo,
        branch,
        path,
        message: 'm',
        content: Buffer.from(content).toString('base64'),
      })
    await put('main', 'new.txt', 'new')
    const merging = await octokit().repos.createDeployment({ ...repo, ref: 'feature/x' })
    expect([merging.status, merging.data]).toEqual([202, { message: 'Auto-merged main into feature/x on deployment.' }])
    const { data: head } = await octokit().repos.getCommit({ ...repo, ref: 'feature/x' })
    expect(head).toMatchObject({ commit: { message: "Merge branch 'main' into feature/x" } })
    expect((await octokit().repos.createDeployment({ ...repo, ref: 'feature/x' })).status).toBe(201)
    await put('feature/x', 'both.txt', 'a')
    await put('main', 'both.txt', 'b')
    await expect(octokit().repos.createDeployment({ ...repo, ref: 'feature/x' })).rejects.toMatchObject({
      status: 409,
      response: { data: { message: 'Conflict merging main into feature/x.' } },
    })
  })

  it('needs the contexts that were reported, or those that it names', async () => {
    const { sha } = (await stranger().repos.getBranch({ ...repo, branch: 'main' })).data.commit
    const report = (state: 'pending' | 'success') =>
      octokit().repos.createCommitStatus({ ...repo, sha, state, context: 'ci' })
    await report('pending')
    await expect(deploy()).rejects.toMatchObject({
      status: 409,
      response: {
        data: {
          message: 'Conflict: Commit status checks failed for main.',
          errors: [
            {
              contexts: [{ context: 'ci', state: 'pending' }],
              resource: 'Deployment',
              field: 'required_contexts',
              code: 'invalid',
            },
          ],
        },
      },
    })
    await report('success')
    await deploy()
    await expect(deploy({ required_contexts: ['ci', 'e2e'] })).rejects.toMatchObject({ status: 409 })
    await expect(deploy({ ref: 'nope' })).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'No ref found for: nope' } },
    })
  })

  it('is deleted when it is the only one or inactive', async () => {
    const first = await deploy()
    const { id: deployment_id } = await deploy()
    await expect(octokit().repos.deleteDeployment({ ...repo, deployment_id })).rejects.toMatchObject({ status: 422 })
    await setStatus(deployment_id, 'inactive')
    expect((await octokit().repos.deleteDeployment({ ...repo, deployment_id })).status).toBe(204)
    await expect(stranger().repos.listDeploymentStatuses({ ...repo, deployment_id })).rejects.toMatchObject({
      status: 404,
    })
    await octokit().repos.deleteDeployment({ ...repo, deployment_id: first.id })
    expect((await stranger().repos.listDeployments(repo)).data).toEqual([])
  })

  it('is for users with push access and a token for deployments', async () => {
    await expect(deploy({}, 'monalisa')).rejects.toMatchObject({ status: 403 })
    await expect(deploy({}, 'reader')).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-accepted-oauth-scopes': 'repo, repo_deployment' } },
    })
    await expect(stranger().repos.listDeployments({ owner: 'acme', repo: 'website' })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('the statuses of a deployment', () => {
  it('are added and never changed, newest first, and may move the deployment to another environment', async () => {
    const { id: deployment_id } = await deploy({ environment: 'qa' })
    await takeEvents()
    const { data: first, status } = await setStatus(deployment_id, 'in_progress')
    expect(status).toBe(201)
    expect(first).toMatchObject({
      state: 'in_progress',
      description: '',
      environment: 'qa',
      target_url: '',
      log_url: '',
    })
    const full = {
      log_url: 'https://ci.example.com/1',
      description: 'Done',
      environment: 'staging',
      environment_url: 'https://qa.example.com',
    }
    const { data: last } = await setStatus(deployment_id, 'success', full)
    expect(last).toMatchObject({ ...full, target_url: full.log_url })
    expect(await takeEvents()).toEqual(['deployment_status.created', 'deployment_status.created'])
    expect((await stranger().repos.getDeployment({ ...repo, deployment_id })).data).toMatchObject({
      environment: 'staging',
      original_environment: 'qa',
    })
    const { data: all } = await stranger().repos.listDeploymentStatuses({ ...repo, deployment_id })
    expect(all).toEqual([last, first])
    const one = { ...repo, deployment_id, status_id: first.id }
    expect((await stranger().repos.getDeploymentStatus(one)).data).toEqual(first)
    const { id } = await deploy()
    await expect(stranger().repos.getDeploymentStatus({ ...one, deployment_id: id })).rejects.toMatchObject({
      status: 404,
    })
    await expect(setStatus(deployment_id, 'waiting' as 'success')).rejects.toMatchObject({ status: 422 })
  })

  it('make earlier successful deployments inactive, except production and transient ones, and send no event of it', async () => {
    const place = async (more: object) => {
      const { id } = await deploy({ environment: 'qa', ...more })
      await setStatus(id, 'success', { auto_inactive: false })
      return id
    }
    const [plain, transient] = [await place({}), await place({ transient_environment: true })]
    const [live, failed] = [await place({ production_environment: true }), (await deploy({ environment: 'qa' })).id]
    await setStatus(failed, 'failure')
    const latest = await deploy({ environment: 'qa' })
    await takeEvents()
    await setStatus(latest.id, 'success')
    expect(await takeEvents()).toEqual(['deployment_status.created'])
    const stateOf = async (deployment_id: number) =>
      (await stranger().repos.listDeploymentStatuses({ ...repo, deployment_id })).data[0]?.state
    expect(await Promise.all([plain, transient, live, failed, latest.id].map(stateOf))).toEqual([
      'inactive',
      'success',
      'success',
      'failure',
      'success',
    ])
  })
})

describe('workflows', () => {
  it('run on deployments and their statuses, at the deployed commit', async () => {
    const content = Buffer.from(
      'on: [deployment, deployment_status]\njobs: { only: { runs-on: x, steps: [{ run: y }] } }\n',
    ).toString('base64')
    const path = '.github/workflows/deploy.yml'
    await octokit('automator').repos.createOrUpdateFileContents({ ...repo, path, message: 'm', content })
    const { id, sha } = await deploy()
    await setStatus(id, 'success')
    const { workflow_runs: runs } = (await stranger().actions.listWorkflowRunsForRepo(repo)).data
    expect(runs.map(({ event, head_sha, head_branch }) => ({ event, head_sha, head_branch }))).toEqual([
      { event: 'deployment_status', head_sha: sha, head_branch: 'main' },
      { event: 'deployment', head_sha: sha, head_branch: 'main' },
    ])
  })
})
