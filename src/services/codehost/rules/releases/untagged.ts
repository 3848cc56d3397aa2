import type { CodehostContext } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/**
 * Makes the published release of a tag a draft, because the tag is gone. `ref` is the full name of a deleted ref.
 * https://docs.github.com/repositories/releasing-projects-on-github/viewing-your-repositorys-releases-and-tags
 */
export function unpublishUntagged(
  { rows, clock }: Pick<CodehostContext, 'rows' | 'clock'>,
  repo: Pick<Repo, 'id'>,
  ref: string,
): void {
  if (!ref.startsWith('refs/tags/')) return
  const release = rows.releases.find('tag', repo.id, ref.slice('refs/tags/'.length))
  if (release === undefined || release.immutable === true) return
  rows.releases.update(release.id, { draft: true, latest: false, publishedAt: null, updatedAt: clock.now() })
}
