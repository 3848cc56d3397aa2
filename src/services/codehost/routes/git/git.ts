import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import { blob, blobBytes, commit, tag, treeEntries, type GitObject } from '#codehost/git/objects.ts'
import { walkTree } from '#codehost/git/trees.ts'
import { blobJson, gitCommitJson, tagJson, treeJson } from '#codehost/json/git/git-object.ts'
import { requireContent } from '#codehost/rules/commits/find.ts'
import { TreeEntryInput, newTree, treeOf } from '#codehost/rules/git/new-tree.ts'
import { objectsOf, resolveCommit } from '#codehost/rules/git/objects.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { fromBase64 } from '#codehost/rules/git/base64.ts'
import {
  PartialSignatureInput,
  SignatureInput,
  signatureFrom,
  signaturesFrom,
} from '#codehost/rules/commits/signatures.ts'
import { signatureOf } from '#codehost/rules/repos/repositories.ts'
import { refuseWorkflowTree } from '#codehost/rules/actions/workflow-writes.ts'
import { acceptedType, accepts } from '#codehost/rules/media-type.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { checkSha } from '#codehost/rules/git/shas.ts'

const { get, post } = routesFor<CodehostCall>()

/** The largest number of entries of a tree in one answer. https://docs.github.com/rest/git/trees#get-a-tree */
const MOST_ENTRIES = 100_000

const CommitInput = v.object({
  message: v.string(),
  tree: v.string(),
  parents: v.optional(v.array(v.string()), []),
  author: v.optional(SignatureInput),
  committer: v.optional(PartialSignatureInput),
  signature: v.optional(v.string()),
})
const TreeInput = v.object({ tree: v.array(TreeEntryInput), base_tree: v.optional(v.nullable(v.string())) })
const BlobInput = v.object({ content: v.string(), encoding: v.optional(v.string(), 'utf-8') })
const TagInput = v.object({
  tag: v.string(),
  message: v.string(),
  object: v.string(),
  type: v.picklist(['commit', 'tree', 'blob', 'tag']),
  tagger: v.optional(SignatureInput),
})

/** Git objects: commits, trees, blobs and annotated tags. https://docs.github.com/rest/git */
export const gitRoutes = [
  post(
    'git/create-commit',
    '/repos/:owner/:repo/git/commits',
    requireWrite('push'),
    requireBody(CommitInput),
    (call) => {
      const { rows, repo, user, body, clock } = call
      const { message, tree, parents, signature } = body
      requireContent(rows, repo)
      checkSha('tree', tree)
      if (objectAt(call, repo, tree)?.kind !== 'tree') throw unprocessable('Tree SHA does not exist')
      if (parents.some((parent) => objectAt(call, repo, parent)?.kind !== 'commit')) {
        throw unprocessable('Parent SHA does not exist or is not a commit object')
      }
      const people = signaturesFrom(body, user, clock.now())
      const made = commit({ tree, parents, ...people, message, ...(signature === undefined ? {} : { signature }) })
      objectsOf(rows, repo).put(made)
      const wire = gitCommitJson(call, repo, made)
      return json(wire, 201, { location: wire.url })
    },
  ),
  get('git/get-commit', '/repos/:owner/:repo/git/commits/:commit_sha', loadRepo, (call) => {
    const { rows, repo } = call
    requireContent(rows, repo)
    const found = objectAt(call, repo, call.params.commit_sha)
    if (found?.kind !== 'commit') throw notFound()
    return json(gitCommitJson(call, repo, found))
  }),
  post('git/create-tree', '/repos/:owner/:repo/git/trees', requireWrite('push'), requireBody(TreeInput), (call) => {
    const { rows, repo, body } = call
    requireContent(rows, repo)
    const objects = objectsOf(rows, repo)
    const base = body.base_tree ?? null
    const sha = newTree(objects, base ?? undefined, body.tree)
    refuseWorkflowTree(call, repo, sha, base === null ? null : treeOf(objects, base))
    const wire = treeJson(call, repo, sha, treeEntries(objects, sha), false)
    return json(wire, 201, { location: wire.url })
  }),
  get('git/get-tree', '/repos/:owner/:repo/git/trees/*', loadRepo, (call) => {
    const { rows, repo } = call
    requireContent(rows, repo)
    const objects = objectsOf(rows, repo)
    const name = call.params['*']
    const commit = resolveCommit(rows, repo, name)
    const tree = commit?.tree ?? treeOf(objects, name)
    if (tree === null) throw notFound()
    // A commit's tree is answered under the SHA of the commit.
    const sha = commit?.sha ?? tree
    // Any value selects the recursive listing, even `0` and `false`.
    const entries = walkTree(objects, tree, { recursive: call.query.has('recursive') })
    return json(treeJson(call, repo, sha, entries.slice(0, MOST_ENTRIES), entries.length > MOST_ENTRIES))
  }),
  post('git/create-blob', '/repos/:owner/:repo/git/blobs', requireWrite('push'), requireBody(BlobInput), (call) => {
    const { rows, repo, body } = call
    requireContent(rows, repo)
    const made = blob(bytesOf(body))
    objectsOf(rows, repo).put(made)
    const url = `${repoUrls(call, repo).url}/git/blobs/${made.sha}`
    return json({ url, sha: made.sha }, 201, { location: url })
  }),
  get('git/get-blob', '/repos/:owner/:repo/git/blobs/:file_sha', loadRepo, (call) => {
    const { rows, repo } = call
    requireContent(rows, repo)
    const found = objectAt(call, repo, call.params.file_sha)
    if (found?.kind !== 'blob') throw notFound()
    if (!accepts(call, 'raw')) return json(blobJson(call, repo, found))
    return {
      status: 200,
      headers: { 'content-type': acceptedType(call, 'raw') },
      body: blobBytes(found),
    }
  }),
  post('git/create-tag', '/repos/:owner/:repo/git/tags', requireWrite('push'), requireBody(TagInput), (call) => {
    const { rows, repo, user, body, clock } = call
    const { tag: name, message, object, type } = body
    requireContent(rows, repo)
    if (objectAt(call, repo, object)?.kind !== type) throw unprocessable(`Object ${object} is not a ${type}`)
    const tagger = signatureFrom(body.tagger, signatureOf(user, clock.now()))
    const made = tag({ tag: name, message, object, type, tagger })
    objectsOf(rows, repo).put(made)
    const wire = tagJson(call, repo, made)
    return json(wire, 201, { location: wire.url })
  }),
  get('git/get-tag', '/repos/:owner/:repo/git/tags/:tag_sha', loadRepo, (call) => {
    const { rows, repo } = call
    requireContent(rows, repo)
    const found = objectAt(call, repo, call.params.tag_sha)
    if (found?.kind !== 'tag') throw notFound()
    return json(tagJson(call, repo, found))
  }),
]

function objectAt({ rows }: CodehostCall, repo: Repo, sha: string): GitObject | undefined {
  return rows.objects.get(`${repo.id} ${sha}`)?.object
}

function bytesOf({ content, encoding }: v.InferOutput<typeof BlobInput>): string | Uint8Array {
  if (encoding === 'utf-8' || encoding === 'utf8') return content
  if (encoding !== 'base64') throw unprocessable('encoding must be utf-8 or base64')
  const bytes = fromBase64(content)
  if (bytes === null) throw unprocessable('content is not valid Base64')
  return bytes
}
