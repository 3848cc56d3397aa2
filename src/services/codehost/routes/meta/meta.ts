import { json, text } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { rateLimitOf } from '#codehost/rules/rate-limits.ts'
import { zen } from '#codehost/rules/zen.ts'
import { API_VERSIONS } from '#codehost/rules/api-versions.ts'

const { get } = routesFor<CodehostCall>()

/** Information about the service. https://docs.github.com/rest/meta */
export const metaRoutes = [
  get('meta/root', '/', ({ base, origin }) =>
    json({
      current_user_url: `${base}/user`,
      current_user_authorizations_html_url: `${origin}/settings/connections/applications{/client_id}`,
      authorizations_url: `${base}/authorizations`,
      code_search_url: `${base}/search/code?q={query}{&page,per_page,sort,order}`,
      commit_search_url: `${base}/search/commits?q={query}{&page,per_page,sort,order}`,
      emails_url: `${base}/user/emails`,
      emojis_url: `${base}/emojis`,
      events_url: `${base}/events`,
      feeds_url: `${base}/feeds`,
      followers_url: `${base}/user/followers`,
      following_url: `${base}/user/following{/target}`,
      gists_url: `${base}/gists{/gist_id}`,
      hub_url: `${base}/hub`,
      issue_search_url: `${base}/search/issues?q={query}{&page,per_page,sort,order}`,
      issues_url: `${base}/issues`,
      keys_url: `${base}/user/keys`,
      label_search_url: `${base}/search/labels?q={query}&repository_id={repository_id}{&page,per_page}`,
      notifications_url: `${base}/notifications`,
      organization_url: `${base}/orgs/{org}`,
      organization_repositories_url: `${base}/orgs/{org}/repos{?type,page,per_page,sort}`,
      organization_teams_url: `${base}/orgs/{org}/teams`,
      public_gists_url: `${base}/gists/public`,
      rate_limit_url: `${base}/rate_limit`,
      repository_url: `${base}/repos/{owner}/{repo}`,
      repository_search_url: `${base}/search/repositories?q={query}{&page,per_page,sort,order}`,
      current_user_repositories_url: `${base}/user/repos{?type,page,per_page,sort}`,
      starred_url: `${base}/user/starred{/owner}{/repo}`,
      starred_gists_url: `${base}/gists/starred`,
      topic_search_url: `${base}/search/topics?q={query}{&page,per_page}`,
      user_url: `${base}/users/{user}`,
      user_organizations_url: `${base}/user/orgs`,
      user_repositories_url: `${base}/users/{user}/repos{?type,page,per_page,sort}`,
      user_search_url: `${base}/search/users?q={query}{&page,per_page,sort,order}`,
    }),
  ),
  get('meta/get', '/meta', () =>
    json({
      verifiable_password_authentication: false,
      ssh_key_fingerprints: {},
      ssh_keys: [],
      hooks: ['127.0.0.1/32'],
      web: ['127.0.0.1/32'],
      api: ['127.0.0.1/32'],
      git: ['127.0.0.1/32'],
      packages: [],
      pages: [],
      importer: [],
      actions: [],
      dependabot: [],
    }),
  ),
  get('meta/get-zen', '/zen', ({ clock }) => text(zen(clock.now()))),
  get('meta/get-octocat', '/octocat', ({ query, clock }) =>
    text(cat(query.get('s') ?? zen(clock.now())), 200, { 'content-type': 'application/octocat-stream' }),
  ),
  get('meta/get-all-versions', '/versions', () => json(API_VERSIONS)),
  get('emojis/get', '/emojis', async ({ urls }) => {
    const { emojiPictures } = await import('#codehost/rules/emojis.ts')
    return json(Object.fromEntries(emojiPictures().map(([name, path]) => [name, urls.of(path)])))
  }),
  get('rate-limit/get', '/rate_limit', (call) => {
    const core = rateLimitOf(call, 'core')
    const search = rateLimitOf(call, 'search')
    const unused = (limit: number, { reset } = core) => ({ limit, used: 0, remaining: limit, reset })
    const resources = {
      core,
      search,
      graphql: rateLimitOf(call, 'graphql'),
      integration_manifest: unused(5000),
      source_import: unused(100, search),
      code_scanning_upload: unused(5000),
      code_scanning_autofix: unused(10, search),
      code_search: rateLimitOf(call, 'code_search'),
      actions_runner_registration: unused(10_000),
      scim: unused(15_000),
      dependency_snapshots: unused(100, search),
      dependency_sbom: unused(100, search),
      audit_log: unused(1750),
      audit_log_streaming: unused(15),
    }
    return json({ resources, rate: core })
  }),
]

function cat(speech: string): string {
  const line = '_'.repeat(speech.length + 2)
  return [
    ` ${line}`,
    `( ${speech} )`,
    ` ${line.replaceAll('_', '-')}`,
    '      \\',
    '       \\   /\\_/\\',
    '          ( o.o )',
    '           > ^ <',
    '',
  ].join('\n')
}
