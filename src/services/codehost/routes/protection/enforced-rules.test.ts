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
        pulls: [{ title: 'Change', head: 'topic', files: { 'a.txt': 'a\n' } }],
      },
    ],
  },
}))
const { it, octokit, stranger } = site

const repo = { owner: 'acme', repo: 'website' }
const onMain = { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } }
const pull = { ...repo, pull_number: 1 }

type NewRuleset = NonNullable<Parameters<ReturnType<typeof octokit>['repos']['createRepoRuleset']>[0]>
type Rule = NonNullable<NewRuleset['rules']>[number]

/** Creates an active ruleset for the default branch. */
async function rule(rules: Rule[], more: Partial<NewRuleset> = {}) {
  const input = { ...repo, name: 'main', enforcement: 'active' as const, conditions: onMain, rules, ...more }
  return (await octokit().repos.createRepoRuleset(input)).data
}

/** Creates an active ruleset for all pushes. */
async function pushRule(rules: Rule[], more: Partial<NewRuleset> = {}) {
  const input = { ...repo, name: 'files', target: 'push' as const, enforcement: 'active' as const, rules, ...more }
  return (await octokit().repos.createRepoRuleset(input)).data
}

const put = (path: string, more: object = {}) =>
  octokit('hubber').repos.createOrUpdateFileContents({
    ...repo,
    branch: 'main',
    path,
    message: 'm',
    content: '',
    ...more,
  })
const merge = (merge_method: 'merge' | 'squash' | 'rebase', more = {}) =>
  octokit().pulls.merge({ ...pull, merge_method, ...more })
const violation = (status: number, text: string) => ({
  status,
  response: { data: { message: `Repository rule violations found\n\n${text}\n\n` } },
})
const shaOf = async (branch: string) => (await stranger().repos.getBranch({ ...repo, branch })).data.commit.sha
const suites = async () => (await octokit().repos.getRepoRuleSuites(repo)).data

describe('required resolution of conversations', () => {
  const comment = async () =>
    octokit('hubber').pulls.createReviewComment({
      ...pull,
      body: 'Why?',
      commit_id: await shaOf('topic'),
      path: 'a.txt',
      line: 1,
    })
  const resolve = async () => {
    const { repository } = await octokit().graphql<{
      repository: { pullRequest: { reviewThreads: { nodes: { id: string }[] } } }
    }>(
      '{ repository(owner: "acme", name: "website") { pullRequest(number: 1) { reviewThreads(first: 1) { nodes { id } } } } }',
    )
    const [thread] = repository.pullRequest.reviewThreads.nodes
    await octokit().graphql('mutation($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { id } } }', {
      id: thread?.id,
    })
  }

  it('blocks a merge by a protection until the last one is resolved', async () => {
    await octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: null,
      enforce_admins: true,
      required_pull_request_reviews: null,
      restrictions: null,
      required_conversation_resolution: true,
    })
    await comment()
    expect((await octokit().pulls.get(pull)).data.mergeable_state).toBe('blocked')
    await expect(merge('squash')).rejects.toMatchObject({
      status: 405,
      response: { data: { message: 'A conversation must be resolved before this pull request can be merged.' } },
    })
    await resolve()
    expect((await octokit().pulls.get(pull)).data.mergeable_state).toBe('clean')
    expect((await merge('squash')).data.merged).toBe(true)
  })

  it('blocks a merge by a ruleset', async () => {
    const parameters = {
      dismiss_stale_reviews_on_push: false,
      require_code_owner_review: false,
      require_last_push_approval: false,
      required_approving_review_count: 0,
      required_review_thread_resolution: true,
    }
    await rule([{ type: 'pull_request', parameters }])
    await comment()
    await expect(merge('merge')).rejects.toMatchObject(
      violation(405, 'A conversation must be resolved before this pull request can be merged.'),
    )
    await resolve()
    expect((await merge('merge')).data.merged).toBe(true)
  })
})

