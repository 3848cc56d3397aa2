import type { Site } from '#codehost/call.ts'
import { simpleUserOrNullJson } from '#codehost/json/accounts/account.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { PagesBuild, PagesSite } from '#codehost/schema/pages.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { time } from '../format.ts'

/** A site: `page`. `status` is null before its first build. */
export function pagesSiteJson(
  site: Site,
  repo: Repo,
  { cname, buildType, source, httpsEnforced }: PagesSite,
  { status, hasErrorPage }: { readonly status: 'building' | 'built' | null; readonly hasErrorPage: boolean },
) {
  return {
    url: `${repoUrls(site, repo).url}/pages`,
    status,
    cname,
    custom_404: hasErrorPage,
    html_url: pagesUrl(site, repo, cname),
    build_type: buildType,
    source: { branch: source.branch, path: source.path },
    public: true,
    protected_domain_state: null,
    pending_domain_unverified_at: null,
    https_enforced: httpsEnforced,
  }
}

/** Returns the address of a site: of its own domain, or below the vendor's domain of its owner. */
export function pagesUrl({ rows }: Pick<Site, 'rows'>, repo: Repo, cname: string | null): string {
  if (cname !== null) return `https://${cname}/`
  const host = `${rows.accounts.require(repo.ownerId).login.toLowerCase()}.github.io`
  return repo.name.toLowerCase() === host ? `https://${host}/` : `https://${host}/${repo.name}/`
}

/** A build: `page-build`. */
export function pagesBuildJson(site: Site, repo: Repo, build: PagesBuild) {
  const { id, status, sha, pusherId, createdAt, updatedAt } = build
  return {
    url: `${repoUrls(site, repo).url}/pages/builds/${id}`,
    status,
    error: { message: null },
    pusher: simpleUserOrNullJson(site, pusherId),
    commit: sha,
    duration: updatedAt - createdAt,
    created_at: time(createdAt),
    updated_at: time(updatedAt),
  }
}
