import type { Rows } from '#codehost/call.ts'
import type { DiscussionCategory } from '#codehost/schema/discussions.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/**
 * The categories of a repository whose discussions are enabled for the first time.
 * https://docs.github.com/discussions/managing-discussions-for-your-community/managing-categories-for-discussions
 */
const DEFAULTS: readonly Pick<DiscussionCategory, 'name' | 'emoji' | 'description' | 'format' | 'answerable'>[] = [
  {
    name: 'Announcements',
    emoji: ':mega:',
    description: 'Updates from maintainers',
    format: 'announcement',
    answerable: false,
  },
  {
    name: 'General',
    emoji: ':speech_balloon:',
    description: 'Chat about anything and everything here',
    format: 'open',
    answerable: false,
  },
  {
    name: 'Ideas',
    emoji: ':bulb:',
    description: 'Share ideas for new features',
    format: 'open',
    answerable: false,
  },
  {
    name: 'Polls',
    emoji: ':ballot_box:',
    description: 'Take a vote from the community',
    format: 'poll',
    answerable: false,
  },
  {
    name: 'Q&A',
    emoji: ':pray:',
    description: 'Ask the community for help',
    format: 'open',
    answerable: true,
  },
  {
    name: 'Show and tell',
    emoji: ':raised_hands:',
    description: "Show off something you've made",
    format: 'open',
    answerable: false,
  },
]

/** Gives a repository with discussions the vendor's first categories, unless it has some already. */
export function ensureCategories(rows: Rows, repo: Repo, at: number): void {
  if (!repo.hasDiscussions || rows.discussionCategories.countReferring('repoId', repo.id) > 0) return
  for (const each of DEFAULTS) addCategory(rows, repo, each, at)
}

/** Adds a category. Its slug follows from its name. */
export function addCategory(
  rows: Rows,
  repo: Repo,
  fields: Pick<DiscussionCategory, 'name' | 'emoji' | 'description' | 'format' | 'answerable'>,
  at: number,
): DiscussionCategory {
  const slug = categorySlug(fields.name)
  return rows.discussionCategories.insert({ repoId: repo.id, slug, ...fields, createdAt: at, updatedAt: at })
}

/** Returns the slug of a category's name: `q-a`, `show-and-tell`. */
export function categorySlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}
