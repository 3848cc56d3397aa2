import type { SeedPath } from '../../../core/seed-path.ts'
import { SeedProblem } from '../../../core/service.ts'
import { isEntryName } from '../git/objects.ts'
import { isRefName } from '../rules/git/ref-names.ts'

/** A branch has a name that git takes. Throws {@link SeedProblem}. */
export function requireBranchName(name: string, path: SeedPath): void {
  if (isRefName(`refs/heads/${name}`)) return
  throw new SeedProblem(path, `expected a branch name that git takes, got ${JSON.stringify(name)}`)
}

/** Files have paths that a git tree can hold. Throws {@link SeedProblem}. */
export function requireFilePaths(files: Readonly<Record<string, string>>, path: SeedPath): void {
  const wrong = Object.keys(files).find((name) => !name.split('/').every(isEntryName))
  if (wrong === undefined) return
  const expected = 'expected a path from the root of the repository, such as "src/index.js"'
  throw new SeedProblem([...path, wrong], `${expected}, got ${JSON.stringify(wrong)}`)
}

/** A hook names events that its target has, or `*`. Throws {@link SeedProblem}. */
export function requireEvents(events: readonly string[], known: ReadonlySet<string>, path: SeedPath): void {
  const index = events.findIndex((event) => event !== '*' && !known.has(event))
  if (index < 0) return
  throw new SeedProblem([...path, index], `no webhook event is named ${JSON.stringify(events[index])}`, [...known])
}

/** Names of one list are not said twice, whatever their case. `member` is where an entry has its name. Throws {@link SeedProblem}. */
export function requireDistinct(names: readonly string[], path: SeedPath, ...member: readonly string[]): void {
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (seen.has(name.toLowerCase())) throw new SeedProblem([...path, index, ...member], `${name} is listed twice`)
    seen.add(name.toLowerCase())
  }
}
