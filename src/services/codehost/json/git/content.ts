import type { Blob, TreeEntry } from '#codehost/git/objects.ts'
import type { Site } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { base64Lines } from './git-object.ts'
import { refInUrl } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** The place of a file or directory: its full path, and the branch, tag or sha that the request named. */
export interface Place {
  readonly path: string
  readonly ref: string
}

/** The size in bytes above which the vendor returns a file's content only as raw bytes. */
const LARGEST = 1_048_576

/** An entry of a directory. `size` is the size of its blob in bytes. */
export function contentItemJson(site: Site, repo: Repo, { path, ref }: Place, entry: TreeEntry, size: number) {
  const { url, page, fullName } = repoUrls(site, repo)
  const escaped = path.split('/').map(encodeURIComponent).join('/')
  const isDirectory = entry.mode === '040000'
  const isModule = entry.mode === '160000'
  const self = `${url}/contents/${escaped}?ref=${encodeURIComponent(ref).replaceAll('%2F', '/')}`
  const git = isModule ? null : `${url}/git/${isDirectory ? 'trees' : 'blobs'}/${entry.sha}`
  const html = isModule ? null : `${page}/${isDirectory ? 'tree' : 'blob'}/${refInUrl(ref)}/${escaped}`
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    sha: entry.sha,
    size,
    url: self,
    html_url: html,
    git_url: git,
    download_url: isDirectory || isModule ? null : site.urls.of(`/raw/${fullName}/${refInUrl(ref)}/${escaped}`),
    // The vendor lists a submodule as a file, for clients that are older than submodules.
    type: isDirectory ? 'dir' : entry.mode === '120000' ? 'symlink' : 'file',
    _links: { self, git, html },
  }
}

/** A file with its content. */
export function contentFileJson(site: Site, repo: Repo, place: Place, entry: TreeEntry, blob: Blob) {
  const large = blob.size > LARGEST
  return {
    ...contentItemJson(site, repo, place, entry, blob.size),
    type: 'file',
    content: large ? '' : base64Lines(blob),
    encoding: large ? 'none' : 'base64',
  }
}

/** A symbolic link whose target is not a file of the repository. */
export function contentLinkJson(site: Site, repo: Repo, place: Place, entry: TreeEntry, target: string) {
  return { ...contentItemJson(site, repo, place, entry, Buffer.byteLength(target)), target }
}

/** A submodule. `from` is its URL in `.gitmodules`, null when the file does not name it. */
export function contentModuleJson(site: Site, repo: Repo, place: Place, entry: TreeEntry, from: string | null) {
  return { ...contentItemJson(site, repo, place, entry, 0), type: 'submodule', submodule_git_url: from }
}
