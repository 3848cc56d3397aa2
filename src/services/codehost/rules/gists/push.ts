import type { CodehostCall } from '#codehost/call.ts'
import type { RefCommand } from '#codehost/git/push-request.ts'
import { treeEntries } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Gist } from '#codehost/schema/gists.ts'
import { objectsOf, peel } from '../git/objects.ts'
import type { PushRefusal, PushTarget } from '../git/push-refusals.ts'
import { gitRowsOf } from './gists.ts'

/** Returns a gist as the target of a user's push. */
export function gistTarget({ rows, clock }: CodehostCall, gist: Gist, user: Account): PushTarget {
  const git = gitRowsOf(rows)
  return {
    rows: git,
    repo: gist,
    refuse: (command) => refusedDirectories(gist, git, command),
    apply(commands) {
      for (const { name, after } of commands) {
        const ref = git.refs.find('name', gist.id, name)
        if (after === null && ref !== undefined) git.refs.delete(ref.id)
        else if (after !== null && ref !== undefined) git.refs.update(ref.id, { sha: after, pusherId: user.id })
        else if (after !== null) git.refs.insert({ repoId: gist.id, name, sha: after, pusherId: user.id })
      }
      if (commands.length > 0) rows.gists.update(gist.id, { updatedAt: clock.now() })
      return []
    },
  }
}

function refusedDirectories(gist: Gist, git: PushTarget['rows'], { after }: RefCommand): PushRefusal | null {
  const tip = after === null ? null : peel(git, gist, after)
  if (tip === null) return null
  const directories = treeEntries(objectsOf(git, gist), tip.tree).filter(({ mode }) => mode === '040000')
  if (directories.length === 0) return null
  return {
    reason: 'pre-receive hook declined',
    lines: [
      'Gist does not support directories.',
      'These are the directories that are causing problems:',
      ...directories.map(({ path }) => path),
    ],
  }
}
