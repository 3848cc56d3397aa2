import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, requirePermission, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { releaseJson } from '#codehost/json/releases/release.ts'
import { lastModified } from '#codehost/json/format.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { refuseSealed, sealed } from '#codehost/rules/releases/immutable-releases.ts'
import { releaseNotes } from '#codehost/rules/releases/notes.ts'
import {
  chooseLatest,
  commitOfRelease,
  emitRelease,
  ensureTag,
  latestRelease,
  refuseEmptyTarget,
  canSeeDrafts,
} from '#codehost/rules/releases/releases.ts'
import { emitDiscussion, insertDiscussion } from '#codehost/rules/discussions/discussions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { DiscussionCategory } from '#codehost/schema/discussions.ts'
import type { Release } from '#codehost/schema/releases.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { forgetReactions } from '#codehost/rules/issues/reactions.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadRelease } from '#codehost/steps/releases.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const makeLatest = v.picklist(['true', 'false', 'legacy'])

const ReleaseInput = v.object({
  tag_name: v.string(),
  target_commitish: v.optional(v.string()),
  name: v.optional(v.nullable(v.string()), null),
  body: v.optional(v.nullable(v.string()), null),
  draft: v.optional(v.boolean(), false),
  prerelease: v.optional(v.boolean(), false),
  discussion_category_name: v.optional(v.string()),
  generate_release_notes: v.optional(v.boolean(), false),
  make_latest: v.optional(makeLatest, 'true'),
})

const ReleaseChanges = v.object({
  tag_name: v.optional(v.string()),
  target_commitish: v.optional(v.string()),
  name: v.optional(v.nullable(v.string())),
  body: v.optional(v.nullable(v.string())),
  draft: v.optional(v.boolean()),
  prerelease: v.optional(v.boolean()),
  discussion_category_name: v.optional(v.string()),
  make_latest: v.optional(makeLatest),
})

const NotesInput = v.object({
  tag_name: v.string(),
  target_commitish: v.optional(v.string()),
  previous_tag_name: v.optional(v.string()),
  configuration_file_path: v.optional(v.string()),
})

const one = '/repos/:owner/:repo/releases/:release_id'

/** Releases. https://docs.github.com/rest/releases/releases */
export const releasesRoutes = [
  get('repos/list-releases', '/repos/:owner/:repo/releases', loadRepo, (call) => {
    const { rows, repo } = call
    const index = canSeeDrafts(call, repo) ? 'created' : 'published'
    return answerPage(call, viewOfIndex(rows.releases, index, [repo.id], { descending: true }), (release) =>
      releaseJson(call, repo, release),
    )
  }),
  post(
    'repos/create-release',
    '/repos/:owner/:repo/releases',
    requireWrite('push'),
    requireBody(ReleaseInput),
    (call) => {
      const { rows, repo, user, body, clock } = call
      const category = categoryNamed(call, repo, body.discussion_category_name)
      const { tag_name: tagName, target_commitish: target, draft, prerelease } = body
      const targetCommitish = target || repo.defaultBranch // an empty target means the default branch
      const commit = commitOfRelease(rows, repo, { tagName, targetCommitish, draft }, null)
      refuseSealed(call, repo, { tagName, draft }, null)
      const at = clock.now()
      const inserted = rows.releases.insert({
        repoId: repo.id,
        tagName,
        targetCommitish,
        ...written(call, repo, { ...body, target_commitish: targetCommitish }),
        draft,
        prerelease,
        latest: false,
        authorId: user.id,
        createdAt: commit.committer.at,
        publishedAt: draft ? null : at,
        updatedAt: at,
      })
      ensureTag(call, repo, inserted, commit, user)
      if (isFull(inserted)) settleLatest(call, repo, inserted, body.make_latest)
      const release = sealed(rows, repo, discussed(call, rows.releases.require(inserted.id), category, user))
      emitRelease(call, release, user, ['created', ...(draft ? [] : publishedActions(release))])
      const wire = releaseJson(call, repo, release)
      return json(wire, 201, { location: wire.url })
    },
  ),
  post(
    'repos/generate-release-notes',
    '/repos/:owner/:repo/releases/generate-notes',
    requirePermission('push'),
    requireBody(NotesInput),
    (call) => {
      const { repo, body } = call
      const targetCommitish = body.target_commitish ?? repo.defaultBranch
      const input = {
        tagName: body.tag_name,
        targetCommitish,
        previousTagName: body.previous_tag_name,
        configurationPath: body.configuration_file_path,
      }
      return json(releaseNotes(call, repo, input))
    },
  ),
  get('repos/get-latest-release', '/repos/:owner/:repo/releases/latest', loadRepo, (call) => {
    const latest = latestRelease(call.rows, call.repo)
    if (latest === null) throw notFound()
    return json(releaseJson(call, call.repo, latest), 200, lastModified(latest))
  }),
  // A tag's name may contain slashes, and not every client encodes them.
  get('repos/get-release-by-tag', '/repos/:owner/:repo/releases/tags/*', loadRepo, (call) => {
    const release = call.rows.releases.find('tag', call.repo.id, call.params['*'])
    if (release === undefined) throw notFound()
    return json(releaseJson(call, call.repo, release), 200, lastModified(release))
  }),
  get('repos/get-release', one, loadRepo, loadRelease, (call) =>
    json(releaseJson(call, call.repo, call.release), 200, lastModified(call.release)),
  ),
  patch('repos/update-release', one, requireWrite('push'), loadRelease, requireBody(ReleaseChanges), (call) => {
    const { rows, repo, user, body, release: before } = call
    const category = categoryNamed(call, repo, body.discussion_category_name)
    refuseEmptyTarget(body.target_commitish)
    const target = {
      tagName: body.tag_name ?? before.tagName,
      targetCommitish: body.target_commitish ?? before.targetCommitish,
      draft: body.draft ?? before.draft,
    }
    const commit = commitOfRelease(rows, repo, target, before)
    refuseSealed(call, repo, target, before)
    const updated = rows.releases.update(before.id, {
      ...target,
      ...changed(call, before, { ...body, draft: target.draft }),
      createdAt: commit.committer.at,
    })
    ensureTag(call, repo, updated, commit, user)
    if (isFull(updated)) {
      settleLatest(call, repo, updated, body.make_latest ?? (isFull(before) ? undefined : 'true'))
    }
    const release = sealed(rows, repo, discussed(call, rows.releases.require(updated.id), category, user))
    emitRelease(call, release, user, actionsOf(before, release), before)
    return json(releaseJson(call, repo, release))
  }),
  del('repos/delete-release', one, requireWrite('push'), loadRelease, (call) => {
    const { rows, user, release } = call
    // Emitted while the release still has its assets.
    emitRelease(call, release, user, ['deleted'])
    rows.releases.delete(release.id)
    forgetReactions(rows, release.repoId, `release ${release.id}`)
    return empty()
  }),
]

