import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const lines = (change: Record<number, string>, extra = '') =>
  `${Array.from({ length: 30 }, (_, index) => change[index + 1] ?? `line ${index + 1}`).join('\n')}\n${extra}`
const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    stranger: { login: 'stranger', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'stranger' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'a.txt': lines({}) },
        collaborators: [{ login: 'hubber' }],
        branches: [
          { name: 'moved', files: { 'a.txt': lines({ 1: 'zero\nline 1', 5: 'five', 25: 'twenty-five' }) } },
          { name: 'changed', files: { 'a.txt': lines({ 5: 'V', 25: 'twenty-five' }) } },
        ],
        pulls: [
          {
            title: 'A change',
            head: 'feature',
            user: 'hubber',
            files: { 'a.txt': lines({ 5: 'five', 25: 'twenty-five' }), 'b.txt': 'new\n' },
          },
        ],
        webhooks: [{ url: receiver.url, events: ['pull_request_review', 'pull_request_review_comment'] }],
      },
    ],
  },
}))
const { it } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const pull = { ...repo, pull_number: 1 }
const octokit = (token?: string) => checkedOctokit(site.codehost, token)
const owner = () => octokit('octocat')
const headOf = async () => (await owner().pulls.get(pull)).data.head.sha
const comment = async (where: object, token = 'octocat') =>
  (
    await octokit(token).pulls.createReviewComment({
      ...pull,
      body: 'Why?',
      commit_id: await headOf(),
      path: 'a.txt',
      ...where,
    })
  ).data
/**
 * Reads the line and position of a comment, which are null at the vendor although its description does not allow it.
 */
const placeOf = async (id: number) => {
  const response = await fetch(`${site.codehost.url}/repos/octocat/hello-world/pulls/comments/${id}`)
  const { line, position, original_line, commit_id } = (await response.json()) as Record<string, unknown>
  return { line, position, original_line, commit_id }
}
const move = async (to: string) => {
  const { data } = await owner().git.getRef({ ...repo, ref: `heads/${to}` })
  await owner().git.updateRef({ ...repo, ref: 'heads/feature', sha: data.object.sha, force: true })
  return data.object.sha
}

