import type { Rows } from '#codehost/call.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Ruleset } from '#codehost/schema/rulesets.ts'
import { verificationOf } from '../commits/verification.ts'
import { patternRule } from './patterns.ts'
import { ruleOf } from './rulesets.ts'
import { violation, type Violation } from './violations.ts'

/** The vendor's sentence about commits that are not signed. */
export const UNSIGNED = 'Commits must have verified signatures.'

/** The rules for what commits say about themselves. */
const METADATA = [
  ['commit_message_pattern', 'Commit message', ({ message }: Commit) => message.replace(/\n+$/, '')],
  ['commit_author_email_pattern', 'Commit author email address', ({ author }: Commit) => author.email],
  ['committer_email_pattern', 'Committer email address', ({ committer }: Commit) => committer.email],
] as const

/**
 * Returns what a ruleset refuses in the commits that a change brings to a ref: those that are not signed, and messages
 * and addresses that its patterns do not accept.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/available-rules-for-rulesets
 */
export function commitViolations(rows: Rows, ruleset: Ruleset, commits: readonly Commit[]): Violation[] {
  const unsigned = ruleOf(ruleset, 'required_signatures') === undefined ? [] : unsignedCommits(rows, commits)
  return [
    ...(unsigned.length === 0 ? [] : [violation(UNSIGNED, unsigned)]),
    ...METADATA.flatMap(([type, subject, textOf]) => {
      const rule = ruleOf(ruleset, type)
      if (rule === undefined) return []
      const { accepts, message } = patternRule(rule, subject)
      const found = commits.filter((commit) => !accepts(textOf(commit))).map(({ sha }) => sha)
      return found.length === 0 ? [] : [violation(message, found)]
    }),
  ]
}

/** Returns whether a ruleset asks for anything that {@link commitViolations} reads the commits for. */
export function hasCommitRules(ruleset: Ruleset): boolean {
  return ['required_signatures', ...METADATA.map(([type]) => type)].some((type) => ruleOf(ruleset, type) !== undefined)
}

/** Returns the SHAs of the commits that have no valid signature. */
export function unsignedCommits(rows: Rows, commits: readonly Commit[]): string[] {
  return commits.filter((commit) => !isSigned(rows, commit)).map(({ sha }) => sha)
}

/** Returns whether a commit counts as signed: also one that the vendor made, which has no signature here. */
function isSigned(rows: Rows, commit: Commit): boolean {
  return commit.committer.email === 'noreply@github.com' || verificationOf(rows, commit).reason === 'valid'
}
