import { describe, expect } from 'vitest'
import { allItems, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site
const users = () => site.okta().userApi

const isaac = {
  profile: { firstName: 'Isaac', lastName: 'Brock', email: 'isaac@example.com', login: 'isaac.brock@example.com' },
}

describe('listing users', () => {
  const logins = async (query: Record<string, string | number>) =>
    (await allItems(users().listUsers(query))).map(({ profile }) => profile?.login)
  const all = ['ada@example.com', 'grace@example.com', 'alan@example.org']

  it('returns users in the order of creation, without deprovisioned ones', async () => {
    expect(await logins({})).toEqual(all)
    await users().deactivateUser({ userId: 'grace' })
    expect(await logins({})).toEqual(['ada@example.com', 'alan@example.org'])
    expect(await logins({ filter: 'status eq "DEPROVISIONED"' })).toEqual(['grace@example.com'])
    expect(await logins({ search: 'status eq "DEPROVISIONED"' })).toEqual(['grace@example.com'])
    expect(await logins({ q: 'Grace' })).toEqual([])
  })

  it('links pages, which the SDK follows', async () => {
    expect(await logins({ limit: 1 })).toEqual(all)
    expect(await logins({ limit: 2, search: 'created pr' })).toEqual(all)
    const { headers, body } = await site.send('GET', '/api/v1/users?limit=2')
    const { url } = site.emulator
    expect(headers.get('link')).toBe(
      `<${url}/api/v1/users?limit=2>; rel="self", <${url}/api/v1/users?limit=2&after=${body[1].id}>; rel="next"`,
    )
    expect((await site.send('GET', `/api/v1/users?after=${body[1].id}`)).headers.get('link')).not.toContain('next')
  })

  it('continues at its position when the last item of the page before was deleted', async () => {
    const { body } = await site.send('GET', '/api/v1/users?limit=2')
    await users().deleteUser({ userId: 'grace' })
    await users().deleteUser({ userId: body[1].id })
    const next = await site.send('GET', `/api/v1/users?limit=2&after=${body[1].id}`)
    expect(next.body.map(({ profile }: { profile: { login: string } }) => profile.login)).toEqual(['alan@example.org'])
  })

  it.for([
    'filter=status eq "ACTIVE"',
    'search=status eq "ACTIVE"',
    'search=status eq "ACTIVE"&sortBy=created',
    'search=status eq "ACTIVE"&sortBy=profile.lastName&sortOrder=desc',
    'q=example',
  ])('goes on where it was when those of the page before are changed, and asked for no longer: %s', async (query) => {
    for (const name of ['one', 'two', 'three']) {
      const login = `${name}@example.net`
      const profile = { login, email: `example.${login}`, firstName: name, lastName: name }
      await site.send('POST', '/api/v1/users', { profile, credentials: { password: { value: 'Babbage1791' } } })
    }
    const seen: string[] = []
    let page: string | undefined = `/api/v1/users?limit=1&${new URLSearchParams(query).toString()}`
    while (page !== undefined) {
      const { body, headers } = await site.send('GET', page)
      for (const { id, profile } of body) {
        seen.push(profile.login)
        // The token of the requests is Ada's.
        if (profile.login === 'ada@example.com') continue
        await site.send('POST', `/api/v1/users/${id}/lifecycle/deactivate`)
      }
      page = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(expect.arrayContaining(['one@example.net', 'two@example.net', 'three@example.net']))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it.for([
    ['parentheses', `${'('.repeat(5000)}id pr${')'.repeat(5000)}`],
    ['negations', `${'not '.repeat(2400)}(id pr)`],
    ['comparisons', Array.from({ length: 5000 }, () => 'id pr').join(' and ')],
  ] as const)('refuses a search with thousands of %s', async ([_kind, search]) => {
    for (const list of ['users', 'groups']) {
      const { status, body } = await site.send('GET', `/api/v1/${list}?search=${encodeURIComponent(search)}`)
      expect({ status, code: body.errorCode }).toEqual({ status: 400, code: 'E0000031' })
    }
  })

  it('finds no user by an attribute that no profile has', async () => {
    for (const name of ['nonsense', 'constructor', '__proto__']) {
      expect(await logins({ search: `profile.${name} pr` })).toEqual([])
    }
    expect((await site.send('GET', '/api/v1/groups?search=profile.constructor+pr')).body).toEqual([])
  })

  it('refuses an unknown cursor when the order is not that of the ids', async () => {
    const { status, body } = await site.send('GET', '/api/v1/users?search=id+pr&sortBy=created&after=nonsense')
    expect([status, body.errorCode, body.errorCauses]).toEqual([400, 'E0000029', [{ errorSummary: 'Invalid cursor.' }]])
  })

  it('caps a limit that is too large, and refuses one that is not a number', async () => {
    expect((await site.send('GET', '/api/v1/users?limit=500')).status).toBe(200)
    for (const limit of ['0', 'ten', '1.5']) {
      const { status, body } = await site.send('GET', `/api/v1/users?limit=${limit}`)
      expect([status, body.errorSummary]).toEqual([400, 'Api validation failed: limit'])
    }
  })

  it('finds users by the beginning of a name or an address', async () => {
    expect(await logins({ q: 'gra' })).toEqual(['grace@example.com'])
    expect(await logins({ q: 'ala tur' })).toEqual(['alan@example.org'])
    expect(await logins({ q: 'opper' })).toEqual([])
  })

  it('returns at most ten matches, unless limit says otherwise', async () => {
    for (let each = 0; each < 11; each++) {
      await users().createUser({ body: { profile: { ...isaac.profile, login: `isaac${each}@example.com` } } })
    }
    expect((await site.send('GET', '/api/v1/users?q=isaac')).body).toHaveLength(10)
    expect((await site.send('GET', '/api/v1/users?q=isaac&limit=200')).body).toHaveLength(11)
  })

  it.for([
    ['profile.department eq "engineering"', ['grace@example.com']],
    ['profile.department pr and not (profile.department sw "Eng")', ['alan@example.org']],
    ['profile.teams eq "Navy"', ['grace@example.com']],
    ['profile.level gt 6', ['grace@example.com']],
    [
      '(profile.lastName co "ring" or profile.firstName ew "da") and status eq "ACTIVE"',
      ['ada@example.com', 'alan@example.org'],
    ],
    ['created gt "2026-01-01T00:00:00.000Z" and lastUpdated le "2026-01-01T12:00:00Z"', all],
    ['created gt "2026-01-02T00:00:00.000Z"', []],
    ['type.id eq "oty1defaultuser0a5d7"', all],
  ] as const)('searches: %s', async ([search, expected]) => {
    expect(await logins({ search })).toEqual(expected)
  })

  it('sorts the users that a search finds', async () => {
    expect(await logins({ search: 'id pr', sortBy: 'profile.lastName' })).toEqual([all[1], all[0], all[2]])
    const sorted = { search: 'id pr', sortBy: 'profile.lastName', sortOrder: 'desc', limit: 1 }
    expect(await logins(sorted)).toEqual([all[2], all[0], all[1]])
  })

  it('filters by some attributes, case-sensitively', async () => {
    expect(await logins({ filter: 'profile.lastName eq "Hopper" or profile.lastName eq "Turing"' })).toEqual([
      all[1],
      all[2],
    ])
    expect(await logins({ filter: 'profile.lastName eq "hopper"' })).toEqual([])
    expect(await logins({ filter: 'lastUpdated ge "2026-01-01T12:00:00.000Z"' })).toEqual(all)
  })

  it.for([
    ['search', 'status ne "ACTIVE"', 'does not support the operator ne'],
    ['search', 'credentials.provider.type eq "OKTA"', 'is no attribute'],
    ['search', 'status eq ACTIVE', 'got ACTIVE'],
    ['filter', 'profile.department eq "x"', 'is no attribute'],
    ['filter', 'profile.lastName sw "x"', 'expected eq'],
    ['filter', 'not (status eq "ACTIVE")', 'not is not supported'],
  ] as const)('refuses the %s %s', async ([parameter, expression, cause]) => {
    await expect(
      users()
        .listUsers({ [parameter]: expression })
        .then((list) => list.next()),
    ).rejects.toMatchObject(refusal(400, 'E0000031', cause))
  })
})
