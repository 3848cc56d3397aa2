import type { CodehostCall } from '#codehost/call.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** Returns the path of a page of this instance, as the vendor's `resourcePath` fields have it. */
export function pathOfPage({ origin, mountPath }: CodehostCall, page: string): string {
  return mountPath + page.slice(origin.length)
}

/** Returns the URL of the page of a repository. */
export function repoPage(call: CodehostCall, repo: Repo): string {
  return repoUrls(call, repo).page
}

/** Returns the URL of a page below that of a repository, by the repository's id. */
export function pageBelow(call: CodehostCall, repoId: number, rest: string): string {
  return `${repoPage(call, call.rows.repos.require(repoId))}/${rest}`
}

/** The argument of pictures. */
export interface SizeArguments {
  readonly size?: number | null
}

/** Returns the URL of a picture in a size. */
export function sized(url: string, { size }: SizeArguments): string {
  return size == null ? url : `${url}&s=${size}`
}
