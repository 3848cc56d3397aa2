import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const OWNERS = `# Owners by path; the last match counts.
*            @owner
*.md         hubber@example.com   # an address
/src/        @acme/core @writer
/src/*.test  @acme/core
docs/*       @writer
/free.txt
/src/own\\ file.txt @owner
!/src        @owner
/nobody.txt  @reader @acme/hidden @acme/elsewhere @ghost @other/core
`

const site = await codehostSite((receiver) => ({
  tokens: Object.fromEntries(
    ['owner', 'hubber', 'writer', 'opener'].map((login) => [login, { login, scopes: ['repo'] }]),
  ),
  codehost: {
    users: [
      { login: 'owner' },
      { login: 'hubber', email: 'hubber@example.com' },
      { login: 'writer' },
      { login: 'reader' },
      { login: 'opener' },
    ],
    orgs: [
      {
        login: 'acme',
        members: [{ login: 'owner', role: 'admin' }, { login: 'hubber' }],
        teams: [
          { name: 'Core', members: ['hubber'], repos: [{ name: 'app', permission: 'push' }] },
          { name: 'Hidden', privacy: 'secret', repos: [{ name: 'app', permission: 'push' }] },
          { name: 'Elsewhere' },
        ],
      },
    ],
    repos: [
      {
        owner: 'acme',
        name: 'app',
        files: { '.github/CODEOWNERS': OWNERS, CODEOWNERS: '* @writer', 'docs/CODEOWNERS': '* @opener' },
        collaborators: [{ login: 'writer' }, { login: 'reader', permission: 'pull' }, { login: 'opener' }],
        branches: [{ name: 'bare', files: { '.github/CODEOWNERS': '' } }],
        webhooks: [{ url: receiver.url, events: ['pull_request'] }],
      },
    ],
  },
}))
const { it } = site

const repo = { owner: 'acme', repo: 'app' }
const octokit = (token: string) => checkedOctokit(site.codehost, token)
const tipOf = async (branch: string) =>
  (await octokit('owner').git.getRef({ ...repo, ref: `heads/${branch}` })).data.object.sha

/** Commits files to a branch, which starts at main when it is new, as the user of the token. */
async function push(token: string, branch: string, ...paths: readonly string[]): Promise<string> {
  const client = octokit(token)
  const known = await tipOf(branch).catch(() => null)
  const parent = known ?? (await tipOf('main'))
  const { data: tree } = await client.git.createTree({
    ...repo,
    base_tree: (await client.git.getCommit({ ...repo, commit_sha: parent })).data.tree.sha,
    tree: paths.map((path) => ({ path, mode: '100644', type: 'blob', content: `${branch} ${parent}\n` })),
  })
  const { data: made } = await client.git.createCommit({
    ...repo,
    message: 'Change',
    tree: tree.sha,
    parents: [parent],
  })
  if (known === null) await client.git.createRef({ ...repo, ref: `refs/heads/${branch}`, sha: made.sha })
  else await client.git.updateRef({ ...repo, ref: `heads/${branch}`, sha: made.sha })
  return made.sha
}

async function open(token: string, paths: readonly string[], more: { draft?: boolean; base?: string } = {}) {
  const head = `change-${paths.join('-').replaceAll(/[^\w-]/g, '')}`
  await push(token, head, ...paths)
  return (await octokit(token).pulls.create({ ...repo, title: 'Change', head, base: 'main', ...more })).data
}

async function reviewers(pull_number: number): Promise<string[]> {
  const { data } = await octokit('owner').pulls.listRequestedReviewers({ ...repo, pull_number })
  return [...data.users.map(({ login }) => login), ...data.teams.map(({ slug }) => `acme/${slug}`)]
}

const protect = (reviews: object, more: object = {}) =>
  octokit('owner').repos.updateBranchProtection({
    ...repo,
    branch: 'main',
    required_status_checks: null,
    enforce_admins: true,
    required_pull_request_reviews: { required_approving_review_count: 0, ...reviews },
    restrictions: null,
    ...more,
  })
const approve = (token: string, pull_number: number) =>
  octokit(token).pulls.createReview({ ...repo, pull_number, event: 'APPROVE' })
const merge = (pull_number: number, token = 'owner') => octokit(token).pulls.merge({ ...repo, pull_number })
const refused = (message: string) => ({ status: 405, response: { data: { message } } })

