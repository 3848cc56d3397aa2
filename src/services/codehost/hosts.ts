import type { VendorHost } from '#core/vendor-hosts.ts'

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'api', host: 'api.github.com' },
  { name: 'site', host: 'github.com' },
  { name: 'uploads', host: 'uploads.github.com' },
  { name: 'avatars', host: 'avatars.githubusercontent.com', paths: { '/': '/avatars' } },
  { name: 'raw', host: 'raw.githubusercontent.com', paths: { '/': '/raw' } },
  { name: 'gist', host: 'gist.github.com', paths: { '/': '/gist' } },
  { name: 'gist-raw', host: 'gist.githubusercontent.com', paths: { '/': '/gist-raw' } },
  { name: 'codeload', host: 'codeload.github.com', paths: { '/': '/codeload' } },
  { name: 'assets', host: 'github.githubassets.com', paths: { '/images': '/images' } },
  // The files of Actions runs, to which the API redirects.
  {
    name: 'storage',
    host: 'productionresultssa0.blob.core.windows.net',
    paths: { '/actions-results': '/_storage/actions' },
  },
  { name: 'results', host: 'results-receiver.actions.githubusercontent.com', paths: { '/twirp': '/twirp' } },
  { name: 'token', host: 'token.actions.githubusercontent.com', paths: { '/': '/_services/token' } },
]
