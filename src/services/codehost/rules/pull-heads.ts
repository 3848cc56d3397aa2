import type { CodehostCall } from '../call.ts'
import type { Account, Repo } from '../schema.ts'

/** A branch moved: open pull requests from it follow, and say so (`synchronize`). */
export function headMoved(_call: CodehostCall, _repo: Repo, _branch: string, _sha: string, _sender: Account): void {}