/**
 * Returns the category of discussions that a body names; null for none.
 *
 * @throws 404 for a category that the repository lacks.
 */
function categoryNamed({ rows }: CodehostCall, repo: Repo, name: string | undefined): DiscussionCategory | null {
  if (name === undefined || name === '') return null
  const all = repo.hasDiscussions ? rows.discussionCategories.referring('repoId', repo.id) : []
  const found = all.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (found === undefined) {
    throw notFound('Discussion could not be created. Make sure you passed a valid category name.')
  }
  return found
}

/** Starts the discussion of a published release, unless it has one. Returns the release. */
function discussed(call: CodehostCall, release: Release, category: DiscussionCategory | null, user: Account): Release {
  if (category === null || release.draft || release.discussionId != null) return release
  const { rows } = call
  const repo = rows.repos.require(release.repoId)
  const title = release.name || release.tagName // a release without a name is called by its tag
  const discussion = insertDiscussion(call, repo, {
    categoryId: category.id,
    title,
    body: release.body ?? '',
    userId: user.id,
  })
  emitDiscussion(call, discussion, 'created', user)
  return rows.releases.update(release.id, { discussionId: discussion.id })
}

/** Returns the name and notes of a new release: those of the body, and generated ones on request. */
function written(
  call: CodehostCall,
  repo: Repo,
  body: v.InferOutput<typeof ReleaseInput> & { target_commitish: string },
) {
  const { name, body: own, tag_name: tagName, target_commitish: targetCommitish } = body
  if (!body.generate_release_notes) return { name, body: own }
  const notes = releaseNotes(call, repo, { tagName, targetCommitish, previousTagName: undefined })
  const both = own === null || own === '' ? notes.body : `${own}\n\n${notes.body}`
  return { name: name === null || name === '' ? notes.name : name, body: both }
}

/** Returns the updated release, except for its tag and target. */
function changed(
  { clock }: CodehostCall,
  before: Release,
  body: v.InferOutput<typeof ReleaseChanges> & { draft: boolean },
) {
  const { name, body: notes, draft, prerelease = before.prerelease } = body
  const at = clock.now()
  return {
    ...defined({ name, body: notes }),
    prerelease,
    latest: before.latest && isFull({ draft, prerelease }),
    publishedAt: draft ? null : (before.publishedAt ?? at),
    updatedAt: at,
  }
}

/** Returns whether a release can be the latest: neither a draft nor a prerelease. */
function isFull({ draft, prerelease }: Pick<Release, 'draft' | 'prerelease'>): boolean {
  return !draft && !prerelease
}

/** Applies `make_latest`. Changes nothing when the body leaves it out. */
function settleLatest(
  { rows }: CodehostCall,
  repo: Repo,
  release: Release,
  choice: v.InferOutput<typeof makeLatest> | undefined,
): void {
  if (choice === 'true') chooseLatest(rows, repo, release)
  else if (choice === 'legacy') chooseLatest(rows, repo, null)
  else if (choice === 'false' && release.latest) rows.releases.update(release.id, { latest: false })
}

function publishedActions({ prerelease }: Release): string[] {
  return ['published', prerelease ? 'prereleased' : 'released']
}

/** Returns the actions of the events that an update emits. */
function actionsOf(before: Release, after: Release): string[] {
  if (before.draft && !after.draft) return publishedActions(after)
  if (!before.draft && after.draft) return ['unpublished']
  const turned = before.prerelease === after.prerelease || after.draft
  return turned ? ['edited'] : ['edited', after.prerelease ? 'prereleased' : 'released']
}
