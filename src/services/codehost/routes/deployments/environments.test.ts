import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { seal } from '../settings/settings.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', teams: [{ name: 'Core' }] }],
    repos: [
      { owner: 'acme', name: 'website', auto_init: true, collaborators: [{ login: 'hubber', permission: 'push' }] },
    ],
    apps: [
      {
        app_id: 1,
        slug: 'gate',
        permissions: { deployments: 'write' },
        events: ['deployment_protection_rule'],
        installations: [{ installation_id: 10, account: 'acme' }],
      },
      { app_id: 2, slug: 'other', installations: [{ installation_id: 11, account: 'acme' }] },
    ],
  },
}))
const { it, octokit, stranger } = site

const repo = { owner: 'acme', repo: 'website' }
const production = { ...repo, environment_name: 'production' }

const put = (more: object = {}, environment_name = 'production') =>
  octokit().repos.createOrUpdateEnvironment({ ...repo, environment_name, ...more })

describe('an environment', () => {
  it('is created without protection, and its settings are replaced', async () => {
    const { data } = await put()
    expect(data).toMatchObject({ name: 'production', protection_rules: [], deployment_branch_policy: null })
    const { data: user } = await stranger().users.getByUsername({ username: 'hubber' })
    const { data: team } = await octokit().teams.getByName({ org: 'acme', team_slug: 'core' })
    const protectedBy = {
      wait_timer: 30,
      prevent_self_review: true,
      reviewers: [
        { type: 'User', id: user.id },
        { type: 'Team', id: team.id },
      ],
      deployment_branch_policy: { protected_branches: true, custom_branch_policies: false },
    }
    const { data: after } = await put(protectedBy, 'PRODUCTION')
    expect(after).toMatchObject({
      id: data.id,
      name: 'production',
      protection_rules: [
        { type: 'wait_timer', wait_timer: 30 },
        {
          type: 'required_reviewers',
          prevent_self_review: true,
          reviewers: [
            { type: 'User', reviewer: { login: 'hubber' } },
            { type: 'Team', reviewer: { slug: 'core' } },
          ],
        },
        { type: 'branch_policy' },
      ],
      deployment_branch_policy: protectedBy.deployment_branch_policy,
    })
    expect((await stranger().repos.getEnvironment(production)).data).toEqual(after)
    expect((await put({ reviewers: null })).data.protection_rules).toEqual([])
    await put({}, 'a/b c')
    const { data: all } = await stranger().repos.getAllEnvironments(repo)
    expect([all.total_count, all.environments?.map(({ name }) => name)]).toEqual([2, ['a/b c', 'production']])
    await octokit().repos.deleteAnEnvironment({ ...repo, environment_name: 'a/b c' })
    await expect(stranger().repos.getEnvironment({ ...repo, environment_name: 'a/b c' })).rejects.toMatchObject({
      status: 404,
    })
  })

  it.for([
    { wait_timer: 43_201 },
    { wait_timer: -1 },
    { reviewers: [{ type: 'User', id: 999 }] },
    { reviewers: [{ type: 'Team', id: 999 }] },
    { reviewers: Array.from({ length: 7 }, () => ({ type: 'User', id: 1 })) },
    { deployment_branch_policy: { protected_branches: true, custom_branch_policies: true } },
  ])('is refused with %j', async (input) => {
    await expect(put(input)).rejects.toMatchObject({ status: 422 })
  })

  it('is changed by administrators', async () => {
    await expect(octokit('hubber').repos.createOrUpdateEnvironment({ ...production })).rejects.toMatchObject({
      status: 403,
    })
  })
})

describe('the branch policies of an environment', () => {
  it('are added, renamed and deleted where the environment has policies of its own', async () => {
    await put()
    await expect(stranger().repos.listDeploymentBranchPolicies(production)).rejects.toMatchObject({ status: 404 })
    await put({ deployment_branch_policy: { protected_branches: false, custom_branch_policies: true } })
    const { data: branch } = await octokit().repos.createDeploymentBranchPolicy({ ...production, name: 'release/*' })
    expect(branch).toMatchObject({ name: 'release/*', type: 'branch' })
    const tag = await octokit().repos.createDeploymentBranchPolicy({ ...production, name: 'v*', type: 'tag' })
    const again = await octokit().request(
      'POST /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies',
      { ...production, name: 'v*', type: 'tag' },
    )
    expect(again.status).toBe(303)
    const one = { ...production, branch_policy_id: branch.id ?? 0 }
    expect((await octokit().repos.updateDeploymentBranchPolicy({ ...one, name: 'main' })).data.name).toBe('main')
    expect((await stranger().repos.getDeploymentBranchPolicy(one)).data.name).toBe('main')
    await octokit().repos.deleteDeploymentBranchPolicy(one)
    expect((await stranger().repos.listDeploymentBranchPolicies(production)).data).toEqual({
      total_count: 1,
      branch_policies: [tag.data],
    })
  })
})

