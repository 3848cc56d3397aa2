import { describe, expect } from 'vitest'
import { oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const path = '/api/v1/meta/schemas/user/linkedObjects'
const side = (name: string) => ({ name, title: `The ${name}`, description: `Whose ${name} this is`, type: 'USER' })
const management = { primary: side('manager'), associated: side('subordinate') }

describe('a relationship between users', () => {
  it('is created, found by either name, listed and deleted', async () => {
    const made = await site.send('POST', path, management)
    const self = { self: { href: `${site.emulator.url}${path}/manager` } }
    expect([made.status, made.body]).toEqual([201, { ...management, _links: self }])
    expect((await site.send('GET', `${path}/subordinate`)).body).toEqual(made.body)
    expect((await site.send('GET', path)).body).toEqual([made.body])
    expect((await site.send('DELETE', `${path}/manager`)).status).toBe(204)
    expect((await site.send('GET', `${path}/manager`)).body.errorSummary).toBe(
      'Not found: Resource not found: manager (LinkedObjectProperty)',
    )
  })

  it('has names that no other has', async () => {
    await site.send('POST', path, management)
    for (const other of [
      { primary: side('boss'), associated: side('manager') },
      { primary: side('subordinate'), associated: side('colleague') },
      { primary: side('twin'), associated: side('twin') },
    ]) {
      expect((await site.send('POST', path, other)).body.errorSummary).toBe('Api validation failed: name')
    }
  })
})

describe('linked users', () => {
  const links = async (user: string, name: string) =>
    (
      (await site.send('GET', `/api/v1/users/${user}/linkedObjects/${name}`)).body as {
        _links: { self: { href: string } }
      }[]
    )
      .map((link) => link['_links'].self.href)
      .map((href) => href.split('/').at(-1))
  const idOf = async (user: string): Promise<string> => (await site.send('GET', `/api/v1/users/${user}`)).body.id

  it('are one manager and any number of subordinates', async () => {
    await site.send('POST', path, management)
    const [ada, grace, alan] = await Promise.all(['ada', 'grace', 'alan'].map(idOf))
    const link = (user: string, manager = '') =>
      site.send('PUT', `/api/v1/users/${user}/linkedObjects/manager/${manager}`)
    expect((await link('grace', ada)).status).toBe(204)
    await link('alan', ada)
    expect(await links('grace', 'manager')).toEqual([ada])
    expect((await links('ada', 'subordinate')).toSorted()).toEqual([grace, alan].toSorted())
    await link('alan', grace)
    expect([await links('alan', 'manager'), await links('ada', 'subordinate')]).toEqual([[grace], [grace]])
    expect((await site.send('DELETE', '/api/v1/users/grace/linkedObjects/manager')).status).toBe(204)
    expect([await links('grace', 'manager'), await links('ada', 'subordinate')]).toEqual([[], []])
    expect((await link('ada', ada)).body.errorCode).toBe('E0000001')
    expect((await link('ada', 'nobody')).status).toBe(404)
    expect((await site.send('GET', '/api/v1/users/ada/linkedObjects/unknown')).status).toBe(404)
  })

  it('are no longer linked when the relationship, or one of them, is deleted', async () => {
    await site.send('POST', path, management)
    const [ada, grace] = await Promise.all(['ada', 'grace'].map(idOf))
    await site.send('PUT', `/api/v1/users/${grace}/linkedObjects/manager/${ada}`)
    await site.send('PUT', `/api/v1/users/alan/linkedObjects/manager/${grace}`)
    await site.send('DELETE', `/api/v1/users/${grace}`)
    await site.send('DELETE', `/api/v1/users/${grace}`)
    expect([await links('ada', 'subordinate'), await links('alan', 'manager')]).toEqual([[], []])
    await site.send('PUT', `/api/v1/users/alan/linkedObjects/manager/${ada}`)
    await site.send('DELETE', `${path}/manager`)
    await site.send('POST', path, management)
    expect(await links('alan', 'manager')).toEqual([])
  })
})
