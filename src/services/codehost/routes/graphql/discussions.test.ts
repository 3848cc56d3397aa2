import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

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
        files: { 'README.md': '# hi\n' },
        collaborators: [{ login: 'hubber', permission: 'push' }],
        discussion_categories: [{ name: 'Help', emoji: ':sos:', answerable: true }],
        discussions: [
          {
            title: 'How?',
            body: 'I cannot.',
            category: 'Q&A',
            user: 'stranger',
            labels: ['question'],
            comments: [
              { body: 'Like this.', user: 'hubber', answer: true, replies: [{ body: 'Thanks', user: 'stranger' }] },
            ],
          },
          { title: 'Which?', category: 'Polls', poll: { question: 'A or B?', options: ['A', 'B'] } },
          { title: 'Old', state: 'closed' },
        ],
        webhooks: [{ url: receiver.url, events: ['*'] }],
      },
      { owner: 'octocat', name: 'quiet', files: { 'README.md': '# hi\n' } },
    ],
  },
}))
const { it, octokit, takeEvents } = site

// oxlint-disable-next-line typescript/no-explicit-any -- each test reads what it asked for
const ask = <T = any>(query: string, variables: Record<string, unknown> = {}, token = 'octocat') =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })<T>(query, variables)

const inRepo = (fields: string, token?: string, name = 'hello-world') =>
  ask(`{ repository(owner: "octocat", name: "${name}") { ${fields} } }`, {}, token).then(({ repository }) => repository)

/** Runs one mutation with its input, and returns its payload. */
const run = async (name: string, input: object, fields: string, token?: string) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const answer = await ask(`mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`, { input }, token)
  return answer[name]
}

const start = async (category = 'General', token = 'octocat') => {
  const { id, discussionCategories } = await inRepo('id discussionCategories(first: 20) { nodes { id name } }')
  const categoryId = discussionCategories.nodes.find(({ name }: { name: string }) => name === category).id
  const input = { repositoryId: id, categoryId, title: 'New', body: 'text' }
  return (await run('createDiscussion', input, 'discussion { id number }', token)).discussion
}

