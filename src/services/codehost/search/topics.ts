import type { CodehostCall } from '#codehost/call.ts'
import { time } from '#codehost/json/format.ts'
import { numberRange, timeRange, within } from './ranges.ts'
import type { Kind } from './search.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'

/** A topic, derived from the repositories that have it. */
export interface Topic {
  readonly name: string
  readonly repositories: number
  /** The creation time of its first repository, in epoch milliseconds. */
  readonly createdAt: number
  /** The time of the latest update of one of its repositories, in epoch milliseconds. */
  readonly updatedAt: number
}

/** Defines the search for topics. https://docs.github.com/search-github/searching-on-github/searching-topics */
export function topicKind(call: CodehostCall): Kind<Topic> {
  return {
    objectType: 'Topic',
    candidates: topics(call),
    qualifiers: {
      // Curated and featured topics are not emulated, so no topic is one.
      is:
        ({ value }) =>
        () =>
          value === 'not-curated' || value === 'not-featured',
      repositories: ({ value }) => {
        const range = numberRange(value)
        return ({ repositories }) => within(range, repositories)
      },
      created: ({ value }) => {
        const range = timeRange(value)
        return ({ createdAt }) => within(range, createdAt)
      },
    },
    fields: [{ in: 'name', property: 'name', style: 'name', weight: 1, byDefault: true, read: ({ name }) => [name] }],
    sorts: {},
    newest: ({ repositories }) => ({ rank: repositories }),
    write: ({ name, createdAt, updatedAt }) => ({
      name,
      display_name: null,
      short_description: null,
      description: null,
      created_by: null,
      released: null,
      created_at: time(createdAt),
      updated_at: time(updatedAt),
      featured: false,
      curated: false,
    }),
  }
}

function topics(call: CodehostCall): Iterable<Topic> {
  const found = new Map<string, Topic>()
  for (const repo of call.rows.repos.all()) {
    if (repo.topics.length === 0 || !canRead(call, repo)) continue
    for (const name of repo.topics) {
      const before = found.get(name) ?? { repositories: 0, createdAt: Infinity, updatedAt: 0 }
      found.set(name, {
        name,
        repositories: before.repositories + 1,
        createdAt: Math.min(before.createdAt, repo.createdAt),
        updatedAt: Math.max(before.updatedAt, repo.updatedAt),
      })
    }
  }
  return found.values()
}
