import * as v from 'valibot'
import { json, redirect, text, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import { blobAt, blobBytes, blobText, treeEntries, type Objects, type TreeEntry } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import { contentFileJson, contentItemJson, contentLinkJson, contentModuleJson } from '#codehost/json/git/content.ts'
import { gitCommitJson } from '#codehost/json/git/git-object.ts'
import { fileHtml } from '#codehost/markdown/file.ts'
import type { renderMarkdown } from '#codehost/markdown/render.ts'
import { acceptedType, accepts } from '#codehost/rules/media-type.ts'
import { fromBase64 } from '#codehost/rules/git/base64.ts'
import { contentCommit, followLink, readmePath, writeFile } from '#codehost/rules/git/contents.ts'
import { objectsOf, resolveCommit } from '#codehost/rules/git/objects.ts'
import { PartialSignatureInput, SignatureInput, signaturesFrom } from '#codehost/rules/commits/signatures.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { toBranchName } from '#codehost/rules/git/ref-names.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadMarkdownIfAccepted } from '#codehost/steps/markdown.ts'

const { get, put, del } = routesFor<CodehostCall>()

const branch = v.optional(v.nullable(v.string()))

const FileInput = v.object({
  message: v.string(),
  content: v.string(),
  sha: v.optional(v.nullable(v.string())),
  branch,
  committer: v.optional(SignatureInput),
  author: v.optional(SignatureInput),
})
const FileDeletionInput = v.object({
  message: v.string(),
  sha: v.string(),
  branch,
  committer: v.optional(PartialSignatureInput),
  author: v.optional(PartialSignatureInput),
})

const one = '/repos/:owner/:repo/contents/*'

/** Files of repositories. https://docs.github.com/rest/repos/contents */
export const contentsRoutes = [
  get('repos/get-content', '/repos/:owner/:repo/contents', loadRepo, (call) => show(call, call.repo, '')),
  get('repos/get-content', one, loadMarkdownIfAccepted, loadRepo, (call) =>
    show(call, call.repo, pathOf(call.params['*'])),
  ),
  get('repos/get-readme', '/repos/:owner/:repo/readme', loadMarkdownIfAccepted, loadRepo, (call) =>
    showReadme(call, call.repo, ''),
  ),
  get('repos/get-readme-in-directory', '/repos/:owner/:repo/readme/*', loadMarkdownIfAccepted, loadRepo, (call) =>
    showReadme(call, call.repo, pathOf(call.params['*'])),
  ),
  put('repos/create-or-update-file-contents', one, requireWrite('push'), requireBody(FileInput), (call) => {
    const { repo, user, body, clock } = call
    const content = fromBase64(body.content)
    if (content === null) throw unprocessable('content is not valid Base64')
    const path = pathOf(call.params['*'])
    const ref = body.branch ?? repo.defaultBranch
    const signatures = signaturesFrom(body, user, clock.now())
    const sha = body.sha ?? undefined
    const change = { path, content, sha, branch: toBranchName(ref), message: body.message, ...signatures }
    const { commit, blob, entry, created } = writeFile(call, repo, user, change)
    const item = entry === null ? null : contentItemJson(call, repo, { path, ref }, entry, blob?.size ?? 0)
    return json({ content: item, commit: gitCommitJson(call, repo, commit) }, created ? 201 : 200)
  }),
  del('repos/delete-file', one, requireWrite('push'), loadBody, requireBody(FileDeletionInput), (call) => {
    const { repo, user, body, clock } = call
    const path = pathOf(call.params['*'])
    const signatures = signaturesFrom(body, user, clock.now())
    const ref = body.branch ?? repo.defaultBranch
    const change = {
      path,
      content: null,
      sha: body.sha,
      branch: toBranchName(ref),
      message: body.message,
      ...signatures,
    }
    const { commit } = writeFile(call, repo, user, change)
    return json({ content: null, commit: gitCommitJson(call, repo, commit) })
  }),
  // The target of `download_url`, which the vendor serves from another host.
  get('repos/get-content', '/raw/:owner/:repo/*', loadRepo, (call) => download(call, call.repo, call.params['*'])),
  // The link of the vendor's site to a file.
  get('repos/get-content', '/:owner/:repo/raw/*', loadRepo, (call) => {
    const path = call.params['*'].split('/').map(encodeURIComponent).join('/')
    return redirect(call.urls.of(`/raw/${repoUrls(call, call.repo).fullName}/${path}`))
  }),
]

/** A step: reads the members of a deletion from the query too, because some clients send no body with it. */
function loadBody(call: CodehostCall): object {
  return call.bytes.length > 0 ? {} : { json: () => Object.fromEntries(call.query) }
}

/** A call that has what writes Markdown as HTML where the client accepts that. */
type CallForFile = CodehostCall & { readonly renderMarkdown?: typeof renderMarkdown }

function pathOf(path: string): string {
  return path.replaceAll(/^\/+|\/+$/g, '')
}

function show(call: CallForFile, repo: Repo, path: string): Answer {
  const { commit, ref } = contentCommit(call, repo, call.query.get('ref'))
  const objects = objectsOf(call.rows, repo)
  if (path === '') return showDirectory(call, repo, commit.tree, { path, ref })
  const entry = entryAt(objects, commit.tree, path)
  if (entry === null) throw notFound()
  if (entry.mode === '040000') return showDirectory(call, repo, entry.sha, { path, ref })
  if (entry.mode === '160000')
    return json(contentModuleJson(call, repo, { path, ref }, entry, originOf(objects, commit.tree, path)))
  const file = entry.mode === '120000' ? followLink(objects, commit.tree, path, entry) : entry
  if (file !== null) return showFile(call, repo, { path, ref }, file)
  return json(contentLinkJson(call, repo, { path, ref }, entry, blobText(blobAt(objects, entry.sha)) ?? ''))
}

function showReadme(call: CallForFile, repo: Repo, directory: string): Answer {
  const { commit } = contentCommit(call, repo, call.query.get('ref'))
  const path = readmePath(objectsOf(call.rows, repo), commit.tree, directory)
  if (path === null) throw notFound()
  return show(call, repo, path)
}

function showFile(call: CallForFile, repo: Repo, place: { path: string; ref: string }, entry: TreeEntry): Answer {
  const blob = blobAt(objectsOf(call.rows, repo), entry.sha)
  if (call.renderMarkdown !== undefined) {
    const id = call.operation === 'repos/get-content' ? 'file' : 'readme'
    const body = fileHtml(call.renderMarkdown, id, place.path, blobText(blob) ?? '')
    return text(body, 200, { 'content-type': acceptedType(call, 'html') })
  }
  if (!accepts(call, 'raw')) return json(contentFileJson(call, repo, place, entry, blob))
  return {
    status: 200,
    headers: { 'content-type': acceptedType(call, 'raw') },
    body: blobBytes(blob),
  }
}

function showDirectory(
  call: CodehostCall,
  repo: Repo,
  sha: string,
  { path, ref }: { path: string; ref: string },
): Answer {
  const objects = objectsOf(call.rows, repo)
  const entries = treeEntries(objects, sha).map((entry) => {
    const full = path === '' ? entry.path : `${path}/${entry.path}`
    return contentItemJson(call, repo, { path: full, ref }, entry, sizeOf(objects, entry))
  })
  if (!accepts(call, 'object')) return json(entries)
  const directory: TreeEntry = { path, mode: '040000', sha }
  return json({ ...contentItemJson(call, repo, { path, ref }, directory, 0), entries })
}

function sizeOf(objects: Objects, { mode, sha }: TreeEntry): number {
  return mode === '040000' || mode === '160000' ? 0 : blobAt(objects, sha).size
}

/** Returns the URL of a submodule in the `.gitmodules` file of the tree. */
function originOf(objects: Objects, tree: string, path: string): string | null {
  const file = entryAt(objects, tree, '.gitmodules')
  const text = file === null ? '' : (blobText(blobAt(objects, file.sha)) ?? '')
  const section = text.split(/^\[/m).find((each) => /^\s*path\s*=\s*(.+?)\s*$/m.exec(each)?.[1] === path)
  return /^\s*url\s*=\s*(.+?)\s*$/m.exec(section ?? '')?.[1] ?? null
}

/** Answers the bytes of a file at `<ref>/<path>`. The ref may contain slashes. */
function download({ rows }: CodehostCall, repo: Repo, rest: string): Answer {
  const names = rest.split('/')
  for (let count = 1; count < names.length; count++) {
    const commit = resolveCommit(rows, repo, names.slice(0, count).join('/'))
    const entry = commit === null ? null : entryAt(objectsOf(rows, repo), commit.tree, names.slice(count).join('/'))
    if (entry === null || entry.mode === '040000' || entry.mode === '160000') continue
    const blob = blobAt(objectsOf(rows, repo), entry.sha)
    const type = blobText(blob) === null ? 'application/octet-stream' : 'text/plain; charset=utf-8'
    return { status: 200, headers: { 'content-type': type }, body: blobBytes(blob) }
  }
  throw notFound()
}
