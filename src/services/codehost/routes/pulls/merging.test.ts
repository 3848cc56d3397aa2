import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    stranger: { login: 'stranger', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat', name: 'Mona' }, { login: 'hubber' }, { login: 'stranger' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'app',
        auto_init: true,
        collaborators: [{ login: 'hubber' }],
        pulls: [{ title: 'A change', head: 'feature' }],
      },
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'a.txt': '1\n2\n3\n4\n5\n6\n7\n8\n9\n' },
        collaborators: [{ login: 'hubber' }],
        branches: [
          { name: 'other', files: { 'b.txt': 'b\n' } },
          { name: 'clash', files: { 'a.txt': '1\ntwo\n3\n4\n5\n6\n7\n8\n9\n' } },
        ],
        issues: [{ title: 'Broken' }, { title: 'Also broken' }],
        pulls: [
          {
            title: 'Mend it',
            body: 'Fixes #1, see #2',
            head: 'mend',
            user: 'hubber',
            files: { 'a.txt': '1\nII\n3\n4\n5\n6\n7\n8\n9\n' },
          },
        ],
        webhooks: [{ url: receiver.url, events: ['pull_request', 'push', 'issues', 'delete'] }],
      },
    ],
  },
}))
const { it } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const pull = { ...repo, pull_number: 3 }
const octokit = (token?: string) => checkedOctokit(site.codehost, token)
const owner = () => octokit('octocat')
const hubber = () => octokit('hubber')
const get = async () => (await owner().pulls.get(pull)).data
const shaOf = async (branch: string) => (await owner().git.getRef({ ...repo, ref: `heads/${branch}` })).data.object.sha
const commitOf = async (sha: string) => (await owner().git.getCommit({ ...repo, commit_sha: sha })).data
const move = async (branch: string, to: string) =>
  owner().git.updateRef({ ...repo, ref: `heads/${branch}`, sha: await shaOf(to), force: true })
const commitTo = async (branch: string, path: string, content: string, message: string) => {
  const parent = await shaOf(branch)
  const { data: tree } = await owner().git.createTree({
    ...repo,
    base_tree: (await commitOf(parent)).tree.sha,
    tree: [{ path, mode: '100644', type: 'blob', content }],
  })
  const { data: made } = await owner().git.createCommit({ ...repo, message, tree: tree.sha, parents: [parent] })
  await owner().git.updateRef({ ...repo, ref: `heads/${branch}`, sha: made.sha })
  return made.sha
}
const protect = (more: object) =>
  owner().repos.updateBranchProtection({
    ...repo,
    branch: 'main',
    required_status_checks: null,
    enforce_admins: true,
    required_pull_request_reviews: null,
    restrictions: null,
    ...more,
  })
const events = async () => {
  await site.codehost.webhooks.settled()
  expect(site.receiver.violations()).toEqual([])
  return site.receiver.received.map(({ event, payload }) => [event, payload['action'] ?? payload['ref']].join(' '))
}
const refused = (status: number, message: string) => ({ status, response: { data: { message } } })

