import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { gitClient, hasGit } from '../git/git-client.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        files: { 'README.md': '# hi\n' },
        collaborators: [{ login: 'hubber', permission: 'push' }],
      },
    ],
  },
}))
const { it, octokit } = site

const repo = { owner: 'acme', repo: 'website' }
const conditions = { ref_name: { include: ['~ALL'], exclude: [] } }
const linear = { type: 'required_linear_history' as const }
const update = { type: 'update' as const }

/** Creates a ruleset for all branches. */
async function rule(name: string, more: object) {
  const input = { ...repo, name, enforcement: 'active' as const, conditions, rules: [linear], ...more }
  return (await octokit().repos.createRepoRuleset(input)).data
}

const put = (path: string, token = 'octocat') =>
  octokit(token).repos.createOrUpdateFileContents({ ...repo, branch: 'main', path, message: 'm', content: '' })
const suites = async (filter = {}) => (await octokit().repos.getRepoRuleSuites({ ...repo, ...filter })).data

describe('the history of a ruleset', () => {
  it('has every version, latest first, with who made it', async () => {
    const { id: ruleset_id } = await rule('main', {})
    const { repos } = octokit()
    await repos.updateRepoRuleset({ ...repo, ruleset_id, enforcement: 'disabled' })
    const { data } = await repos.getRepoRulesetHistory({ ...repo, ruleset_id })
    const me = (await octokit().users.getAuthenticated()).data.id
    expect(data.map(({ actor }) => actor)).toEqual([
      { id: me, type: 'User' },
      { id: me, type: 'User' },
    ])
    const [, first] = data
    const { data: version } = await repos.getRepoRulesetVersion({
      ...repo,
      ruleset_id,
      version_id: first?.version_id ?? 0,
    })
    expect(version.state).toMatchObject({
      id: ruleset_id,
      name: 'main',
      enforcement: 'active',
      source: 'acme/website',
      rules: [linear],
    })
    await expect(repos.getRepoRulesetVersion({ ...repo, ruleset_id, version_id: 99 })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('is there for those of organizations too', async () => {
    const { repos, orgs } = octokit()
    const { data } = await repos.createOrgRuleset({ org: 'acme', name: 'all', enforcement: 'active', rules: [] })
    const one = { org: 'acme', ruleset_id: data.id }
    const { data: history } = await orgs.getOrgRulesetHistory(one)
    expect(history).toHaveLength(1)
    const version_id = history[0]?.version_id ?? 0
    expect((await orgs.getOrgRulesetVersion({ ...one, version_id })).data.state).toMatchObject({ name: 'all' })
  })
})

describe('rule suites', () => {
  it('say that a change passed all rules', async () => {
    await rule('main', {})
    await put('a.txt')
    const [suite, ...others] = await suites()
    expect(others).toEqual([])
    expect(suite).toMatchObject({ actor_name: 'octocat', ref: 'refs/heads/main', result: 'pass' })
    expect(suite).not.toHaveProperty('evaluation_result')
    const { data } = await octokit().repos.getRepoRuleSuite({ ...repo, rule_suite_id: suite?.id ?? 0 })
    expect(data.rule_evaluations).toEqual([
      {
        rule_source: expect.objectContaining({ type: 'ruleset', name: 'main' }) as object,
        enforcement: 'active',
        result: 'pass',
        rule_type: 'required_linear_history',
        details: null,
      },
    ])
  })

  it('say who bypassed a rule, and what it would have refused', async () => {
    const bypass_actors = [{ actor_id: 1, actor_type: 'OrganizationAdmin' as const, bypass_mode: 'always' as const }]
    await rule('main', { rules: [update], bypass_actors })
    await put('a.txt')
    const [suite] = await suites({ rule_suite_result: 'bypass' })
    const { data } = await octokit().repos.getRepoRuleSuite({ ...repo, rule_suite_id: suite?.id ?? 0 })
    expect(data).toMatchObject({
      result: 'bypass',
      rule_evaluations: [{ result: 'fail', rule_type: 'update', details: 'Cannot update this protected ref.' }],
    })
  })

  it('tell what a ruleset that is only evaluated would have refused', async () => {
    await rule('main', { enforcement: 'evaluate', rules: [update] })
    await put('a.txt', 'hubber')
    expect(await suites({ evaluate_status: 'evaluate' })).toMatchObject([
      { result: 'pass', evaluation_result: 'fail', actor_name: 'hubber' },
    ])
    expect(await suites({ evaluate_status: 'active' })).toEqual([])
  })

  it('are filtered by branch, person and time, and listed for an organization', async () => {
    await rule('main', {})
    await put('a.txt', 'hubber')
    expect(await suites({ ref: 'main', actor_name: 'hubber' })).toHaveLength(1)
    expect(await suites({ ref: 'other' })).toEqual([])
    expect(await suites({ actor_name: 'octocat' })).toEqual([])
    const { repos } = octokit()
    const { data } = await repos.getOrgRuleSuites({ org: 'acme', repository_name: 'website' })
    expect(data).toHaveLength(1)
    const one = { org: 'acme', rule_suite_id: data[0]?.id ?? 0 }
    expect((await repos.getOrgRuleSuite(one)).data.repository_name).toBe('website')
    site.codehost.clock.advance(25 * 3_600_000)
    expect(await suites()).toEqual([])
    expect(await suites({ time_period: 'week' })).toHaveLength(1)
    await expect(suites({ time_period: 'constructor' })).rejects.toMatchObject({ status: 422 })
  })

  it('are for administrators', async () => {
    await expect(octokit('hubber').repos.getRepoRuleSuites(repo)).rejects.toMatchObject({ status: 403 })
  })
})

describe.skipIf(!hasGit)('the rule suite of a push', () => {
  it('is kept when the push was refused', async () => {
    await rule('main', { rules: [update] })
    const git = await gitClient()
    await git.run('clone', '-q', `${site.codehost.url.replace('://', '://x:hubber@')}/acme/website.git`, 'copy')
    await git.write('copy/new.txt', 'new')
    await git.in('copy')('add', '-A')
    await git.in('copy')('commit', '-q', '-m', 'New')
    const { stderr } = await git.attempt('copy', 'push')
    expect(stderr).toContain('GH013')
    expect(await suites()).toMatchObject([{ result: 'fail', actor_name: 'hubber', ref: 'refs/heads/main' }])
  })
})