describe('code owners', () => {
  it.for([
    [['a.txt'], ['owner']],
    [['deep/below/a.txt'], ['owner']],
    [['README.md', 'deep/README.md'], ['hubber']],
    [['src/a.js'], ['writer', 'acme/core']],
    [['src/deep/a.md'], ['writer', 'acme/core']],
    [['src/a.test'], ['acme/core']],
    [['src/deep/a.test'], ['writer', 'acme/core']],
    [['docs/a.txt'], ['writer']],
    [['docs/deep/a.txt'], ['owner']],
    [['free.txt'], []],
    [['src/own file.txt'], ['owner']],
    [['nobody.txt'], []],
    [
      ['a.txt', 'docs/a.txt', 'src/a.test'],
      ['owner', 'writer', 'acme/core'],
    ],
  ] as const)('of %j are asked to review: %j', async ([paths, asked]) => {
    const { number } = await open('opener', paths)
    expect(await reviewers(number)).toEqual(asked)
  })

  it('come from the first of three places: .github, the root and docs', async () => {
    const requested: string[][] = []
    for (const path of ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS']) {
      const { number, head } = await open('hubber', [`a${requested.length}.txt`])
      requested.push(await reviewers(number))
      await octokit('owner').git.deleteRef({ ...repo, ref: `heads/${head.ref}` })
      const { data: file } = await octokit('owner').repos.getContent({ ...repo, path })
      const { sha } = file as { readonly sha: string } // a file, not a directory
      await octokit('owner').repos.deleteFile({ ...repo, path, sha, message: 'Remove it' })
    }
    const { number } = await open('hubber', ['last.txt'])
    requested.push(await reviewers(number))
    expect(requested).toEqual([['owner'], ['writer'], ['opener'], []])
  })

  it('are asked with the events and webhooks of a request by the author', async () => {
    const { number, requested_reviewers: shown } = await open('hubber', ['docs/a.txt', 'src/a.test'])
    expect(shown?.map((user) => user.login)).toEqual(['writer'])
    const { data } = await octokit('owner').issues.listEvents({ ...repo, issue_number: number })
    expect(data).toMatchObject([
      { event: 'review_requested', actor: { login: 'hubber' }, requested_reviewer: { login: 'writer' } },
      { event: 'review_requested', actor: { login: 'hubber' }, requested_team: { slug: 'core' } },
    ])
    await site.codehost.webhooks.settled()
    expect(site.receiver.received.map(({ payload }) => payload['action'])).toEqual([
      'opened',
      'review_requested',
      'review_requested',
    ])
    expect(site.receiver.violations()).toEqual([])
  })

  it('are asked again for files that a push adds, and not when a request was removed', async () => {
    const { number, head } = await open('hubber', ['a.txt'])
    await octokit('hubber').pulls.removeRequestedReviewers({ ...repo, pull_number: number, reviewers: ['owner'] })
    await push('hubber', head.ref, 'docs/a.txt')
    expect(await reviewers(number)).toEqual(['writer'])
  })

  it('are not asked for a draft, and follow the file on the base branch', async () => {
    const { number } = await open('hubber', ['a.txt'], { draft: true })
    expect(await reviewers(number)).toEqual([])
    const other = await open('hubber', ['b.txt'], { base: 'bare' })
    expect(await reviewers(other.number)).toEqual([])
    await octokit('hubber').pulls.update({ ...repo, pull_number: other.number, base: 'main' })
    expect(await reviewers(other.number)).toEqual(['owner'])
  })

  it('must approve where the protection requires it: one owner for each rule', async () => {
    await protect({ require_code_owner_reviews: true })
    const { number } = await open('hubber', ['docs/a.txt', 'src/a.js'])
    const waiting = 'Waiting on code owner review from writer and/or acme/core.'
    await expect(merge(number)).rejects.toMatchObject(refused(waiting))
    await approve('owner', number)
    await expect(merge(number)).rejects.toMatchObject(refused(waiting))
    expect((await octokit('owner').pulls.get({ ...repo, pull_number: number })).data.mergeable_state).toBe('blocked')
    await approve('writer', number)
    expect((await octokit('owner').pulls.get({ ...repo, pull_number: number })).data.mergeable_state).toBe('clean')
    expect((await merge(number)).data.merged).toBe(true)
  })

  it('approve as a member of a team', async () => {
    await protect({ require_code_owner_reviews: true })
    const { number } = await open('writer', ['src/a.test'])
    await approve('hubber', number)
    expect((await merge(number)).data.merged).toBe(true)
  })

  it('do not approve by opening the pull request', async () => {
    await protect({ require_code_owner_reviews: true })
    const { number } = await open('owner', ['a.txt'])
    await expect(merge(number)).rejects.toMatchObject(refused('Waiting on code owner review from owner.'))
  })

  it('are not needed for files without owners', async () => {
    await protect({ require_code_owner_reviews: true })
    const { number } = await open('hubber', ['free.txt', 'nobody.txt'])
    expect((await merge(number)).data.merged).toBe(true)
  })
})

describe('the approval of the last push', () => {
  const waiting = (login: string) =>
    refused(`New changes require approval from someone other than ${login} because they were the last pusher.`)

  it('comes from another user than the one who pushed', async () => {
    await protect({ require_last_push_approval: true })
    const { number, head } = await open('hubber', ['free.txt'])
    await expect(merge(number)).rejects.toMatchObject(waiting('hubber'))
    await push('writer', head.ref, 'free.txt')
    await approve('writer', number)
    await expect(merge(number)).rejects.toMatchObject(waiting('writer'))
    expect((await octokit('owner').pulls.get({ ...repo, pull_number: number })).data.mergeable_state).toBe('blocked')
    await approve('owner', number)
    expect((await merge(number)).data.merged).toBe(true)
  })

  it('is one of the present changes, also where stale approvals stay', async () => {
    await protect({ require_last_push_approval: true })
    const { number, head } = await open('hubber', ['free.txt'])
    await approve('owner', number)
    await push('hubber', head.ref, 'free.txt')
    await expect(merge(number)).rejects.toMatchObject(waiting('hubber'))
    await approve('owner', number)
    expect((await merge(number)).data.merged).toBe(true)
  })

  it('survives an update from the base branch, which brings no changes of its own', async () => {
    const { number } = await open('hubber', ['free.txt'])
    await push('owner', 'main', 'nobody.txt')
    await protect({ require_last_push_approval: true })
    await approve('owner', number)
    await octokit('owner').pulls.updateBranch({ ...repo, pull_number: number })
    expect((await merge(number)).data.merged).toBe(true)
  })

  it('asks who pushed the branch before the pull request was opened', async () => {
    await protect({ require_last_push_approval: true })
    await push('writer', 'topic', 'free.txt')
    const { data } = await octokit('hubber').pulls.create({ ...repo, title: 'Topic', head: 'topic', base: 'main' })
    await approve('writer', data.number)
    await expect(merge(data.number)).rejects.toMatchObject(waiting('writer'))
  })
})