describe('a review comment', () => {
  it('is on a line of the diff, on either side', async () => {
    const right = await comment({ line: 25, side: 'RIGHT' })
    expect(right).toMatchObject({
      path: 'a.txt',
      line: 25,
      original_line: 25,
      side: 'RIGHT',
      start_line: null,
      start_side: null,
      subject_type: 'line',
      commit_id: await headOf(),
      user: { login: 'octocat' },
      html_url: `${site.codehost.url}/octocat/hello-world/pull/1#discussion_r${right.id}`,
      reactions: { total_count: 0 },
    })
    // With two hunks, the header of the second one counts as a line.
    expect(right.position).toBe(14)
    expect(right.diff_hunk).toBe('@@ -22,7 +22,7 @@ line 21\n line 22\n line 23\n line 24\n-line 25\n+twenty-five')
    const left = await comment({ line: 5, side: 'LEFT' })
    expect(left).toMatchObject({ line: 5, side: 'LEFT', position: 4 })
    expect(left.diff_hunk.split('\n').at(-1)).toBe('-line 5')
    expect(await comment({ line: 5, side: 'left' as 'LEFT' })).toMatchObject({ line: 5, side: 'LEFT' })
    expect((await owner().pulls.get(pull)).data.review_comments).toBe(3)
  })

  it('is on several lines, at a position, or on the whole file', async () => {
    expect(await comment({ start_line: 3, start_side: 'RIGHT', line: 5, side: 'RIGHT' })).toMatchObject({
      start_line: 3,
      original_start_line: 3,
      start_side: 'RIGHT',
      line: 5,
    })
    expect(await comment({ position: 5 })).toMatchObject({ line: 5, side: 'RIGHT', position: 5, original_position: 5 })
    expect(await comment({ path: 'b.txt', subject_type: 'file' })).toMatchObject({
      path: 'b.txt',
      subject_type: 'file',
    })
  })

  it('is refused where the diff has no such line', async () => {
    const errors = async (where: object) =>
      comment(where).then(
        () => null,
        (error: { status: number; response: { data: { errors: { field: string }[] } } }) => [
          error.status,
          ...error.response.data.errors.map(({ field }) => field),
        ],
      )
    const thread = 'pull_request_review_thread'
    expect(await errors({ line: 15 })).toEqual([422, `${thread}.line`, `${thread}.diff_hunk`])
    expect(await errors({})).toEqual([422, `${thread}.line`, `${thread}.diff_hunk`])
    expect(await errors({ path: 'c.txt', line: 1 })).toEqual([422, `${thread}.path`])
    expect(await errors({ position: 400 })).toEqual([422, 'position'])
    expect(await errors({ start_line: 5, line: 25 })).toEqual([422, `${thread}.start_line`])
    expect(await errors({ line: 5, commit_id: '0'.repeat(40) })).toEqual([422, `${thread}.commit_id`])
    expect(await errors({ line: 5, body: '' })).toEqual([422, 'body'])
    expect((await owner().pulls.listReviews(pull)).data).toEqual([])
  })

  it('needs a commit and a path, unless it is a reply', async () => {
    const create = (body: object) =>
      owner().request('POST /repos/{owner}/{repo}/pulls/{pull_number}/comments', { ...pull, ...body } as never)
    const missing = (...fields: string[]) => ({
      status: 422,
      response: {
        data: {
          errors: fields.map((field) => ({ resource: 'PullRequestReviewComment', field, code: 'missing_field' })),
        },
      },
    })
    await expect(create({})).rejects.toMatchObject(missing('body', 'commit_id', 'path'))
    await expect(create({ body: 'Why?', line: 5, in_reply_to: null })).rejects.toMatchObject(
      missing('commit_id', 'path'),
    )
    await expect(create({ in_reply_to: 1 })).rejects.toMatchObject(missing('body'))
  })

  it('has replies, which all refer to the first comment', async () => {
    const first = await comment({ line: 5 })
    const { data: answer } = await octokit('hubber').pulls.createReplyForReviewComment({
      ...pull,
      comment_id: first.id,
      body: 'Because',
    })
    expect(answer).toMatchObject({ in_reply_to_id: first.id, line: 5, path: 'a.txt', diff_hunk: first.diff_hunk })
    const again = await owner().request('POST /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
      ...pull,
      body: 'Really?',
      in_reply_to: answer.id,
    } as never)
    expect(again.data).toMatchObject({ in_reply_to_id: first.id })
    await expect(
      owner().pulls.createReplyForReviewComment({ ...pull, comment_id: 99, body: 'x' }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('is refused to users without push access once the conversation is locked', async () => {
    const { id } = await comment({ line: 5 })
    await owner().issues.lock({ ...repo, issue_number: 1 })
    await expect(comment({ line: 5 }, 'stranger')).rejects.toMatchObject({ status: 403 })
    const stranger = octokit('stranger').pulls
    await expect(stranger.createReplyForReviewComment({ ...pull, comment_id: id, body: 'x' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(stranger.createReview({ ...pull, event: 'APPROVE' })).rejects.toMatchObject({ status: 403 })
    expect(await comment({ line: 5 }, 'hubber')).toMatchObject({ line: 5 })
  })

  it('is edited and deleted by its author and by users with push access', async () => {
    const { id } = await comment({ line: 5 }, 'stranger')
    const one = { ...repo, comment_id: id }
    expect((await octokit('stranger').pulls.updateReviewComment({ ...one, body: 'Hm' })).data.body).toBe('Hm')
    expect((await octokit().pulls.getReviewComment(one)).data.body).toBe('Hm')
    const theirs = await comment({ line: 5 })
    await expect(
      octokit('stranger').pulls.deleteReviewComment({ ...repo, comment_id: theirs.id }),
    ).rejects.toMatchObject({ status: 403 })
    await expect(octokit().pulls.deleteReviewComment(one)).rejects.toMatchObject({ status: 401 })
    expect((await owner().pulls.deleteReviewComment(one)).status).toBe(204)
    await expect(owner().pulls.getReviewComment(one)).rejects.toMatchObject({ status: 404 })
    expect((await owner().pulls.listReviews(pull)).data).toHaveLength(1)
  })

  it('moves with its line when the head moves, and is outdated when the line changes', async () => {
    const { id, position } = await comment({ line: 5 })
    const moved = await move('moved')
    expect(await placeOf(id)).toMatchObject({ line: 6, original_line: 5, commit_id: moved })
    await move('changed')
    expect(await placeOf(id)).toMatchObject({ line: null, position: null, original_line: 5, commit_id: moved })
    expect(position).toBe(5)
  })

  it('is listed for its pull request and its repository, oldest first by default', async () => {
    const first = await comment({ line: 5 })
    site.codehost.clock.advance('1h')
    const second = await comment({ line: 25 })
    site.codehost.clock.advance('1m')
    const later = new Date(site.codehost.clock.now()).toISOString()
    const ids = async (query: object) =>
      (await octokit().pulls.listReviewComments({ ...pull, ...query })).data.map((each) => each.id)
    expect(await ids({})).toEqual([first.id, second.id])
    expect(await ids({ direction: 'desc' })).toEqual([first.id, second.id])
    expect(await ids({ sort: 'created', direction: 'desc' })).toEqual([second.id, first.id])
    await owner().pulls.updateReviewComment({ ...repo, comment_id: first.id, body: 'Hm' })
    expect(await ids({ sort: 'updated', direction: 'desc' })).toEqual([first.id, second.id])
    expect(await ids({ since: later })).toEqual([first.id])
    expect(await ids({ since: later, page: 2 })).toEqual([])
    const ofRepo = await octokit().pulls.listReviewCommentsForRepo({ ...repo, sort: 'created', direction: 'desc' })
    expect(ofRepo.data.map((each) => each.id)).toEqual([second.id, first.id])
  })

  it('has reactions and their counts', async () => {
    const { id } = await comment({ line: 5 })
    const one = { ...repo, comment_id: id }
    const { data, status } = await owner().reactions.createForPullRequestReviewComment({ ...one, content: 'heart' })
    expect(status).toBe(201)
    expect((await owner().reactions.createForPullRequestReviewComment({ ...one, content: 'heart' })).status).toBe(200)
    expect((await octokit().reactions.listForPullRequestReviewComment(one)).data).toHaveLength(1)
    expect((await owner().pulls.getReviewComment(one)).data.reactions).toMatchObject({ total_count: 1, heart: 1 })
    await owner().reactions.deleteForPullRequestComment({ ...one, reaction_id: data.id })
    expect((await octokit().reactions.listForPullRequestReviewComment(one)).data).toEqual([])
  })

  it('emits created, edited and deleted, and the review around it', async () => {
    const { id } = await comment({ line: 5 })
    await owner().pulls.createReplyForReviewComment({ ...pull, comment_id: id, body: 'x' })
    await owner().pulls.updateReviewComment({ ...repo, comment_id: id, body: 'Hm' })
    await owner().pulls.deleteReviewComment({ ...repo, comment_id: id })
    await site.codehost.webhooks.settled()
    expect(site.receiver.received.map(({ event, payload }) => `${event} ${String(payload['action'])}`)).toEqual([
      'pull_request_review submitted',
      'pull_request_review_comment created',
      'pull_request_review submitted',
      'pull_request_review_comment created',
      'pull_request_review_comment edited',
      'pull_request_review_comment deleted',
    ])
    expect(site.receiver.violations()).toEqual([])
  })
})
