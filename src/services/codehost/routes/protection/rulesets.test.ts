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
        branches: [{ name: 'work', files: { 'a.txt': 'a\n' } }],
        collaborators: [{ login: 'hubber', permission: 'push' }],
        pulls: [{ title: 'Change', head: 'topic' }],
      },
      { owner: 'acme', name: 'other', auto_init: true },
    ],
  },
}))
const { it, octokit, stranger } = site

const repo = { owner: 'acme', repo: 'website' }
const onMain = { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } }
const reviews = {
  type: 'pull_request' as const,
  parameters: {
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_approving_review_count: 1,
    required_review_thread_resolution: false,
    allowed_merge_methods: ['squash' as const],
  },
}

type NewRuleset = NonNullable<Parameters<ReturnType<typeof octokit>['repos']['createRepoRuleset']>[0]>

/** Creates an active ruleset for the default branch. */
async function rule(more: Partial<NewRuleset>) {
  const input = { ...repo, name: 'main', enforcement: 'active' as const, conditions: onMain, ...more }
  return (await octokit().repos.createRepoRuleset(input)).data
}

const violation = (status: number, text: string) => ({
  status,
  response: { data: { message: `Repository rule violations found\n\n${text}\n\n` } },
})
const put = (branch: string, path = 'new.txt', token = 'hubber') =>
  octokit(token).repos.createOrUpdateFileContents({ ...repo, branch, path, message: 'm', content: '' })
const shaOf = async (branch: string) => (await stranger().repos.getBranch({ ...repo, branch })).data.commit.sha