describe('merging', () => {
  it('creates a merge commit with two parents, closes the pull request and the issues that it fixes', async () => {
    const before = await get()
    const main = await shaOf('main')
    const { data } = await owner().pulls.merge(pull)
    expect(data).toEqual({ sha: await shaOf('main'), merged: true, message: 'Pull Request successfully merged' })
    const made = await commitOf(data.sha)
    expect(made.parents.map(({ sha }) => sha)).toEqual([main, before.head.sha])
    expect(made.message).toBe('Merge pull request #3 from octocat/mend\n\nMend it')
    expect(made).toMatchObject({ author: { name: 'Mona' }, committer: { name: 'GitHub', email: 'noreply@github.com' } })
    const { data: shown } = await owner().repos.getCommit({ ...repo, ref: data.sha })
    expect(shown).toMatchObject({ author: { login: 'octocat' }, committer: { login: 'web-flow', type: 'User' } })
    expect(await get()).toMatchObject({
      state: 'closed',
      merged: true,
      merge_commit_sha: data.sha,
      merged_by: { login: 'octocat' },
      mergeable: null,
      mergeable_state: 'unknown',
      commits: 1,
      changed_files: 1,
    })
    expect((await owner().issues.get({ ...repo, issue_number: 1 })).data.state).toBe('closed')
    expect((await owner().issues.get({ ...repo, issue_number: 2 })).data.state).toBe('open')
    const recorded = (await owner().issues.listEvents({ ...repo, issue_number: 3 })).data
    expect(recorded.map((each) => [each.event, each.commit_id])).toEqual([
      ['merged', data.sha],
      ['closed', null],
    ])
    expect(await events()).toEqual(['push refs/heads/main', 'pull_request closed', 'issues closed'])
  })

  it('says whether a pull request was merged', async () => {
    await expect(owner().pulls.checkIfMerged(pull)).rejects.toMatchObject({ status: 404 })
    await owner().pulls.merge(pull)
    expect((await owner().pulls.checkIfMerged(pull)).status).toBe(204)
  })

  it('squashes into one commit by the author', async () => {
    await commitTo('mend', 'c.txt', 'c\n', 'Add c\n\nBecause.')
    const main = await shaOf('main')
    const { data } = await owner().pulls.merge({ ...pull, merge_method: 'squash' })
    const made = await commitOf(data.sha)
    expect(made.parents.map(({ sha }) => sha)).toEqual([main])
    expect(made.author.name).toBe('hubber')
    expect(made.message).toMatch(
      /^Mend it \(#3\)\n\n\* Mend it\n\n\* Add c\n\nBecause\.\n\n-{9}\n\nCo-authored-by: Mona <\d+\+octocat@users\.noreply\.github\.com>$/,
    )
  })

  it('squashes a single commit under its own message, by the settings of the repository', async () => {
    await owner().repos.update({
      ...repo,
      squash_merge_commit_title: 'PR_TITLE',
      squash_merge_commit_message: 'PR_BODY',
    })
    const { data } = await owner().pulls.merge({ ...pull, merge_method: 'squash' })
    expect((await commitOf(data.sha)).message).toBe('Mend it (#3)\n\nFixes #1, see #2')
  })

  it('takes the title and the message of the request', async () => {
    const { data } = await owner().pulls.merge({ ...pull, commit_title: 'Title', commit_message: 'Message' })
    expect((await commitOf(data.sha)).message).toBe('Title\n\nMessage')
  })

  it('rebases each commit onto the base, with its author kept', async () => {
    await commitTo('mend', 'c.txt', 'c\n', 'Add c')
    const main = await commitTo('main', 'd.txt', 'd\n', 'Add d')
    const { data } = await owner().pulls.merge({ ...pull, merge_method: 'rebase' })
    const last = await commitOf(data.sha)
    const first = await commitOf(last.parents[0]?.sha ?? '')
    expect(last.message).toBe('Add c')
    expect(first).toMatchObject({ message: 'Mend it', author: { name: 'hubber' }, committer: { name: 'Mona' } })
    expect(first.parents[0]?.sha).toBe(main)
  })

  it('deletes the branch where the repository says so', async () => {
    await owner().repos.update({ ...repo, delete_branch_on_merge: true })
    await owner().pulls.merge(pull)
    await expect(shaOf('mend')).rejects.toMatchObject({ status: 404 })
    expect(await events()).toContain('delete mend')
    expect((await get()).head.sha).toMatch(/^[0-9a-f]{40}$/)
  })

  it('retargets pull requests into the deleted branch to its base', async () => {
    await owner().repos.update({ ...repo, delete_branch_on_merge: true })
    await commitTo('other', 'e.txt', 'e\n', 'Add e')
    const { data: stacked } = await owner().pulls.create({ ...repo, title: 'On top', head: 'other', base: 'mend' })
    await owner().pulls.merge(pull)
    const { data } = await owner().pulls.get({ ...repo, pull_number: stacked.number })
    expect(data).toMatchObject({ state: 'open', base: { ref: 'main' } })
  })
})

describe('a merge is refused', () => {
  it('when the head is not the one that the client expects', async () => {
    await expect(owner().pulls.merge({ ...pull, sha: '0'.repeat(40) })).rejects.toMatchObject(
      refused(409, 'Head branch was modified. Review and try the merge again.'),
    )
    expect((await owner().pulls.merge({ ...pull, sha: (await get()).head.sha })).status).toBe(200)
  })

  it('when it conflicts, is closed, already merged or a draft', async () => {
    await move('main', 'clash')
    expect(await get()).toMatchObject({ mergeable: false, mergeable_state: 'dirty' })
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject(refused(405, 'Pull Request is not mergeable'))
    await owner().pulls.update({ ...pull, state: 'closed' })
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject(refused(405, 'Pull Request is not mergeable'))
    const draft = await owner().pulls.create({ ...repo, title: 'x', head: 'other', base: 'main', draft: true })
    const number = { ...repo, pull_number: draft.data.number }
    await expect(owner().pulls.merge(number)).rejects.toMatchObject(refused(405, 'Pull Request is still a draft'))
  })

  it('a second time', async () => {
    await owner().pulls.merge(pull)
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject(refused(405, 'Pull Request is not mergeable'))
  })

  it('by a method that the repository does not allow', async () => {
    await owner().repos.update({ ...repo, allow_squash_merge: false })
    await expect(owner().pulls.merge({ ...pull, merge_method: 'squash' })).rejects.toMatchObject(
      refused(405, 'Squash merges are not allowed on this repository.'),
    )
    await owner().repos.update({ ...repo, allow_merge_commit: false })
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject(
      refused(405, 'Merge commits are not allowed on this repository.'),
    )
    await expect(
      owner().request('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', {
        ...pull,
        merge_method: 'octopus',
      } as never),
    ).rejects.toMatchObject({ status: 422 })
  })

  it('for strangers and users without push access', async () => {
    await expect(octokit().pulls.merge(pull)).rejects.toMatchObject({ status: 401 })
    await expect(octokit('stranger').pulls.merge(pull)).rejects.toMatchObject({ status: 403 })
  })
})

describe('a protected branch', () => {
  it('requires approving reviews', async () => {
    await protect({ required_pull_request_reviews: { required_approving_review_count: 1 } })
    expect((await get()).mergeable_state).toBe('blocked')
    const message = 'At least 1 approving review is required by reviewers with write access.'
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject(refused(405, message))
    // An approval by a user without push access does not count.
    await octokit('stranger').pulls.createReview({ ...pull, event: 'APPROVE' })
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject(refused(405, message))
    const { data: review } = await owner().pulls.createReview({ ...pull, event: 'APPROVE' })
    expect((await get()).mergeable_state).toBe('clean')
    await owner().pulls.dismissReview({ ...pull, review_id: review.id, message: 'Too early' })
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject(refused(405, message))
    await owner().pulls.createReview({ ...pull, event: 'APPROVE' })
    expect((await hubber().pulls.merge(pull)).data.merged).toBe(true)
  })

  it('blocks a merge while changes are requested', async () => {
    await protect({ required_pull_request_reviews: { required_approving_review_count: 0 } })
    await owner().pulls.createReview({ ...pull, event: 'REQUEST_CHANGES', body: 'No' })
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject({ status: 405 })
    await owner().pulls.createReview({ ...pull, event: 'COMMENT', body: 'Well' })
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject({ status: 405 })
    await owner().pulls.createReview({ ...pull, event: 'APPROVE' })
    expect((await owner().pulls.merge(pull)).data.merged).toBe(true)
  })

  it('has stale approvals dismissed by a push that changes the diff', async () => {
    await protect({
      required_pull_request_reviews: { required_approving_review_count: 1, dismiss_stale_reviews: true },
    })
    await owner().pulls.createReview({ ...pull, event: 'APPROVE' })
    await commitTo('mend', 'c.txt', 'c\n', 'Add c')
    const { data } = await owner().pulls.listReviews(pull)
    expect(data.map((review) => review.state)).toEqual(['DISMISSED'])
    expect((await get()).mergeable_state).toBe('blocked')
  })

  it('requires statuses by name', async () => {
    await protect({ required_status_checks: { strict: false, contexts: ['ci', 'lint'] } })
    const sha = (await get()).head.sha
    const report = (context: string, state: 'pending' | 'failure' | 'success') =>
      owner().repos.createCommitStatus({ ...repo, sha, context, state })
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject(
      refused(405, '2 of 2 required status checks are expected.'),
    )
    await report('lint', 'success')
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject(
      refused(405, 'Required status check "ci" is expected.'),
    )
    await report('ci', 'pending')
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject(
      refused(405, 'Required status check "ci" is pending.'),
    )
    await report('ci', 'success')
    await report('docs', 'failure')
    expect((await get()).mergeable_state).toBe('unstable')
    expect((await owner().pulls.merge(pull)).status).toBe(200)
  })

  it('can require heads that are up to date', async () => {
    await protect({ required_status_checks: { strict: true, contexts: [] }, enforce_admins: false })
    await commitTo('main', 'd.txt', 'd\n', 'Add d')
    expect((await get()).mergeable_state).toBe('behind')
    await expect(hubber().pulls.merge(pull)).rejects.toMatchObject(
      refused(409, 'Head branch is out of date. Review and try the merge again.'),
    )
    await hubber().pulls.updateBranch(pull)
    expect((await get()).mergeable_state).toBe('clean')
    expect((await hubber().pulls.merge(pull)).status).toBe(200)
  })

  it('binds administrators only where it says so', async () => {
    const reviews = { required_pull_request_reviews: { required_approving_review_count: 1 } }
    await protect({ ...reviews, enforce_admins: false })
    await expect(hubber().pulls.merge(pull)).rejects.toMatchObject({ status: 405 })
    expect((await owner().pulls.merge(pull)).status).toBe(200)
  })

  it('lets exempted users merge without reviews', async () => {
    const app = { owner: 'acme', repo: 'app' }
    const reviews = { required_approving_review_count: 1, bypass_pull_request_allowances: { users: ['hubber'] } }
    await protect({ ...app, required_pull_request_reviews: reviews })
    await expect(owner().pulls.merge({ ...app, pull_number: 1 })).rejects.toMatchObject({ status: 405 })
    expect((await hubber().pulls.merge({ ...app, pull_number: 1 })).status).toBe(200)
  })

  it('with a linear history refuses merge commits', async () => {
    await protect({ required_linear_history: true })
    await expect(owner().pulls.merge(pull)).rejects.toMatchObject({ status: 405 })
    expect((await owner().pulls.merge({ ...pull, merge_method: 'squash' })).status).toBe(200)
  })
})

describe('updating the branch of a pull request', () => {
  it('merges the base into it', async () => {
    const head = (await get()).head.sha
    const main = await commitTo('main', 'd.txt', 'd\n', 'Add d')
    const { status, data } = await hubber().pulls.updateBranch({ ...pull, expected_head_sha: head })
    expect(status).toBe(202)
    expect(data).toEqual({ message: 'Updating pull request branch.', url: (await get()).url })
    const made = await commitOf(await shaOf('mend'))
    expect(made).toMatchObject({ message: "Merge branch 'main' into mend", parents: [{ sha: head }, { sha: main }] })
    expect(await events()).toContain('pull_request synchronize')
  })

  it('is refused when it is up to date, another head is expected, or it conflicts', async () => {
    await expect(hubber().pulls.updateBranch(pull)).rejects.toMatchObject(
      refused(422, 'There are no new commits on the base branch.'),
    )
    await expect(hubber().pulls.updateBranch({ ...pull, expected_head_sha: '0'.repeat(40) })).rejects.toMatchObject(
      refused(422, 'expected head sha didn’t match current head ref.'),
    )
    await move('main', 'clash')
    await expect(hubber().pulls.updateBranch(pull)).rejects.toMatchObject(
      refused(422, 'merge conflict between base and head'),
    )
    await expect(octokit('stranger').pulls.updateBranch(pull)).rejects.toMatchObject({ status: 403 })
  })
})