describe('required signatures', () => {
  it('refuse a file that a user commits, and take those that the vendor commits', async () => {
    await rule([{ type: 'required_signatures' }])
    await expect(put('b.txt')).rejects.toMatchObject(violation(409, 'Commits must have verified signatures.'))
    const { createCommitOnBranch } = await octokit().graphql<{ createCommitOnBranch: { commit: { oid: string } } }>(
      'mutation($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }',
      {
        input: {
          branch: { repositoryNameWithOwner: 'acme/website', branchName: 'main' },
          expectedHeadOid: await shaOf('main'),
          message: { headline: 'Add' },
          fileChanges: { additions: [{ path: 'b.txt', contents: '' }] },
        },
      },
    )
    expect(await shaOf('main')).toBe(createCommitOnBranch.commit.oid)
  })

  it('refuse merges that keep unsigned commits, and take a squash', async () => {
    await rule([{ type: 'required_signatures' }])
    await expect(merge('merge')).rejects.toMatchObject(violation(405, 'Commits must have verified signatures.'))
    await expect(merge('rebase')).rejects.toMatchObject(violation(405, 'Commits must have verified signatures.'))
    expect((await merge('squash')).data.merged).toBe(true)
  })

  it('of a protection refuse them too', async () => {
    await octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: null,
      enforce_admins: true,
      required_pull_request_reviews: null,
      restrictions: null,
    })
    await octokit().repos.createCommitSignatureProtection({ ...repo, branch: 'main' })
    await expect(put('b.txt')).rejects.toMatchObject({
      status: 409,
      response: { data: { message: 'Could not create file: Commits must have verified signatures.' } },
    })
    await expect(merge('merge')).rejects.toMatchObject({
      status: 405,
      response: { data: { message: 'Commits must have verified signatures.' } },
    })
    expect((await merge('squash')).data.merged).toBe(true)
  })
})

describe('patterns', () => {
  const email = { name: 'M', email: 'm@example.com' }

  it.for([
    [
      { type: 'commit_message_pattern', parameters: { operator: 'regex', pattern: '^(feat|fix): ' } },
      { message: 'fix: it' },
      'Commit message must match a given regex pattern: ^(feat|fix): ',
    ],
    [
      { type: 'commit_message_pattern', parameters: { operator: 'contains', pattern: 'm', negate: true } },
      { message: 'a' },
      'Commit message must not contain a matching pattern: m',
    ],
    [
      { type: 'commit_author_email_pattern', parameters: { operator: 'ends_with', pattern: '@example.com' } },
      { author: email },
      'Commit author email address must end with a matching pattern: @example.com',
    ],
    [
      { type: 'committer_email_pattern', parameters: { operator: 'ends_with', pattern: '@example.com' } },
      { committer: email },
      'Committer email address must end with a matching pattern: @example.com',
    ],
  ] as const)('decide about commits: %j', async ([pattern, allowed, text]) => {
    await rule([pattern])
    await expect(put('b.txt')).rejects.toMatchObject(violation(409, text))
    expect((await put('b.txt', allowed)).status).toBe(201)
  })

  it('decide about the message of a squash', async () => {
    await rule([{ type: 'commit_message_pattern', parameters: { operator: 'regex', pattern: '^feat: ' } }])
    await expect(merge('squash')).rejects.toMatchObject(
      violation(405, 'Commit message must match a given regex pattern: ^feat: '),
    )
    expect((await merge('squash', { commit_title: 'feat: Change' })).data.merged).toBe(true)
  })

  it('that are expressions decide about names, in linear time', async () => {
    const parameters = { operator: 'regex' as const, pattern: '^(a+)+$' }
    await rule([{ type: 'branch_name_pattern', parameters }], {
      conditions: { ref_name: { include: ['~ALL'], exclude: ['refs/heads/main'] } },
    })
    const sha = await shaOf('main')
    const name = `refs/heads/${'a'.repeat(200)}`
    await expect(octokit().git.createRef({ ...repo, ref: `${name}b`, sha })).rejects.toMatchObject(
      violation(422, 'Branch name must match a given regex pattern: ^(a+)+$'),
    )
    expect((await octokit().git.createRef({ ...repo, ref: name, sha })).status).toBe(201)
  })

  it('are refused when they are no expressions of RE2', async () => {
    const parameters = { operator: 'regex' as const, pattern: '^(?!wip)' }
    await expect(rule([{ type: 'commit_message_pattern', parameters }])).rejects.toMatchObject({ status: 422 })
  })
})

describe('rules for files', () => {
  it.for([
    [
      { type: 'file_path_restriction', parameters: { restricted_file_paths: ['infra/**/*'] } },
      'infra/prod/main.tf',
      'File path is restricted',
    ],
    [
      { type: 'file_path_restriction', parameters: { restricted_file_paths: ['secrets'] } },
      'secrets/key.txt',
      'File path is restricted',
    ],
    [
      { type: 'file_extension_restriction', parameters: { restricted_file_extensions: ['*.exe', 'dll'] } },
      'bin/tool.DLL',
      'File extension is restricted',
    ],
    [
      { type: 'max_file_path_length', parameters: { max_file_path_length: 10 } },
      'a/longer/path.txt',
      'File path length exceeds the limit of 10 characters',
    ],
  ] as const)('refuse %j', async ([restriction, path, text]) => {
    await pushRule([restriction as unknown as Rule])
    await expect(put(path)).rejects.toMatchObject(violation(409, text))
    await expect(put(path, { branch: 'topic' })).rejects.toMatchObject(violation(409, text))
    expect((await put('ok.txt')).status).toBe(201)
  })

  it('refuse files by their size in MiB', async () => {
    await pushRule([{ type: 'max_file_size', parameters: { max_file_size: 1 } }])
    const bytes = (size: number) => ({ content: Buffer.alloc(size, 'x').toString('base64') })
    await expect(put('large.txt', bytes(1024 * 1024 + 1))).rejects.toMatchObject(
      violation(409, 'File size exceeds the limit of 1 MB'),
    )
    expect((await put('large.txt', bytes(1024 * 1024))).status).toBe(201)
  })
})

