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
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'stranger' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'a.txt': 'one\ntwo\nthree\n' },
        collaborators: [{ login: 'hubber' }],
        pulls: [{ title: 'A change', head: 'feature', user: 'hubber', files: { 'a.txt': 'one\n2\nthree\n' } }],
        webhooks: [{ url: receiver.url, events: ['pull_request_review', 'pull_request_review_comment'] }],
      },
    ],
  },
}))
const { it } = site

const pull = { owner: 'octocat', repo: 'hello-world', pull_number: 1 }
const octokit = (token?: string) => checkedOctokit(site.codehost, token)
const owner = () => octokit('octocat')
const refused = (status: number, sentence: string) => ({
  status,
  response: { data: { message: 'Unprocessable Entity', errors: [sentence] } },
})
const events = async () => {
  await site.codehost.webhooks.settled()
  expect(site.receiver.violations()).toEqual([])
  return site.receiver.received.map(({ event, payload }) => `${event} ${String(payload['action'])}`)
}

describe('a review', () => {
  it('is submitted with its comments in one request', async () => {
    const { data } = await owner().pulls.createReview({
      ...pull,
      event: 'REQUEST_CHANGES',
      body: 'Please mend',
      comments: [
        { path: 'a.txt', line: 2, side: 'RIGHT', body: 'Spell it out' },
        { path: 'a.txt', position: 2, body: 'This was fine' },
      ],
    })
    expect(data).toMatchObject({
      state: 'CHANGES_REQUESTED',
      body: 'Please mend',
      user: { login: 'octocat' },
      html_url: `${site.codehost.url}/octocat/hello-world/pull/1#pullrequestreview-${data.id}`,
      pull_request_url: `${site.codehost.url}/repos/octocat/hello-world/pulls/1`,
      author_association: 'OWNER',
    })
    expect(data.submitted_at).toMatch(/Z$/)
    const { data: comments } = await octokit().pulls.listCommentsForReview({ ...pull, review_id: data.id })
    for (const comment of comments) for (const member of ['line', 'side']) expect(comment).not.toHaveProperty(member)
    expect(comments.map(({ body, position, diff_hunk }) => ({ body, position, diff_hunk }))).toEqual([
      { body: 'Spell it out', position: 3, diff_hunk: '@@ -1,3 +1,3 @@\n one\n-two\n+2' },
      { body: 'This was fine', position: 2, diff_hunk: '@@ -1,3 +1,3 @@\n one\n-two' },
    ])
    expect(await events()).toEqual([
      'pull_request_review submitted',
      'pull_request_review_comment created',
      'pull_request_review_comment created',
    ])
    expect(site.receiver.received[0]?.payload).toMatchObject({ review: { state: 'changes_requested' } })
  })

  it('without an event is pending, visible to its author only, one at a time', async () => {
    const { data } = await owner().pulls.createReview({
      ...pull,
      comments: [{ path: 'a.txt', line: 2, body: 'Later' }],
    })
    expect(data.state).toBe('PENDING')
    expect(data).not.toHaveProperty('submitted_at')
    const review = { ...pull, review_id: data.id }
    expect((await owner().pulls.listReviews(pull)).data).toHaveLength(1)
    expect((await octokit('hubber').pulls.listReviews(pull)).data).toEqual([])
    expect((await owner().pulls.listReviewComments(pull)).data).toEqual([])
    await expect(octokit('hubber').pulls.getReview(review)).rejects.toMatchObject({ status: 404 })
    await expect(owner().pulls.createReview(pull)).rejects.toMatchObject(
      refused(422, 'User can only have one pending review per pull request'),
    )
    expect(await events()).toEqual([])
    const submitted = await owner().pulls.submitReview({ ...review, event: 'COMMENT', body: 'Done' })
    expect(submitted.data).toMatchObject({ state: 'COMMENTED', body: 'Done' })
    expect((await octokit('hubber').pulls.listReviewComments(pull)).data).toHaveLength(1)
    expect(await events()).toEqual(['pull_request_review submitted', 'pull_request_review_comment created'])
    await expect(owner().pulls.submitReview({ ...review, event: 'APPROVE' })).rejects.toMatchObject({ status: 422 })
  })

  it('that is pending can be deleted, with its comments; a submitted one cannot', async () => {
    const { data } = await owner().pulls.createReview({ ...pull, comments: [{ path: 'a.txt', line: 2, body: 'x' }] })
    const review = { ...pull, review_id: data.id }
    expect((await owner().pulls.deletePendingReview(review)).data.id).toBe(data.id)
    await expect(owner().pulls.getReview(review)).rejects.toMatchObject({ status: 404 })
    const { data: submitted } = await owner().pulls.createReview({ ...pull, event: 'APPROVE' })
    await expect(owner().pulls.deletePendingReview({ ...pull, review_id: submitted.id })).rejects.toMatchObject(
      refused(422, 'Can not delete a non-pending pull request review'),
    )
  })

  it('of one’s own pull request neither approves nor requests changes', async () => {
    const hubber = octokit('hubber')
    await expect(hubber.pulls.createReview({ ...pull, event: 'APPROVE' })).rejects.toMatchObject(
      refused(422, 'Can not approve your own pull request'),
    )
    await expect(hubber.pulls.createReview({ ...pull, event: 'REQUEST_CHANGES', body: 'x' })).rejects.toMatchObject(
      refused(422, 'Can not request changes on your own pull request'),
    )
    expect((await hubber.pulls.createReview({ ...pull, event: 'COMMENT', body: 'Mine' })).data.state).toBe('COMMENTED')
  })

  it('needs a text and lines of the diff, and leaves nothing behind when it is refused', async () => {
    await expect(owner().pulls.createReview({ ...pull, event: 'COMMENT' })).rejects.toMatchObject(
      refused(422, "Body can't be blank"),
    )
    await expect(
      owner().pulls.createReview({ ...pull, event: 'COMMENT', comments: [{ path: 'a.txt', line: 40, body: 'x' }] }),
    ).rejects.toMatchObject(refused(422, 'Line could not be resolved'))
    await expect(
      owner().pulls.createReview({ ...pull, event: 'COMMENT', comments: [{ path: 'b.txt', line: 1, body: 'x' }] }),
    ).rejects.toMatchObject(refused(422, 'Path could not be resolved'))
    await expect(
      owner().pulls.createReview({ ...pull, event: 'APPROVE', commit_id: '0'.repeat(40) }),
    ).rejects.toMatchObject({ status: 422 })
    expect((await owner().pulls.listReviews(pull)).data).toEqual([])
  })

  it('has at most 65536 characters, as have its comments, an edit and a submission', async () => {
    const body = 'x'.repeat(65_537)
    const { pulls } = owner()
    const tooLong = refused(422, 'Body is too long (maximum is 65536 characters)')
    await expect(pulls.createReview({ ...pull, event: 'COMMENT', body })).rejects.toMatchObject(tooLong)
    const comments = [{ path: 'a.txt', line: 2, body }]
    await expect(pulls.createReview({ ...pull, comments })).rejects.toMatchObject(tooLong)
    const { data } = await pulls.createReview({ ...pull, body: body.slice(1) })
    const review = { ...pull, review_id: data.id, body }
    await expect(pulls.updateReview(review)).rejects.toMatchObject(tooLong)
    await expect(pulls.submitReview({ ...review, event: 'COMMENT' })).rejects.toMatchObject(tooLong)
    expect((await pulls.listReviews(pull)).data).toMatchObject([{ state: 'PENDING', body: body.slice(1) }])
  })

  it('is edited by its author', async () => {
    const { data } = await owner().pulls.createReview({ ...pull, event: 'APPROVE', body: 'Fine' })
    const review = { ...pull, review_id: data.id, body: 'Very fine' }
    expect((await owner().pulls.updateReview(review)).data).toMatchObject({ body: 'Very fine', state: 'APPROVED' })
    await expect(octokit('hubber').pulls.updateReview(review)).rejects.toMatchObject({ status: 403 })
    expect(await events()).toEqual(['pull_request_review submitted', 'pull_request_review edited'])
    expect(site.receiver.received[1]?.payload).toMatchObject({ changes: { body: { from: 'Fine' } } })
  })

  it('is dismissed by users with push access, with a message', async () => {
    const { data } = await owner().pulls.createReview({ ...pull, event: 'APPROVE' })
    const review = { ...pull, review_id: data.id, message: 'Out of date' }
    await expect(octokit('stranger').pulls.dismissReview(review)).rejects.toMatchObject({ status: 403 })
    await expect(octokit().pulls.dismissReview(review)).rejects.toMatchObject({ status: 401 })
    expect((await octokit('hubber').pulls.dismissReview(review)).data.state).toBe('DISMISSED')
    await expect(owner().pulls.dismissReview(review)).rejects.toMatchObject(
      refused(422, 'Can not dismiss a dismissed pull request review'),
    )
    const recorded = await owner().issues.listEvents({ owner: 'octocat', repo: 'hello-world', issue_number: 1 })
    expect(recorded.data).toMatchObject([
      {
        event: 'review_dismissed',
        dismissed_review: { state: 'approved', review_id: data.id, dismissal_message: 'Out of date' },
      },
    ])
    expect(await events()).toEqual(['pull_request_review submitted', 'pull_request_review dismissed'])
  })

  it('is listed for its pull request, in the order of submission, in pages', async () => {
    const first = await owner().pulls.createReview({ ...pull, event: 'COMMENT', body: 'First' })
    await octokit('stranger').pulls.createReview({ ...pull, event: 'APPROVE' })
    const { data, headers } = await octokit().pulls.listReviews({ ...pull, per_page: 1 })
    expect(data.map((review) => review.body)).toEqual(['First'])
    expect(headers.link).toContain('rel="last"')
    const got = await octokit().pulls.getReview({ ...pull, review_id: first.data.id })
    expect(got.data).toMatchObject({ body: 'First', state: 'COMMENTED' })
    await expect(octokit().pulls.getReview({ ...pull, review_id: 99 })).rejects.toMatchObject({ status: 404 })
    await expect(octokit().pulls.createReview({ ...pull, event: 'APPROVE' })).rejects.toMatchObject({ status: 401 })
  })
})
