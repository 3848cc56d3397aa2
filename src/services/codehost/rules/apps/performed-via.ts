import type { CodehostCall } from '#codehost/call.ts'

/** Returns the column that records the GitHub App through which a row is written; an empty object without an app. */
export function performedVia({ principal }: Pick<CodehostCall, 'principal'>): { readonly appId?: number } {
  return principal === null || principal.app === null ? {} : { appId: principal.app.app.id }
}
