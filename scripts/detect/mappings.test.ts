import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import mappings from '../../mappings.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { matchDependencies } from './match.ts'

// Parsed JSON would hide a name that stands twice.
const text = readFileSync(new URL('../../mappings.json', import.meta.url), 'utf8')

const twelve = 'deployhost codehost oidc-a chat oidc-b oidc-c cloud docdb oidc-d mail payments auth-saas'.split(' ')

function lookUp(...names: readonly string[]) {
  const dependencies = names.map((name) => ({ package: name, field: 'dependencies' as const }))
  return matchDependencies([{ path: 'package.json', dependencies }], mappings)
}

describe('mappings.json', () => {
  it('names only the twelve services', () => {
    const named = [
      ...Object.values(mappings.packages).map(({ service }) => service),
      ...Object.values(mappings.scopes).map(({ service }) => service),
      ...Object.values(mappings.ambiguous).flatMap(({ candidates }) => candidates),
    ]
    expect(named.filter((service) => !twelve.includes(service))).toEqual([])
  })

  it('has packages for each of the twelve services', () => {
    const mapped = new Set(Object.values(mappings.packages).map(({ service }) => service))
    expect([...mapped].toSorted()).toEqual(twelve.toSorted())
  })

  it('has no package that is both mapped and ambiguous', () => {
    expect(Object.keys(mappings.packages).filter((name) => name in mappings.ambiguous)).toEqual([])
  })

  it('names each package once', () => {
    const names = [...text.matchAll(/^ {4}"([^"]+)": \{/gm)].map(([, name]) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(names.length).toBeGreaterThan(100)
  })

  it('agrees with its scopes about every package it also names', () => {
    const different = Object.entries(mappings.packages).filter(([name, { service }]) =>
      Object.entries(mappings.scopes).some(([scope, mapping]) => name.startsWith(scope) && mapping.service !== service),
    )
    expect(different).toEqual([])
  })

  it('says why in one short sentence, and never without candidates', () => {
    const all = [mappings.packages, mappings.scopes, mappings.ambiguous].flatMap((part) => Object.values(part))
    expect(all.filter(({ why }) => !/^\S.{8,140}[^\s.]$/.test(why))).toEqual([])
    expect(Object.values(mappings.ambiguous).filter(({ candidates }) => candidates.length === 0)).toEqual([])
  })
})

describe('the table of services in the README', () => {
  const rows = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').matchAll(
    /^\| \[`([a-z-]+)`\].*\| (.*) \|$/gm,
  )
  const named = [...rows].flatMap(([, service = '', clients = '']) =>
    [...clients.matchAll(/`([@a-z/-]+)`/g)]
      .map(([, name = '']) => [name, service] as const)
      // The others are programs, and packages by a part of their name.
      .filter(([name]) => name in manifest.devDependencies),
  )

  it.each(named)('names %s as a client of %s, and a project with it gets that service or is asked', (name, service) => {
    const { matched, ambiguous } = lookUp(name)
    expect([...matched.map((each) => each.service), ...ambiguous.flatMap(({ candidates }) => candidates)]).toContain(
      service,
    )
  })
})

describe('a dependency', () => {
  it('matches by its name', () => {
    expect(lookUp('stripe').matched).toEqual([
      {
        package: 'stripe',
        service: 'payments',
        why: 'official Stripe SDK',
        field: 'dependencies',
        manifest: 'package.json',
      },
    ])
  })

  it('matches by its scope when its name has no mapping of its own', () => {
    expect(lookUp('@octokit/plugin-of-tomorrow').matched).toMatchObject([
      { service: 'codehost', why: 'official GitHub SDK family' },
    ])
  })

  it.each([
    ['semantic-release', 'codehost'],
    ['release-it', 'codehost'],
    ['@changesets/changelog-github', 'codehost'],
    ['@probot/adapter-aws-lambda-serverless', 'codehost'],
    ['octokit-plugin-create-pull-request', 'codehost'],
    ['@googleapis/drive', 'oidc-a'],
    ['@google-cloud/local-auth', 'oidc-a'],
    ['@react-native-google-signin/google-signin', 'oidc-a'],
    ['expo-apple-authentication', 'oidc-b'],
    ['aws-sdk-client-mock', 'cloud'],
    ['@aws-sdk/sqs-queue-url', 'cloud'],
    ['@aws-sdk/credential-provider-ini', 'cloud'],
    ['@payloadcms/storage-s3', 'cloud'],
    ['@payloadcms/email-resend', 'mail'],
    ['@strapi/provider-upload-aws-s3', 'cloud'],
    ['@uppy/aws-s3', 'cloud'],
    ['@tus/s3-store', 'cloud'],
    ['@vercel/blob', 'deployhost'],
    ['@vercel/edge-config', 'deployhost'],
    ['mongodb', 'docdb'],
    ['mongoose', 'docdb'],
    ['connect-mongo', 'docdb'],
  ])('named %s means %s', (name, service) => {
    expect(lookUp(name).matched).toMatchObject([{ service }])
  })

  it.each(['sst', 'aws-amplify', '@auth/solid-start', 'nodemailer', 'agenda'])('named %s is ambiguous', (name) => {
    expect(lookUp(name)).toMatchObject({ matched: [], ambiguous: [{ package: name }] })
  })

  it('matches by the longest scope', () => {
    const scopes = { '@a/': { service: 'chat', why: 'short' }, '@a/b-': { service: 'mail', why: 'long' } }
    const dependencies = [{ package: '@a/b-c', field: 'dependencies' as const }]
    const { matched } = matchDependencies([{ path: 'package.json', dependencies }], {
      packages: {},
      scopes,
      ambiguous: {},
    })
    expect(matched).toMatchObject([{ service: 'mail' }])
  })

  it('is reported with its candidates, not matched, when it is ambiguous', () => {
    const { matched, ambiguous } = lookUp('next-auth')
    expect(matched).toEqual([])
    expect(ambiguous).toMatchObject([{ package: 'next-auth', why: expect.stringContaining('next-auth/providers/') }])
    expect(ambiguous[0]?.candidates).toContain('oidc-a')
  })

  it('is skipped when nothing maps it, even if it is named like a member of every object', () => {
    expect(lookUp('express', 'constructor', 'toString', '@octokitten/rest')).toEqual({ matched: [], ambiguous: [] })
  })
})
