import { redirect, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import type { Zip } from '#codehost/rules/actions/archives.ts'
import { isSigned, signedPath } from '#codehost/rules/actions/storage-links.ts'
import { branchRef, resolveCommit } from '#codehost/rules/git/objects.ts'
import {
  ARCHIVE_FORMATS,
  archiveName,
  sourceArchive,
  type ArchiveFormat,
} from '#codehost/rules/repos/source-archives.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { loadZip } from '#codehost/steps/workflow-runs.ts'

const { get } = routesFor<CodehostCall>()

/** The path of the archives, which the vendor serves from another host. */
const DOWNLOADS = '/codeload/:owner/:repo'

/** The lifetime of a link to the archive of a private repository in milliseconds: five minutes. */
const LIFETIME = 300_000

/** Archives of a repository's files. https://docs.github.com/rest/repos/contents#download-a-repository-archive-tar */
export const sourceArchivesRoutes = [
  get('repos/download-tarball-archive', '/repos/:owner/:repo/tarball', loadRepo, (call) =>
    redirectToArchive(call, call.repo, 'legacy.tar.gz', ''),
  ),
  get('repos/download-tarball-archive', '/repos/:owner/:repo/tarball/*', loadRepo, (call) =>
    redirectToArchive(call, call.repo, 'legacy.tar.gz', call.params['*']),
  ),
  get('repos/download-zipball-archive', '/repos/:owner/:repo/zipball', loadRepo, (call) =>
    redirectToArchive(call, call.repo, 'legacy.zip', ''),
  ),
  get('repos/download-zipball-archive', '/repos/:owner/:repo/zipball/*', loadRepo, (call) =>
    redirectToArchive(call, call.repo, 'legacy.zip', call.params['*']),
  ),
  // The links of the vendor's site.
  get('repos/download-archive', '/:owner/:repo/archive/*', loadRepo, (call) => redirectFromSite(call, call.repo)),
  // The targets of the redirects.
  get('repos/download-tarball-archive', `${DOWNLOADS}/legacy.tar.gz/*`, loadZip, loadArchivedRepo, (call) =>
    download(call, call.repo, 'legacy.tar.gz', call.params['*'], call.zip),
  ),
  get('repos/download-zipball-archive', `${DOWNLOADS}/legacy.zip/*`, loadZip, loadArchivedRepo, (call) =>
    download(call, call.repo, 'legacy.zip', call.params['*'], call.zip),
  ),
  get('repos/download-archive', `${DOWNLOADS}/tar.gz/*`, loadZip, loadArchivedRepo, (call) =>
    download(call, call.repo, 'tar.gz', call.params['*'], call.zip),
  ),
  get('repos/download-archive', `${DOWNLOADS}/zip/*`, loadZip, loadArchivedRepo, (call) =>
    download(call, call.repo, 'zip', call.params['*'], call.zip),
  ),
]

/** Answers 302 to the archive of a ref; by default that of the default branch. */
function redirectToArchive(call: CodehostCall, repo: Repo, format: ArchiveFormat, name: string): Answer {
  const { rows } = call
  const ref = name === '' ? repo.defaultBranch : name
  const full = branchRef(rows, repo, ref)?.name ?? rows.refs.find('name', repo.id, `refs/tags/${ref}`)?.name ?? ref
  return redirectToDownload(call, repo, format, full)
}

/**
 * Answers 302 to an archive that a link of the site names: `refs/tags/v1.0.tar.gz`, `main.zip`.
 * https://docs.github.com/repositories/working-with-files/using-files/downloading-source-code-archives
 *
 * @throws 404 for another ending, and for a ref that does not exist.
 */
function redirectFromSite(call: CodehostCall & { readonly params: { readonly '*': string } }, repo: Repo): Answer {
  const [, ref = '', extension] = /^(.+)\.(tar\.gz|zip)$/.exec(call.params['*']) ?? []
  if (extension === undefined || resolveCommit(call.rows, repo, ref) === null) throw notFound()
  return redirectToDownload(call, repo, extension === 'zip' ? 'zip' : 'tar.gz', ref)
}

function redirectToDownload(call: CodehostCall, repo: Repo, format: ArchiveFormat, ref: string): Answer {
  const owner = call.rows.accounts.require(repo.ownerId).login
  const path = `/codeload/${owner}/${repo.name}/${format}/${ref.split('/').map(encodeURIComponent).join('/')}`
  return redirect(call.urls.of(repo.private ? signedPath(call, path, LIFETIME, archiveOf(path)) : path))
}

/** Returns what a link gives access to. `gh` takes the `legacy.` out of a link, to get the names of the site. */
const archiveOf = (path: string) => path.replace(/^(\/codeload\/[^/]+\/[^/]+\/)legacy\./, '$1')

/**
 * A step: loads the repository of a download.
 *
 * @throws 404, for a private one also without a valid signature in the link.
 */
function loadArchivedRepo(
  call: CodehostCall & { readonly params: { readonly owner: string; readonly repo: string } },
): { readonly repo: Repo } {
  const { rows, params } = call
  const repo = rows.repos.find('name', findAccount(rows, params.owner).id, params.repo.toLowerCase())
  if (repo === undefined || !(canRead(call, repo) || isSigned(call, archiveOf(call.path)))) throw notFound()
  return { repo }
}

function download({ rows }: CodehostCall, repo: Repo, format: ArchiveFormat, ref: string, zip: Zip): Answer {
  const commit = resolveCommit(rows, repo, ref)
  if (commit === null) throw notFound()
  const { extension, contentType } = ARCHIVE_FORMATS[format]
  const request = { format, ref, commit }
  const disposition = `attachment; filename=${archiveName(rows, repo, request)}.${extension}`
  return {
    status: 200,
    headers: { 'content-type': contentType, 'content-disposition': disposition },
    body: sourceArchive(rows, repo, request, zip),
  }
}
