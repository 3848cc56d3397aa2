import type { OwnersError } from '#codehost/rules/pulls/code-owners-errors.ts'

/** A mistake in a CODEOWNERS file: a member of `codeowners-errors`. `path` is that of the file. */
export function codeOwnersErrorJson({ line, column, kind, source, suggestion }: OwnersError, path: string) {
  const about = suggestion === null ? '' : ` ${suggestion}`
  const message = `${kind} on line ${line}:${about}\n\n  ${source}\n  ${' '.repeat(column - 1)}^`
  return { line, column, kind, source, suggestion, message, path }
}
