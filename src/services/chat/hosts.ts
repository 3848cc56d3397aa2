import type { VendorHost } from '#core/vendor-hosts.ts'

/** Returns the vendor's hosts; that of the workspace has its domain. */
export function hosts({ team }: { readonly team: { readonly domain: string } }): readonly VendorHost[] {
  return [
    { name: 'api', host: 'slack.com' },
    { name: 'api', host: 'www.slack.com' },
    { name: 'files', host: 'files.slack.com', paths: { '/files-pri': '/files-pri', '/upload': '/upload' } },
    {
      name: 'hooks',
      host: 'hooks.slack.com',
      paths: { '/services': '/services', '/actions': '/actions', '/commands': '/commands' },
    },
    { name: 'socket', host: 'wss-primary.slack.com', paths: { '/link': '/link' } },
    { name: 'public-files', host: 'slack-files.com', paths: { '/': '/files-pub' } },
    { name: 'avatars', host: 'avatars.slack-edge.com', paths: { '/': '/avatars' } },
    { name: 'site', host: `${team.domain}.slack.com` },
  ]
}
