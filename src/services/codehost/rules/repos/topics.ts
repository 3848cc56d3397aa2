import type { CodehostCall } from '#codehost/call.ts'
import { validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { emitTopics } from './changes.ts'

/**
 * https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/classifying-your-repository-with-topics
 */
const MOST_TOPICS = 20
const TOPIC = /^[a-z0-9][a-z0-9-]{0,49}$/

/** Returns whether a name in lower case can be a topic. */
export function isTopic(name: string): boolean {
  return TOPIC.test(name)
}

/**
 * Replaces the topics of a repository, whose names are made lower case. Emits `repository.edited` when they differ.
 *
 * @throws 422 for too many, and for names that no topic can have.
 */
export function replaceTopics(call: CodehostCall, repo: Repo, topics: readonly string[], user: Account): Repo {
  const names = [...new Set(topics.map((name) => name.toLowerCase()))]
  if (names.length > MOST_TOPICS) throw validationFailed(`A repository cannot have more than ${MOST_TOPICS} topics.`)
  if (!names.every(isTopic)) {
    throw validationFailed(
      'Topics must start with a lowercase letter or number, consist of 50 characters or less, and can include hyphens.',
    )
  }
  const after = call.rows.repos.update(repo.id, { topics: names, updatedAt: call.clock.now() })
  if (names.join() !== repo.topics.join()) emitTopics(call, repo, after, user)
  return after
}
