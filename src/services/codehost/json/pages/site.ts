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

/**
 * The health of the domain of a site: `pages-health-check`. No name server is asked, so that every domain is well.
 */
export function pagesHealthJson(host: string, { httpsEnforced }: Pick<PagesSite, 'httpsEnforced'>) {
  const isApex = host.split('.').length === 2
  return {
    domain: {
      host,
      uri: `http${httpsEnforced ? 's' : ''}://${host}/`,
      nameservers: 'default',
      dns_resolves: true,
      is_proxied: false,
      is_cloudflare_ip: false,
      is_fastly_ip: false,
      is_old_ip_address: false,
      is_a_record: isApex,
      has_cname_record: !isApex,
      has_mx_records_present: false,
      is_valid_domain: true,
      is_apex_domain: isApex,
      should_be_a_record: isApex,
      is_cname_to_github_user_domain: !isApex,
      is_cname_to_pages_dot_github_dot_com: false,
      is_cname_to_fastly: false,
      is_pointed_to_github_pages_ip: isApex,
      is_non_github_pages_ip_present: false,
      is_pages_domain: false,
      is_served_by_pages: true,
      is_valid: true,
      reason: null,
      responds_to_https: true,
      enforces_https: httpsEnforced,
      https_error: null,
      is_https_eligible: true,
      caa_error: null,
    },
    alt_domain: null,
  }
}