describe('the rulesets of a repository', () => {
  it('are created, listed without their rules, changed and deleted', async () => {
    const created = await rule({
      bypass_actors: [{ actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' }],
      rules: [{ type: 'deletion' }, reviews],
    })
    expect(created).toMatchObject({
      name: 'main',
      target: 'branch',
      source_type: 'Repository',
      source: 'acme/website',
      enforcement: 'active',
      current_user_can_bypass: 'always',
      conditions: onMain,
      rules: [{ type: 'deletion' }, reviews],
    })
    const one = { ...repo, ruleset_id: created.id }
    expect((await octokit('hubber').repos.getRepoRuleset(one)).data.current_user_can_bypass).toBe('never')
    const { data: listed } = await stranger().repos.getRepoRulesets(repo)
    expect(listed).toHaveLength(1)
    expect(listed[0]).not.toHaveProperty('rules')
    const { data: changed } = await octokit().repos.updateRepoRuleset({ ...one, name: 'all', enforcement: 'disabled' })
    expect(changed).toMatchObject({ name: 'all', enforcement: 'disabled', rules: created.rules, conditions: onMain })
    await rule({ name: 'second' })
    await expect(rule({ name: 'all' })).rejects.toMatchObject({ status: 422 })
    await expect(octokit().repos.updateRepoRuleset({ ...one, name: 'second' })).rejects.toMatchObject({ status: 422 })
    expect((await octokit().repos.deleteRepoRuleset(one)).status).toBe(204)
    await expect(octokit().repos.getRepoRuleset(one)).rejects.toMatchObject({ status: 404 })
  })

  it.for([
    { rules: [{ type: 'nothing' }] },
    { rules: [{ type: 'pull_request', parameters: {} }] },
    { enforcement: 'sometimes' },
    { target: 'commit' },
  ])('are refused with %j', async (input) => {
    await expect(rule(input as object)).rejects.toMatchObject({ status: 422 })
  })

  it('are for administrators to change', async () => {
    const input = { ...repo, name: 'x', enforcement: 'active' } as const
    await expect(octokit('hubber').repos.createRepoRuleset(input)).rejects.toMatchObject({ status: 403 })
  })

  it('tell the rules of a branch, with those of the organization', async () => {
    const own = await rule({ rules: [{ type: 'deletion' }] })
    await rule({ name: 'off', enforcement: 'disabled', rules: [{ type: 'creation' }] })
    const { data: shared } = await octokit().repos.createOrgRuleset({
      org: 'acme',
      name: 'shared',
      enforcement: 'active',
      conditions: {
        ref_name: { include: ['refs/heads/m*'], exclude: [] },
        repository_name: { include: ['web*'], exclude: [] },
      },
      rules: [{ type: 'non_fast_forward' }],
    })
    const rulesOf = async (name: string, branch: string) =>
      (await stranger().repos.getBranchRules({ owner: 'acme', repo: name, branch })).data
    expect(await rulesOf('website', 'main')).toEqual([
      { type: 'deletion', ruleset_source_type: 'Repository', ruleset_source: 'acme/website', ruleset_id: own.id },
      { type: 'non_fast_forward', ruleset_source_type: 'Organization', ruleset_source: 'acme', ruleset_id: shared.id },
    ])
    expect(await rulesOf('website', 'work')).toEqual([])
    expect(await rulesOf('other', 'main')).toEqual([])
    const { data: without } = await stranger().repos.getRepoRulesets({ ...repo, includes_parents: false })
    expect(without.map(({ name }) => name)).toEqual(['main', 'off'])
    expect((await stranger().repos.getRepoRuleset({ ...repo, ruleset_id: shared.id })).data.name).toBe('shared')
  })
})

describe('the rulesets of an organization', () => {
  it('are created, changed and deleted by its owners', async () => {
    const { data: other } = await stranger().repos.get({ owner: 'acme', repo: 'other' })
    const input = { org: 'acme', name: 'all', enforcement: 'active' as const, rules: [{ type: 'deletion' as const }] }
    const conditions = { ref_name: { include: ['~ALL'] }, repository_id: { repository_ids: [other.id] } }
    const { data } = await octokit().repos.createOrgRuleset({ ...input, conditions })
    expect(data).toMatchObject({ source_type: 'Organization', source: 'acme', conditions })
    const one = { org: 'acme', ruleset_id: data.id }
    expect((await octokit().repos.updateOrgRuleset({ ...one, enforcement: 'disabled' })).data.enforcement).toBe(
      'disabled',
    )
    expect((await octokit().repos.getOrgRuleset(one)).data.enforcement).toBe('disabled')
    expect((await octokit().repos.getOrgRulesets({ org: 'acme' })).data).toHaveLength(1)
    expect((await octokit().repos.deleteOrgRuleset(one)).status).toBe(204)
    await expect(octokit('hubber').repos.createOrgRuleset(input)).rejects.toMatchObject({ status: 403 })
  })
})

describe('rules', () => {
  it('bind administrators too, unless they may bypass them', async () => {
    const { id } = await rule({ rules: [reviews] })
    await expect(put('main', 'a', 'octocat')).rejects.toMatchObject(
      violation(409, 'Changes must be made through a pull request.'),
    )
    const bypass_actors = [{ actor_type: 'OrganizationAdmin' as const, actor_id: 1 }]
    await octokit().repos.updateRepoRuleset({ ...repo, ruleset_id: id, bypass_actors })
    expect((await put('main', 'a', 'octocat')).status).toBe(201)
    await expect(put('main', 'b')).rejects.toMatchObject({ status: 409 })
  })

  it('decide about merges of pull requests', async () => {
    await rule({ rules: [reviews, { type: 'required_linear_history' }] })
    const { data: pull } = await stranger().pulls.get({ ...repo, pull_number: 1 })
    expect(pull.mergeable_state).toBe('blocked')
    const merge = (merge_method: 'merge' | 'squash') => octokit().pulls.merge({ ...repo, pull_number: 1, merge_method })
    await expect(merge('squash')).rejects.toMatchObject(
      violation(405, 'At least 1 approving review is required by reviewers with write access.'),
    )
    await octokit('hubber').pulls.createReview({ ...repo, pull_number: 1, event: 'APPROVE' })
    await expect(merge('merge')).rejects.toMatchObject(
      violation(405, 'Merge commits are not allowed on this branch.\nThis branch must not contain merge commits.'),
    )
    expect((await merge('squash')).data.merged).toBe(true)
  })

  it('need the checks that they name', async () => {
    await rule({
      rules: [
        {
          type: 'required_status_checks',
          parameters: { strict_required_status_checks_policy: false, required_status_checks: [{ context: 'ci' }] },
        },
      ],
    })
    await expect(put('main')).rejects.toMatchObject(violation(409, 'Required status check "ci" is expected.'))
  })

  it.for([
    ['creation', 'refs/heads/new', 'Cannot create ref due to creations being restricted.'],
    ['branch_name_pattern', 'refs/heads/new', 'Branch name must start with a matching pattern: feature/'],
    ['tag_name_pattern', 'refs/tags/1.0', 'Tag name must start with a matching pattern: v'],
  ] as const)('%s decides about %s', async ([type, ref, text]) => {
    const target = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
    const parameters = { operator: 'starts_with' as const, pattern: target === 'tag' ? 'v' : 'feature/' }
    const rules = [type === 'creation' ? { type } : { type, parameters }]
    await rule({ target, conditions: { ref_name: { include: ['~ALL'], exclude: ['refs/heads/free'] } }, rules })
    const sha = await shaOf('main')
    await expect(octokit().git.createRef({ ...repo, ref, sha })).rejects.toMatchObject(violation(422, text))
    const free = target === 'tag' ? 'refs/tags/v1' : 'refs/heads/free'
    expect((await octokit().git.createRef({ ...repo, ref: free, sha })).status).toBe(201)
  })

  it('decide about updates and deletions of refs', async () => {
    const all = { ref_name: { include: ['refs/heads/work'], exclude: [] } }
    const { id } = await rule({ conditions: all, rules: [{ type: 'update' }, { type: 'deletion' }] })
    const ref = { ...repo, ref: 'heads/work' }
    await expect(octokit().git.deleteRef(ref)).rejects.toMatchObject(
      violation(422, 'Cannot delete this protected ref.'),
    )
    await expect(put('work')).rejects.toMatchObject(violation(409, 'Cannot update this protected ref.'))
    await octokit().repos.updateRepoRuleset({ ...repo, ruleset_id: id, rules: [{ type: 'non_fast_forward' }] })
    const move = { ...ref, sha: await shaOf('main'), force: true }
    await expect(octokit().git.updateRef(move)).rejects.toMatchObject(
      violation(422, 'Cannot force-push to this branch'),
    )
  })
})

describe.skipIf(!hasGit)('a push', () => {
  it('that violates rules is refused with the lines of the vendor', async () => {
    await rule({ rules: [reviews] })
    const git = await gitClient()
    await git.run('clone', '-q', `${site.codehost.url.replace('://', '://x:hubber@')}/acme/website.git`, 'copy')
    await git.write('copy/new.txt', 'new')
    await git.in('copy')('add', '-A')
    await git.in('copy')('commit', '-q', '-m', 'New')
    const { code, stderr } = await git.attempt('copy', 'push')
    expect(code).toBe(1)
    expect(stderr).toContain('remote: error: GH013: Repository rule violations found for refs/heads/main.')
    expect(stderr).toContain('remote: - Changes must be made through a pull request.')
    expect(stderr).toContain('(push declined due to repository rule violations)')
  })
})
