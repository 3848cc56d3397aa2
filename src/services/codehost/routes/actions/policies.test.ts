import { describe, expect } from 'vitest'
import { DAY } from '#core/duration.ts'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: Object.fromEntries(
    ['octocat', 'hubber'].map((login) => [login, { login, scopes: ['repo', 'workflow', 'admin:org'] }]),
  ),
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        files: { '.github/workflows/ci.yml': 'on: [push, workflow_dispatch]\njobs:\n  a:\n    steps: []\n' },
      },
      { owner: 'acme', name: 'walls', private: true },
    ],
  },
}))
const { it, octokit } = site

const org = 'acme'
const repo = { owner: org, repo: 'website' }
const refused = (status: number) => ({ status })

async function push(): Promise<number> {
  const content = Buffer.from(String(Math.random())).toString('base64')
  const path = `${content.slice(0, 9)}.txt`
  await octokit().repos.createOrUpdateFileContents({ ...repo, path, message: 'Change', content })
  return (await octokit().actions.listWorkflowRunsForRepo(repo)).data.total_count
}

describe('the policy of Actions', () => {
  it('of a repository lets workflows run, or none', async () => {
    const { actions } = octokit()
    expect((await actions.getGithubActionsPermissionsRepository(repo)).data).toEqual({
      enabled: true,
      allowed_actions: 'all',
      sha_pinning_required: false,
    })
    const before = await push()
    await actions.setGithubActionsPermissionsRepository({ ...repo, enabled: false })
    expect(await push()).toBe(before)
    await expect(actions.createWorkflowDispatch({ ...repo, workflow_id: 'ci.yml', ref: 'main' })).rejects.toMatchObject(
      refused(422),
    )
    await actions.setGithubActionsPermissionsRepository({ ...repo, enabled: true })
    expect(await push()).toBe(before + 1)
    await expect(
      octokit('hubber').actions.setGithubActionsPermissionsRepository({ ...repo, enabled: false }),
    ).rejects.toMatchObject(refused(403))
  })

  it('of an organization is for all, no or selected repositories', async () => {
    const { actions, repos } = octokit()
    const { id: repository_id } = (await repos.get(repo)).data
    const before = await push()
    const set = (enabled_repositories: 'all' | 'none' | 'selected') =>
      actions.setGithubActionsPermissionsOrganization({ org, enabled_repositories })
    await expect(actions.listSelectedRepositoriesEnabledGithubActionsOrganization({ org })).rejects.toMatchObject(
      refused(409),
    )
    await set('none')
    expect(await push()).toBe(before)
    await set('selected')
    expect((await actions.getGithubActionsPermissionsOrganization({ org })).data).toMatchObject({
      enabled_repositories: 'selected',
      selected_repositories_url: expect.stringMatching(/\/orgs\/acme\/actions\/permissions\/repositories$/),
    })
    expect(await push()).toBe(before)
    await actions.enableSelectedRepositoryGithubActionsOrganization({ org, repository_id })
    expect(await push()).toBe(before + 1)
    const names = async () =>
      (await actions.listSelectedRepositoriesEnabledGithubActionsOrganization({ org })).data.repositories.map(
        ({ name }) => name,
      )
    expect(await names()).toEqual(['website'])
    await actions.disableSelectedRepositoryGithubActionsOrganization({ org, repository_id })
    expect(await push()).toBe(before + 1)
    await actions.setSelectedRepositoriesEnabledGithubActionsOrganization({
      org,
      selected_repository_ids: [repository_id],
    })
    expect(await names()).toEqual(['website'])
    await expect(
      actions.enableSelectedRepositoryGithubActionsOrganization({ org, repository_id: 999 }),
    ).rejects.toMatchObject(refused(404))
  })

  it('selects actions', async () => {
    const { actions } = octokit()
    await expect(actions.getAllowedActionsRepository(repo)).rejects.toMatchObject(refused(409))
    await actions.setGithubActionsPermissionsOrganization({
      org,
      enabled_repositories: 'all',
      allowed_actions: 'selected',
      sha_pinning_required: true,
    })
    const patterns_allowed = ['acme/*']
    await actions.setAllowedActionsOrganization({ org, github_owned_allowed: true, patterns_allowed })
    const selection = { github_owned_allowed: true, verified_allowed: false, patterns_allowed }
    expect((await actions.getAllowedActionsOrganization({ org })).data).toEqual(selection)
    expect((await actions.getAllowedActionsRepository(repo)).data).toEqual(selection)
    await actions.setAllowedActionsRepository({ ...repo, verified_allowed: true })
    expect((await actions.getAllowedActionsRepository(repo)).data).toEqual({ ...selection, verified_allowed: true })
    expect((await actions.getGithubActionsPermissionsRepository(repo)).data).toMatchObject({
      allowed_actions: 'selected',
      selected_actions_url: expect.stringMatching(/\/actions\/permissions\/selected-actions$/),
      sha_pinning_required: true,
    })
  })

  it('gives a repository no more permissions than its organization', async () => {
    const { actions } = octokit()
    const write = { default_workflow_permissions: 'write', can_approve_pull_request_reviews: true } as const
    expect((await actions.getGithubActionsDefaultWorkflowPermissionsRepository(repo)).data).toEqual({
      default_workflow_permissions: 'read',
      can_approve_pull_request_reviews: false,
    })
    const setInRepository = () => actions.setGithubActionsDefaultWorkflowPermissionsRepository({ ...repo, ...write })
    await expect(setInRepository()).rejects.toMatchObject(refused(409))
    await actions.setGithubActionsDefaultWorkflowPermissionsOrganization({ org, ...write })
    expect((await actions.getGithubActionsDefaultWorkflowPermissionsOrganization({ org })).data).toEqual(write)
    await setInRepository()
    expect((await actions.getGithubActionsDefaultWorkflowPermissionsRepository(repo)).data).toEqual(write)
    await actions.setWorkflowAccessToRepository({ ...repo, repo: 'walls', access_level: 'organization' })
    const { data } = await actions.getWorkflowAccessToRepository({ ...repo, repo: 'walls' })
    expect(data.access_level).toBe('organization')
  })

  it('keeps artifacts for some days, at most as many as the organization', async () => {
    const client = octokit()
    const ofRepo = async () =>
      (await client.request('GET /repos/{owner}/{repo}/actions/permissions/artifact-and-log-retention', repo)).data
    const set = (days: number) =>
      client.request('PUT /repos/{owner}/{repo}/actions/permissions/artifact-and-log-retention', { ...repo, days })
    expect(await ofRepo()).toEqual({ days: 90, maximum_allowed_days: 90 })
    await client.request('PUT /orgs/{org}/actions/permissions/artifact-and-log-retention', { org, days: 30 })
    const ofOrg = await client.request('GET /orgs/{org}/actions/permissions/artifact-and-log-retention', { org })
    expect(ofOrg.data).toEqual({ days: 30, maximum_allowed_days: 400 })
    await expect(set(31)).rejects.toMatchObject(refused(422))
    await set(2)
    expect(await ofRepo()).toEqual({ days: 2, maximum_allowed_days: 30 })
    await push()
    const { artifactId } = site.codehost.addArtifact({ repo: 'acme/website', name: 'report', files: {} })
    const { data } = await client.actions.getArtifact({ ...repo, artifact_id: artifactId })
    expect(Date.parse(data.expires_at ?? '') - Date.parse(data.created_at ?? '')).toBe(2 * DAY)
  })

  it('has approvals of runs, and runs of forks of private repositories', async () => {
    const walls = { owner: org, repo: 'walls', org }
    const request = async (route: string, more: Record<string, unknown> = {}) =>
      (await octokit().request(route, { ...walls, ...more })).data as unknown
    const approval = { approval_policy: 'all_external_contributors' }
    await request('PUT /orgs/{org}/actions/permissions/fork-pr-contributor-approval', approval)
    expect(await request('GET /orgs/{org}/actions/permissions/fork-pr-contributor-approval')).toEqual(approval)
    const ofRepo = () => request('GET /repos/{owner}/{repo}/actions/permissions/fork-pr-contributor-approval')
    expect(await ofRepo()).toEqual(approval)
    const own = { approval_policy: 'first_time_contributors' }
    await request('PUT /repos/{owner}/{repo}/actions/permissions/fork-pr-contributor-approval', own)
    expect(await ofRepo()).toEqual(own)
    const runs = { run_workflows_from_fork_pull_requests: true, send_secrets_and_variables: true }
    const others = { send_write_tokens_to_workflows: false, require_approval_for_fork_pr_workflows: false }
    await request('PUT /orgs/{org}/actions/permissions/fork-pr-workflows-private-repos', runs)
    expect(await request('GET /orgs/{org}/actions/permissions/fork-pr-workflows-private-repos')).toEqual({
      ...runs,
      ...others,
    })
    const none = { run_workflows_from_fork_pull_requests: false }
    await request('PUT /repos/{owner}/{repo}/actions/permissions/fork-pr-workflows-private-repos', none)
    expect(await request('GET /repos/{owner}/{repo}/actions/permissions/fork-pr-workflows-private-repos')).toEqual({
      ...runs,
      ...others,
      ...none,
    })
  })
})
