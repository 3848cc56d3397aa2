import { json, text } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { blobAt, blobBytes, blobText, EMPTY_TREE, type TreeEntry } from '#codehost/git/objects.ts'
import { contentFileJson } from '#codehost/json/git/content.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { communityProfileJson } from '#codehost/json/repos/community-profile.ts'
import { fullLicenseJson, licenseJson } from '#codehost/json/repos/license.ts'
import { codeOfConductIn } from '#codehost/rules/repos/codes-of-conduct.ts'
import { healthFile, healthFiles } from '#codehost/rules/repos/community.ts'
import { contentCommit } from '#codehost/rules/git/contents.ts'
import { branchTip, objectsOf } from '#codehost/rules/git/objects.ts'
import { FEATURED_LICENSES, LICENSES } from '#codehost/rules/repos/licenses.ts'
import { GITIGNORE_NAMES, gitignoreTemplate } from '#codehost/rules/repos/templates.ts'
import { loadRepo } from '#codehost/steps/access.ts'
import { loadLicenseTexts } from '#codehost/steps/licenses.ts'
import { acceptedType, accepts } from '#codehost/rules/media-type.ts'

const { get } = routesFor<CodehostCall>()

/**
 * Licenses, `.gitignore` templates, and how a repository presents itself to contributors.
 * https://docs.github.com/rest/licenses, https://docs.github.com/rest/gitignore
 */
export const licensesRoutes = [
  get('licenses/get-all-commonly-used', '/licenses', (call) => {
    const keys = call.query.get('featured') === 'true' ? FEATURED_LICENSES : Object.keys(LICENSES)
    return answerPage(call, keys, (key) => licenseJson(call.base, key))
  }),
  get('licenses/get', '/licenses/:license', loadLicenseTexts, ({ base, params, texts }) => {
    const key = params.license.toLowerCase()
    const terms = texts.licenseTerms(key)
    if (terms === undefined) throw notFound()
    return json(fullLicenseJson(base, key, terms))
  }),
  get('licenses/get-for-repo', '/repos/:owner/:repo/license', loadLicenseTexts, loadRepo, (call) => {
    const { rows, repo, texts, base } = call
    const { commit, ref } = contentCommit(call, repo, call.query.get('ref'))
    const objects = objectsOf(rows, repo)
    const entry = healthFile(objects, commit.tree, 'license')
    if (entry === null) throw notFound()
    const blob = blobAt(objects, entry.sha)
    if (accepts(call, 'raw')) {
      return { status: 200, headers: { 'content-type': acceptedType(call, 'raw') }, body: blobBytes(blob) }
    }
    const license = licenseJson(base, texts.licenseIn(blobText(blob) ?? ''))
    return json({ ...contentFileJson(call, repo, { path: entry.path, ref }, entry, blob), license })
  }),
  get(
    'repos/get-community-profile-metrics',
    '/repos/:owner/:repo/community/profile',
    loadLicenseTexts,
    loadRepo,
    (call) => {
      const { rows, repo, texts } = call
      const tip = branchTip(rows, repo, repo.defaultBranch)
      const objects = objectsOf(rows, repo)
      const files = healthFiles(objects, tip?.tree ?? EMPTY_TREE)
      const textOf = (entry: TreeEntry | null): string =>
        entry === null ? '' : (blobText(blobAt(objects, entry.sha)) ?? '')
      const license = texts.licenseIn(textOf(files.license))
      const conduct = codeOfConductIn(textOf(files.code_of_conduct))
      return json(communityProfileJson(call, repo, files, { license, conduct }))
    },
  ),
  get('gitignore/get-all-templates', '/gitignore/templates', () => json(GITIGNORE_NAMES)),
  get('gitignore/get-template', '/gitignore/templates/:name', (call) => {
    const { name } = call.params
    const source = gitignoreTemplate(name)
    if (source === undefined) throw notFound()
    return accepts(call, 'raw')
      ? text(source, 200, { 'content-type': acceptedType(call, 'raw') })
      : json({ name, source })
  }),
]
