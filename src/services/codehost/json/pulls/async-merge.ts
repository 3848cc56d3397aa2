import type { AsyncMerge } from '#codehost/schema/pulls.ts'

/** A merge that has not ended yet. */
export function pendingJson({ id, method, action, headSha }: AsyncMerge) {
  const message = 'The pull request will be merged in the background.'
  const options = { merge_method: method, merge_action: action, expected_head_sha: headSha }
  return { status: 'pending', details: { message, uuid: id, ...options } }
}

/** A merge that has been done. */
export function mergedJson(sha: string) {
  return { status: 'merged', details: { message: 'Pull Request successfully merged', sha } }
}

/** A merge that has been refused. */
export function failedJson(message: string) {
  return { status: 'failed', details: { message } }
}
