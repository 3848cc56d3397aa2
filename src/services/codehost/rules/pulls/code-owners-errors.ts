import type { Rows } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { findOwners } from './code-owners.ts'
import { isOwnersPattern, ownersText, ownersWords, type OwnersFile, type OwnersWord } from './code-owners-file.ts'

/** A mistake in a CODEOWNERS file. */
export interface OwnersError {
  readonly kind: 'Invalid pattern' | 'Invalid owner' | 'Unknown owner'
  /** The number of the line, from 1. */
  readonly line: number
  /** The number of the character in the line, from 1. */
  readonly column: number
  /** The line. */
  readonly source: string
  /** How to mend it; null where the vendor has no proposal. */
  readonly suggestion: string | null
}

type Flaw = Pick<OwnersError, 'kind' | 'suggestion'>

/**
 * Returns the mistakes in a CODEOWNERS file, in its order: patterns and owners that are not in the syntax, and owners
 * who cannot review, as they are nobody or may not push. A line with a wrong pattern has no other mistakes.
 */
export function ownersErrors(rows: Rows, repo: Repo, file: OwnersFile): OwnersError[] {
  return ownersText(file)
    .split(/\r?\n/)
    .flatMap((source, index) => {
      const [pattern, ...owners] = ownersWords(source)
      if (pattern === undefined) return []
      const at = (flaw: Flaw | null, { column }: OwnersWord): OwnersError[] =>
        flaw === null ? [] : [{ ...flaw, line: index + 1, column, source }]
      const wrong = at(patternFlaw(pattern.text), pattern)
      return wrong.length > 0 ? wrong : owners.flatMap((owner) => at(ownerFlaw(rows, repo, owner.text), owner))
    })
}

function patternFlaw(pattern: string): Flaw | null {
  const kind = 'Invalid pattern'
  if (pattern.includes('***')) return { kind, suggestion: `Did you mean \`${pattern.replaceAll(/\*{3,}/g, '**')}\`?` }
  return isOwnersPattern(pattern) ? null : { kind, suggestion: null }
}

function ownerFlaw(rows: Rows, repo: Repo, owner: string): Flaw | null {
  if (!/^@[\w-]+(?:\/[\w.-]+)?$|^[^@\s]+@[^@\s]+$/.test(owner)) return { kind: 'Invalid owner', suggestion: null }
  const { users, teams } = findOwners(rows, repo, [owner])
  if (users.length + teams.length > 0) return null
  const suggestion = owner.includes('/')
    ? `make sure the team ${owner} exists, is publicly visible, and has write access to the repository`
    : `make sure ${owner} exists and has write access to the repository`
  return { kind: 'Unknown owner', suggestion }
}
