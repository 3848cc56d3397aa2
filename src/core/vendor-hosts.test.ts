import { get } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { defineService } from './define-service.ts'
import { HostConflict, VendorHosts, VendorHostTable, type VendorHost } from './vendor-hosts.ts'

const hosts: VendorHost[] = [
  { name: 'site', host: 'forge.example' },
  { name: 'api', host: 'api.forge.example', paths: { '/': '/', '/v1/me': '/user' } },
  { name: 'token', host: 'oauth.example', paths: { '/token': '/oauth2/token' } },
  { name: 'bucket', host: '*.s3.*.example' },
  { name: 'tenant', host: 'dev-*.login.example', default: 'dev-1.login.example', paths: { '/sso': '/sso' } },
]

const places = defineService({
  id: 'places',
  port: 4199,
  app: (request, { url }) => Response.json({ seen: request.url, base: url }),
  hosts,
})

describe('The hosts that a service declares', () => {
  const table = new VendorHosts(hosts)

  it.each([
    ['forge.example', '/a/b', 'site', '/a/b'],
    ['FORGE.example:443', '/', 'site', '/'],
    ['api.forge.example', '/v1/mention', 'api', '/v1/mention'],
    ['api.forge.example', '/v1/me/emails', 'api', '/user/emails'],
    ['oauth.example', '/token', 'token', '/oauth2/token'],
    ['my.bucket.s3.eu-1.example', '/key', 'bucket', '/key'],
    ['dev-22.login.example', '/sso/x', 'tenant', '/sso/x'],
  ])('answer https://%s%s', (host, path, name, instancePath) => {
    const match = table.match(host, path)
    expect([match?.host.name, match?.path]).toEqual([name, instancePath])
  })

  it.each([
    ['other.example', '/'],
    ['oauth.example', '/tokens'],
    ['s3.eu-1.example', '/'],
    ['a.s3.eu.1.example', '/'],
    ['dev-a.b.login.example', '/sso'],
    ['xforge.example', '/'],
  ])('do not answer https://%s%s', (host, path) => {
    expect(table.match(host, path)).toBeNull()
  })

  it('give each path of the instance the URL that it has at the vendor', () => {
    const urls = table.urls('https://forge.example')
    expect(urls.of('/oauth2/token?x=1')).toBe('https://oauth.example/token?x=1')
    expect(urls.of('/user', 'api')).toBe('https://api.forge.example/v1/me')
    expect(urls.of('/octocat')).toBe('https://forge.example/octocat')
    expect(urls.of('/sso')).toBe('https://dev-1.login.example/sso')
    expect(table.urls('https://dev-7.login.example').of('/sso')).toBe('https://dev-7.login.example/sso')
    expect(() => urls.of('/elsewhere', 'token')).toThrow('no host named token has the path /elsewhere')
  })

  it.each([
    [{ name: '', host: 'a.example' }, 'expected a name'],
    [{ name: 'api', host: 'https://a.example' }, 'without scheme'],
    [{ name: 'api', host: 'A.example' }, 'lower case'],
    [{ name: 'api', host: '*.example', default: 'a.test' }, 'fits the wildcard'],
    [{ name: 'api', host: 'a.example', paths: { '/a': 'b' } }, 'begin with a slash, got "b"'],
  ])('are refused when they are %j', (host, message) => {
    expect(() => new VendorHosts([host])).toThrow(message)
  })

  it('are refused when another service declares the same host and path', () => {
    const claim = (path: string): VendorHost[] => [{ name: 'api', host: 'www.example', paths: { [path]: path } }]
    const both = new VendorHostTable([
      [1, 'one', claim('/a')],
      [2, 'two', claim('/b')],
    ])
    expect(both.match(new URL('https://www.example/b/c'))).toBe(2)
    expect(both.match(new URL('https://www.example/c'))).toBeNull()
    expect(both.ownersOf('www.example')).toEqual([1, 2])
    const conflict = (): unknown =>
      new VendorHostTable([
        [1, 'one', claim('/a')],
        [2, 'two', claim('/a/')],
      ])
    expect(conflict).toThrow(HostConflict)
    expect(conflict).toThrow('one and two both answer for https://www.example/a: leave one of them out')
  })
})

describe('An emulator with hosts: real', () => {
  it('answers URLs of its hosts at the path of the declaration, and advertises the vendor’s origin', async () => {
    await using emulator = await createEmulator({ service: places, port: 0, hosts: 'real' })
    expect(emulator.hosts).toEqual(hosts)
    const response = await emulator.fetch('https://oauth.example/token?a=b')
    expect(await response.json()).toEqual({
      seen: 'https://oauth.example/oauth2/token?a=b',
      base: 'https://forge.example',
    })
    expect(emulator.env).toEqual({ PLACES_URL: 'https://forge.example' })
    expect(emulator.url).toBe(`http://127.0.0.1:${emulator.port}`)
  })

  it('answers nothing for other hosts over the network, and without the option not for its own either', async () => {
    await using real = await createEmulator({ service: places, port: 0, hosts: 'real' })
    await using plain = await createEmulator({ service: places, port: 0 })
    const status = async (url: string, host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        get(url, { headers: { host } }, (response) => resolve(response.resume().statusCode)).on('error', reject)
      })
    expect(await status(real.url, 'api.forge.example')).toBe(200)
    expect(await status(real.url, 'api.other.example')).toBe(421)
    expect(await status(plain.url, 'api.forge.example')).toBe(421)
    expect(plain.hosts).toEqual([])
  })

  it('is refused for a service that declares no hosts', async () => {
    const bare = defineService({ id: 'bare', port: 4198, app: () => new Response() })
    await expect(createEmulator({ service: bare, port: 0, hosts: 'real' })).rejects.toThrow('needs the vendor’s hosts')
  })
})