describe('required deployments', () => {
  it('block a merge until the head was deployed to each environment', async () => {
    await rule([{ type: 'required_deployments', parameters: { required_deployment_environments: ['staging'] } }])
    await expect(merge('squash')).rejects.toMatchObject(violation(405, 'Required deployment to staging is expected.'))
    const { data } = await octokit().repos.createDeployment({ ...repo, ref: 'topic', environment: 'staging' })
    if (!('id' in data)) throw new Error('no deployment')
    const status = { ...repo, deployment_id: data.id }
    await octokit().repos.createDeploymentStatus({ ...status, state: 'failure' })
    expect((await octokit().pulls.get(pull)).data.mergeable_state).toBe('blocked')
    await octokit().repos.createDeploymentStatus({ ...status, state: 'success' })
    expect((await merge('squash')).data.merged).toBe(true)
  })
})

describe('the rule suite of a request', () => {
  it('is kept when the request was refused, and nothing else of it', async () => {
    await rule([{ type: 'commit_message_pattern', parameters: { operator: 'starts_with', pattern: 'fix' } }])
    const before = await shaOf('main')
    await expect(put('b.txt')).rejects.toMatchObject({ status: 409 })
    const [suite, ...others] = await suites()
    expect(others).toEqual([])
    expect(suite).toMatchObject({ result: 'fail', actor_name: 'hubber', ref: 'refs/heads/main', before_sha: before })
    const { data } = await octokit().repos.getRepoRuleSuite({ ...repo, rule_suite_id: suite?.id ?? 0 })
    expect(data.rule_evaluations).toMatchObject([
      {
        result: 'fail',
        rule_type: 'commit_message_pattern',
        details: 'Commit message must start with a matching pattern: fix',
      },
    ])
    expect(await shaOf('main')).toBe(before)
  })
})

describe.skipIf(!hasGit)('a push', () => {
  async function pushed(path: string, token = 'hubber') {
    const git = await gitClient()
    await git.run('clone', '-q', `${site.codehost.url.replace('://', `://x:${token}@`)}/acme/website.git`, 'copy')
    await git.write(`copy/${path}`, 'new')
    await git.in('copy')('add', '-A')
    await git.in('copy')('commit', '-q', '-m', 'New')
    const { code, stderr } = await git.attempt('copy', 'push')
    const lines = stderr.split('\n').map((line) => line.trimEnd())
    return { code, lines, sha: await git.in('copy')('rev-parse', 'HEAD') }
  }
  const rulesUrl = () => `${site.codehost.url}/acme/website/rules?ref=refs%2Fheads%2Fmain`

  it('is refused with the commits that violate a rule', async () => {
    await rule([{ type: 'required_signatures' }])
    const { code, lines, sha } = await pushed('b.txt')
    expect(code).toBe(1)
    expect(lines.slice(0, 8)).toEqual([
      'remote: error: GH013: Repository rule violations found for refs/heads/main.',
      `remote: Review all repository rules at ${rulesUrl()}`,
      'remote:',
      'remote: - Commits must have verified signatures.',
      'remote:   Found 1 violation:',
      'remote:',
      `remote:   ${sha}`,
      'remote:',
    ])
    expect(lines.join('\n')).toContain('(push declined due to repository rule violations)')
  })

  it('is refused with the files that violate a rule', async () => {
    await pushRule([{ type: 'file_path_restriction', parameters: { restricted_file_paths: ['infra/**/*'] } }])
    const { lines } = await pushed('infra/main.tf')
    expect(lines).toEqual(
      expect.arrayContaining([
        'remote: - GITHUB PUSH PROTECTION',
        'remote:     - File path is restricted',
        'remote:       infra/main.tf',
      ]),
    )
  })

  it('tells which rules its user has bypassed', async () => {
    const bypass_actors = [{ actor_id: 1, actor_type: 'OrganizationAdmin' as const, bypass_mode: 'always' as const }]
    await rule([{ type: 'required_signatures' }], { bypass_actors })
    const { code, lines, sha } = await pushed('b.txt', 'octocat')
    expect(code).toBe(0)
    expect(lines.slice(0, 7)).toEqual([
      'remote: Bypassed rule violations for refs/heads/main:',
      'remote:',
      'remote: - Commits must have verified signatures.',
      'remote:   Found 1 violation:',
      'remote:',
      `remote:   ${sha}`,
      'remote:',
    ])
  })
})