describe('discussions', () => {
  it('are listed with their categories, answers, replies and polls', async () => {
    const found = await inRepo(`hasDiscussionsEnabled
      discussionCategories(first: 10) { nodes { name slug emoji isAnswerable } }
      discussions(first: 10, orderBy: { field: CREATED_AT, direction: ASC }) { totalCount nodes {
        number title closed isAnswered author { login } category { slug } labels(first: 3) { nodes { name } }
        answer { body isAnswer } answerChosenBy { login } upvoteCount url
        comments(first: 5) { totalCount nodes { body author { login } replies(first: 5) { nodes { body replyTo { body } } } } }
        poll { question totalVoteCount options(first: 5) { nodes { option totalVoteCount } } } } }`)
    expect(found.hasDiscussionsEnabled).toBe(true)
    expect(found.discussionCategories.nodes.map(({ slug }: { slug: string }) => slug)).toEqual([
      'announcements',
      'general',
      'ideas',
      'polls',
      'q-a',
      'show-and-tell',
      'help',
    ])
    expect(found.discussions.nodes).toMatchObject([
      {
        number: 1,
        isAnswered: true,
        author: { login: 'stranger' },
        labels: { nodes: [{ name: 'question' }] },
        answer: { body: 'Like this.', isAnswer: true },
        answerChosenBy: { login: 'stranger' },
        upvoteCount: 1,
        url: `${site.codehost.url}/octocat/hello-world/discussions/1`,
        comments: {
          totalCount: 1,
          nodes: [{ body: 'Like this.', replies: { nodes: [{ body: 'Thanks', replyTo: { body: 'Like this.' } }] } }],
        },
        poll: null,
      },
      { poll: { question: 'A or B?', options: { nodes: [{ option: 'A', totalVoteCount: 0 }, { option: 'B' }] } } },
      { closed: true, isAnswered: null },
    ])
  })

  it('are selected by category, answer and state, and found by number and search', async () => {
    const found = await inRepo(`discussionCategory(slug: "q-a") { id }
      answered: discussions(first: 5, answered: true) { nodes { number } }
      closed: discussions(first: 5, states: [CLOSED]) { nodes { number } }
      discussion(number: 1) { title }`)
    expect(found).toMatchObject({ answered: { nodes: [{ number: 1 }] }, closed: { nodes: [{ number: 3 }] } })
    const { id } = found.discussionCategory
    expect(await inRepo(`discussions(first: 5, categoryId: "${id}") { nodes { number } }`)).toEqual({
      discussions: { nodes: [{ number: 1 }] },
    })
    const query = `{ search(type: DISCUSSION, first: 5, query: "repo:octocat/hello-world is:answered cannot") {
      discussionCount nodes { ... on Discussion { number } } } }`
    expect(await ask(query)).toEqual({ search: { discussionCount: 1, nodes: [{ number: 1 }] } })
    await expect(inRepo('discussion(number: 99) { id }')).rejects.toThrow(
      'Could not resolve to a Discussion with the number of 99.',
    )
  })

  it('begin when a repository enables them, with the first categories of the vendor', async () => {
    const fields = 'hasDiscussionsEnabled discussionCategories(first: 10) { totalCount }'
    expect(await inRepo(fields, 'octocat', 'quiet')).toMatchObject({ discussionCategories: { totalCount: 0 } })
    await octokit().request('PATCH /repos/{owner}/{repo}', { owner: 'octocat', repo: 'quiet', has_discussions: true })
    expect(await inRepo(fields, 'octocat', 'quiet')).toEqual({
      hasDiscussionsEnabled: true,
      discussionCategories: { totalCount: 6 },
    })
  })

  it('are started, changed, closed, reopened and deleted, with the events of the vendor', async () => {
    const { id, number } = await start()
    expect(number).toBe(4)
    const { discussionCategory } = await inRepo('discussionCategory(slug: "ideas") { id }')
    const changes = { discussionId: id, title: 'Newer', categoryId: discussionCategory.id }
    expect(await run('updateDiscussion', changes, 'discussion { title category { name } }')).toEqual({
      discussion: { title: 'Newer', category: { name: 'Ideas' } },
    })
    const closed = await run(
      'closeDiscussion',
      { discussionId: id, reason: 'OUTDATED' },
      'discussion { closed stateReason }',
    )
    expect(closed).toEqual({ discussion: { closed: true, stateReason: 'OUTDATED' } })
    await run('reopenDiscussion', { discussionId: id }, 'discussion { closed }')
    await run('deleteDiscussion', { id }, 'clientMutationId')
    expect(await takeEvents()).toEqual([
      'discussion.created',
      'discussion.edited',
      'discussion.category_changed',
      'discussion.closed',
      'discussion.reopened',
      'discussion.deleted',
    ])
    await expect(inRepo('discussion(number: 4) { id }')).rejects.toThrow('Could not resolve')
  })

  it('take comments, replies and an answer', async () => {
    const { id } = await start('Help')
    const add = async (body: string, replyToId?: string) =>
      (
        await run(
          'addDiscussionComment',
          { discussionId: id, body, replyToId },
          'comment { id replyTo { id } }',
          'stranger',
        )
      ).comment
    const comment = await add('This.')
    const reply = await add('And that.', comment.id)
    expect(reply.replyTo).toEqual({ id: comment.id })
    await expect(add('No.', reply.id)).rejects.toThrow('Parent comment is already in a thread, cannot reply to it')
    const marked = await run(
      'markDiscussionCommentAsAnswer',
      { id: comment.id },
      'discussion { isAnswered answer { id } }',
    )
    expect(marked).toEqual({ discussion: { isAnswered: true, answer: { id: comment.id } } })
    await run('unmarkDiscussionCommentAsAnswer', { id: comment.id }, 'discussion { isAnswered }')
    await run('updateDiscussionComment', { commentId: comment.id, body: 'Those.' }, 'comment { body }', 'stranger')
    expect(await run('deleteDiscussionComment', { id: comment.id }, 'comment { deletedAt author { login } }')).toEqual({
      comment: { deletedAt: expect.stringMatching(/Z$/), author: null },
    })
    expect(await takeEvents()).toEqual([
      'discussion.created',
      'discussion_comment.created',
      'discussion_comment.created',
      'discussion.answered',
      'discussion.unanswered',
      'discussion_comment.edited',
      'discussion_comment.deleted',
    ])
  })

  it('take labels, locks, reactions, votes and minimized comments', async () => {
    const { discussion, label } = await inRepo(
      'discussion(number: 1) { id comments(first: 1) { nodes { id } } } label(name: "bug") { id }',
    )
    const { id } = discussion
    const labels = { labelableId: id, labelIds: [label.id] }
    const names = 'labelable { labels(first: 5) { nodes { name } } }'
    expect(await run('addLabelsToLabelable', labels, names)).toEqual({
      labelable: { labels: { nodes: [{ name: 'question' }, { name: 'bug' }] } },
    })
    await run('removeLabelsFromLabelable', labels, 'clientMutationId')
    await run('lockLockable', { lockableId: id, lockReason: 'RESOLVED' }, 'lockedRecord { locked activeLockReason }')
    const silenced = run('addDiscussionComment', { discussionId: id, body: 'x' }, 'comment { id }', 'stranger')
    await expect(silenced).rejects.toThrow('Discussion is locked.')
    await run('unlockLockable', { lockableId: id }, 'unlockedRecord { locked }')
    expect(await takeEvents()).toEqual([
      'discussion.labeled',
      'discussion.unlabeled',
      'discussion.locked',
      'discussion.unlocked',
    ])
    await run('addReaction', { subjectId: id, content: 'ROCKET' }, 'reaction { content }')
    expect(await run('addUpvote', { subjectId: id }, 'subject { upvoteCount viewerHasUpvoted }')).toEqual({
      subject: { upvoteCount: 2, viewerHasUpvoted: true },
    })
    const [comment] = discussion.comments.nodes
    const hidden = { subjectId: comment.id, classifier: 'OFF_TOPIC' }
    expect(await run('minimizeComment', hidden, 'minimizedComment { isMinimized minimizedReason }')).toEqual({
      minimizedComment: { isMinimized: true, minimizedReason: 'off-topic' },
    })
  })

  it('take one vote of each user in a poll', async () => {
    const { discussion } = await inRepo('discussion(number: 2) { poll { options(first: 2) { nodes { id } } } }')
    const [a, b] = discussion.poll.options.nodes
    const vote = (pollOptionId: string) =>
      run('addDiscussionPollVote', { pollOptionId }, 'pollOption { totalVoteCount viewerHasVoted }', 'stranger')
    expect(await vote(a.id)).toEqual({ pollOption: { totalVoteCount: 1, viewerHasVoted: true } })
    await expect(vote(b.id)).rejects.toThrow('You have already voted in this poll.')
  })

  it('are refused to others than their author and maintainers, and without categories', async () => {
    await expect(start('Announcements', 'stranger')).rejects.toThrow('cannot start discussions')
    await expect(start('Polls')).rejects.toThrow('Polls cannot be created')
    const { id } = await start()
    const mutation = run('closeDiscussion', { discussionId: id }, 'discussion { id }', 'stranger')
    await expect(mutation).rejects.toThrow(
      'stranger does not have the correct permissions to execute `CloseDiscussion`',
    )
  })
})

describe('a release with a discussion', () => {
  it('starts one in the category that it names', async () => {
    const release = { owner: 'octocat', repo: 'hello-world', tag_name: 'v1', name: 'One', body: 'All new' }
    const made = await octokit().repos.createRelease({ ...release, discussion_category_name: 'Announcements' })
    expect(made.data.discussion_url).toBe(`${site.codehost.url}/octocat/hello-world/discussions/4`)
    const { discussion } = await inRepo('discussion(number: 4) { title category { name } }')
    expect(discussion).toEqual({ title: 'One', category: { name: 'Announcements' } })
    const { headers } = await octokit().repos.getLatestRelease({ owner: 'octocat', repo: 'hello-world' })
    expect(headers['last-modified']).toMatch(/ GMT$/)
    const wrong = octokit().repos.createRelease({ ...release, tag_name: 'v2', discussion_category_name: 'Nothing' })
    await expect(wrong).rejects.toMatchObject({ status: 404 })
  })
})
