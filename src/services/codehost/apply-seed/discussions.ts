import type { SeedPath } from '#core/seed/seed-path.ts'
import { SeedProblem } from '#core/service.ts'
import type { Rows } from '#codehost/call.ts'
import { addCategory, categorySlug, ensureCategories } from '#codehost/rules/discussions/categories.ts'
import { insertDiscussion } from '#codehost/rules/discussions/discussions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Discussion, DiscussionCategory } from '#codehost/schema/discussions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Section } from '#codehost/seed.ts'

type SeededRepo = Section['repos'][number]

/** The repository whose discussions are seeded, and its people. */
interface DiscussionContext {
  readonly rows: Rows
  readonly repo: Repo
  readonly at: number
  /** Returns the user with a login; the repository's first person without one. */
  readonly userNamed: (login: string | undefined, path: SeedPath) => Account
}

/** Seeds the categories and discussions of a repository, which enable discussions. */
export function seedDiscussions(context: DiscussionContext, seeded: SeededRepo, path: SeedPath): void {
  const { rows, at } = context
  if (seeded.discussions.length === 0 && seeded.discussion_categories.length === 0) return
  const repo = rows.repos.update(context.repo.id, { hasDiscussions: true })
  ensureCategories(rows, repo, at)
  for (const [
    index,
    { name, emoji, description = null, answerable, format },
  ] of seeded.discussion_categories.entries()) {
    if (rows.discussionCategories.find('slug', repo.id, categorySlug(name)) !== undefined) {
      throw new SeedProblem([...path, 'discussion_categories', index, 'name'], 'another category has this name')
    }
    addCategory(rows, repo, { name, emoji, description, answerable, format }, at)
  }
  for (const [index, each] of seeded.discussions.entries()) {
    seedDiscussion({ ...context, repo }, each, [...path, 'discussions', index])
  }
}

function seedDiscussion(context: DiscussionContext, seeded: SeededRepo['discussions'][number], path: SeedPath): void {
  const { rows, repo, at, userNamed } = context
  const category = categoryNamed(context, seeded.category, [...path, 'category'])
  const clock = { now: () => at }
  const discussion = insertDiscussion({ rows, clock }, repo, {
    categoryId: category.id,
    title: seeded.title,
    body: seeded.body,
    userId: userNamed(seeded.user, [...path, 'user']).id,
    pollQuestion: seeded.poll?.question ?? null,
  })
  for (const option of seeded.poll?.options ?? []) {
    rows.pollOptions.insert({ repoId: repo.id, discussionId: discussion.id, option })
  }
  for (const [index, name] of seeded.labels.entries()) {
    const label = rows.labels.find('name', repo.id, name.toLowerCase())
    if (label === undefined) {
      const known = rows.labels.referring('repoId', repo.id).map((each) => each.name)
      throw new SeedProblem([...path, 'labels', index], `no label is named ${JSON.stringify(name)}`, known)
    }
    rows.discussionLabels.insert({ discussionId: discussion.id, labelId: label.id })
  }
  seedComments(context, discussion, category, seeded.comments, [...path, 'comments'])
  if (seeded.state === 'closed') {
    rows.discussions.update(discussion.id, { state: 'closed', stateReason: 'resolved', closedAt: at })
  }
}

function seedComments(
  { rows, repo, at, userNamed }: DiscussionContext,
  discussion: Discussion,
  category: DiscussionCategory,
  comments: SeededRepo['discussions'][number]['comments'],
  path: SeedPath,
): void {
  const insert = (user: Account, body: string, parentId: number | null) =>
    rows.discussionComments.insert({
      repoId: repo.id,
      discussionId: discussion.id,
      parentId,
      userId: user.id,
      body,
      minimizedReason: null,
      deletedAt: null,
      createdAt: at,
      updatedAt: at,
    })
  for (const [index, { user, body, answer, replies }] of comments.entries()) {
    const comment = insert(userNamed(user, [...path, index, 'user']), body, null)
    for (const [place, reply] of replies.entries()) {
      insert(userNamed(reply.user, [...path, index, 'replies', place, 'user']), reply.body, comment.id)
    }
    if (!answer) continue
    if (!category.answerable) {
      throw new SeedProblem([...path, index, 'answer'], `the category ${category.name} has no answers`)
    }
    const chosen = { answerId: comment.id, answerChosenById: discussion.userId, answerChosenAt: at }
    rows.discussions.update(discussion.id, chosen)
  }
}

function categoryNamed({ rows, repo }: DiscussionContext, name: string, path: SeedPath): DiscussionCategory {
  const all = rows.discussionCategories.referring('repoId', repo.id)
  const found = all.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found
  const known = all.map((each) => each.name)
  throw new SeedProblem(path, `no category is named ${JSON.stringify(name)}`, known)
}
