import type { SeedPath } from '#core/seed/seed-path.ts'
import { SeedProblem } from '#core/service.ts'
import { isEntryName } from '#codehost/git/objects.ts'
import { isRefName } from '#codehost/rules/git/ref-names.ts'

/** @throws {@link SeedProblem} unless git accepts the branch name. */
export function checkBranchName(name: string, path: SeedPath): void {
  if (isRefName(`refs/heads/${name}`)) return
  throw new SeedProblem(path, `expected a branch name that git takes, got ${JSON.stringify(name)}`)
}

/** @throws {@link SeedProblem} unless a git tree can hold all file paths. */
export function checkFilePaths(files: Readonly<Record<string, string>>, path: SeedPath): void {
  const wrong = Object.keys(files).find((name) => !name.split('/').every(isEntryName))
  if (wrong === undefined) return
  const expected = 'expected a path from the root of the repository, such as "src/index.js"'
  throw new SeedProblem([...path, wrong], `${expected}, got ${JSON.stringify(wrong)}`)
}

/** @throws {@link SeedProblem} unless the hook's target has all events, or the event is `*`. */
export function checkEvents(events: readonly string[], known: ReadonlySet<string>, path: SeedPath): void {
  const index = events.findIndex((event) => event !== '*' && !known.has(event))
  if (index < 0) return
  throw new SeedProblem([...path, index], `no webhook event is named ${JSON.stringify(events[index])}`, [...known])
}

/**
 * `member` is the path of the name within an entry.
 *
 * @throws {@link SeedProblem} when a name is listed twice, ignoring case.
 */
export function checkDistinct(names: readonly string[], path: SeedPath, ...member: readonly string[]): void {
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (seen.has(name.toLowerCase())) throw new SeedProblem([...path, index, ...member], `${name} is listed twice`)
    seen.add(name.toLowerCase())
  }
}
