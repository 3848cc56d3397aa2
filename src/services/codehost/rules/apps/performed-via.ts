import type { CodehostCall } from '../../call.ts'

/** The column of a row that says which GitHub App it is written through; nothing where it is none. */
export function performedVia({ principal }: Pick<CodehostCall, 'principal'>): { readonly appId?: number } {
  return principal === null || principal.app === null ? {} : { appId: principal.app.app.id }
}