describe('the custom rules of an environment', () => {
  it('are apps that are installed and subscribe to deployment_protection_rule', async () => {
    await put()
    const { data: possible } = await octokit().repos.listCustomDeploymentRuleIntegrations(production)
    expect(possible).toMatchObject({
      total_count: 1,
      available_custom_deployment_protection_rule_integrations: [{ id: 1, slug: 'gate' }],
    })
    const { data: rule } = await octokit().repos.createDeploymentProtectionRule({ ...production, integration_id: 1 })
    expect(rule).toMatchObject({ enabled: true, app: { slug: 'gate' } })
    for (const integration_id of [1, 2]) {
      await expect(
        octokit().repos.createDeploymentProtectionRule({ ...production, integration_id }),
      ).rejects.toMatchObject({ status: 422 })
    }
    const one = { ...production, protection_rule_id: rule.id }
    expect((await stranger().repos.getCustomDeploymentProtectionRule(one)).data).toEqual(rule)
    expect((await stranger().repos.getAllDeploymentProtectionRules(production)).data).toEqual({
      total_count: 1,
      custom_deployment_protection_rules: [rule],
    })
    await octokit().repos.disableDeploymentProtectionRule(one)
    await expect(stranger().repos.getCustomDeploymentProtectionRule(one)).rejects.toMatchObject({ status: 404 })
  })
})

describe('the secrets and variables of an environment', () => {
  it('are separate from those of the repository and of other environments', async () => {
    await put()
    await put({}, 'qa')
    const { actions } = octokit('hubber')
    const { key, key_id } = (await actions.getEnvironmentPublicKey(production)).data
    expect((await actions.getRepoPublicKey(repo)).data.key).not.toBe(key)
    const secret = { ...production, secret_name: 'TOKEN' }
    const sealed = { encrypted_value: await seal('hush', key), key_id }
    expect((await actions.createOrUpdateEnvironmentSecret({ ...secret, ...sealed })).status).toBe(201)
    expect((await actions.createOrUpdateEnvironmentSecret({ ...secret, ...sealed })).status).toBe(204)
    expect((await actions.getEnvironmentSecret(secret)).data.name).toBe('TOKEN')
    expect((await actions.listEnvironmentSecrets(production)).data.total_count).toBe(1)
    expect((await actions.listRepoSecrets(repo)).data.total_count).toBe(0)
    expect((await actions.listEnvironmentSecrets({ ...repo, environment_name: 'qa' })).data.total_count).toBe(0)
    const named = { repository: 'acme/website', environment: 'Production', name: 'token' }
    expect(site.codehost.secret(named)).toBe('hush')
    expect(() => site.codehost.secret({ ...named, environment: 'dev' })).toThrow(
      'secret: acme/website has no environment dev; there are production, qa',
    )
    await actions.deleteEnvironmentSecret(secret)
    expect(site.codehost.secret(named)).toBeNull()

    const variable = { ...production, name: 'REGION' }
    await actions.createEnvironmentVariable({ ...variable, value: 'eu' })
    await actions.updateEnvironmentVariable({ ...variable, value: 'us' })
    expect((await actions.getEnvironmentVariable(variable)).data).toMatchObject({ name: 'REGION', value: 'us' })
    expect((await actions.listEnvironmentVariables(production)).data.total_count).toBe(1)
    await actions.deleteEnvironmentVariable(variable)
    await expect(actions.getEnvironmentVariable(variable)).rejects.toMatchObject({ status: 404 })
    await expect(actions.listEnvironmentVariables({ ...repo, environment_name: 'no' })).rejects.toMatchObject({
      status: 404,
    })
  })
})
