import { createPrivateKey } from 'node:crypto'
import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { entityAlreadyExists, invalidInput, limitExceeded } from '#cloud/errors/iam.ts'
import { members } from '#cloud/protocols/xml.ts'
import { samlProviderArn } from '#cloud/rules/iam/arns.ts'
import { findSamlProvider } from '#cloud/rules/iam/find.ts'
import { paging, sortedListing } from '#cloud/rules/iam/page.ts'
import { arn, patterned, tagKeys, tags, text, word } from '#cloud/rules/iam/parameters.ts'
import { parseSamlMetadata } from '#cloud/rules/iam/saml/metadata.ts'
import { withoutTags, withTags } from '#cloud/rules/iam/tags.ts'
import { samlKeyId, samlProviderId } from '#cloud/rules/iam/unique-id.ts'
import { accountOf } from '#cloud/rules/account.ts'
import type { SamlPrivateKey, SamlProvider } from '#cloud/schema/iam.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { samlProviderXml, listedSamlProviderXml, tagsXml, tagXml } from '#cloud/xml/iam.ts'
import { pageXml } from '#cloud/xml/page.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'

const { post } = routesFor<CloudCall>()

/** The validity of metadata that does not say when it expires: a hundred years. */
const CENTURY = 100 * 365 * 86_400_000

/** The largest number of private keys of a provider: the current one and the next. */
const MOST_KEYS = 2

const SAMLProviderArn = arn
const SAMLMetadataDocument = text(1000, 10_000_000)
const AssertionEncryptionMode = v.optional(word('Required', 'Allowed'))
const AddPrivateKey = v.optional(text(1, 16_384))
const RemovePrivateKey = v.optional(patterned(22, 64, /^[A-Z0-9]+$/))

/**
 * Identity providers whose SAML assertions can be exchanged for role sessions.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateSAMLProvider.html
 */
export const samlProvidersRoutes = [
  post(
    'iam:CreateSAMLProvider',
    '/',
    iamInput({
      SAMLMetadataDocument,
      Name: patterned(1, 128, /^[\w._-]+$/),
      Tags: tags,
      AssertionEncryptionMode,
      AddPrivateKey,
    }),
    async (call) => ({ metadata: await parseSamlMetadata(call.input.SAMLMetadataDocument) }),
    (call) => {
      const { rows, input, clock, ids, metadata } = call
      const account = accountOf(call)
      if (rows.samlProviders.find('name', account, input.Name) !== undefined)
        throw entityAlreadyExists(`Provider with name ${input.Name}`)
      const createdAt = clock.now()
      const provider = rows.samlProviders.insert({
        account,
        name: input.Name,
        uuid: samlProviderId(ids),
        document: input.SAMLMetadataDocument,
        issuer: metadata.issuer,
        certificates: metadata.certificates,
        validUntil: metadata.validUntil ?? createdAt + CENTURY,
        encryptionMode: input.AssertionEncryptionMode ?? null,
        privateKeys: withKey(call, [], input.AddPrivateKey),
        tags: withTags([], input.Tags),
        createdAt,
      })
      const SAMLProviderArn = samlProviderArn(provider)
      return queryAnswer(call, { SAMLProviderArn, Tags: tagsXml(provider.tags) })
    },
  ),
  post('iam:GetSAMLProvider', '/', iamInput({ SAMLProviderArn }), (call) =>
    queryAnswer(call, samlProviderXml(findProvider(call, call.input.SAMLProviderArn))),
  ),
  post('iam:ListSAMLProviders', '/', iamInput({}), (call) => {
    const providers = call.rows.samlProviders.list('byName', accountOf(call)).map((each) => listedSamlProviderXml(each))
    return queryAnswer(call, { SAMLProviderList: members(providers) })
  }),
  post(
    'iam:UpdateSAMLProvider',
    '/',
    iamInput({
      SAMLProviderArn,
      SAMLMetadataDocument: v.optional(SAMLMetadataDocument),
      AssertionEncryptionMode,
      AddPrivateKey,
      RemovePrivateKey,
    }),
    async ({ input: { SAMLMetadataDocument: document } }) => ({
      metadata: document === undefined ? null : await parseSamlMetadata(document),
    }),
    (call) => {
      const { rows, input, clock, metadata } = call
      const provider = findProvider(call, input.SAMLProviderArn)
      const { SAMLMetadataDocument: document, AssertionEncryptionMode: mode, AddPrivateKey: added } = input
      const removed = input.RemovePrivateKey
      if ([document, mode, added, removed].every((each) => each === undefined))
        throw invalidInput(
          'Unable to update identity provider. No updates are defined for metadata or encryption assertion',
        )
      const kept = provider.privateKeys.filter(({ id }) => id !== removed)
      if (removed !== undefined && kept.length === provider.privateKeys.length)
        throw invalidInput(`The private key with id ${removed} cannot be found.`)
      rows.samlProviders.update(provider.id, {
        ...(metadata === null || document === undefined
          ? {}
          : {
              document,
              issuer: metadata.issuer,
              certificates: metadata.certificates,
              validUntil: metadata.validUntil ?? clock.now() + CENTURY,
            }),
        ...(mode === undefined ? {} : { encryptionMode: mode }),
        privateKeys: withKey(call, kept, added),
      })
      return queryAnswer(call, { SAMLProviderArn: input.SAMLProviderArn })
    },
  ),
  post('iam:DeleteSAMLProvider', '/', iamInput({ SAMLProviderArn }), (call) => {
    call.rows.samlProviders.delete(findProvider(call, call.input.SAMLProviderArn).id)
    return queryAnswer(call)
  }),
  post('iam:TagSAMLProvider', '/', iamInput({ SAMLProviderArn, Tags: tags }), (call) => {
    const { rows, input } = call
    const provider = findProvider(call, input.SAMLProviderArn)
    rows.samlProviders.update(provider.id, { tags: withTags(provider.tags, input.Tags) })
    return queryAnswer(call)
  }),
  post('iam:UntagSAMLProvider', '/', iamInput({ SAMLProviderArn, TagKeys: tagKeys }), (call) => {
    const { rows, input } = call
    const provider = findProvider(call, input.SAMLProviderArn)
    rows.samlProviders.update(provider.id, { tags: withoutTags(provider.tags, input.TagKeys) })
    return queryAnswer(call)
  }),
  post('iam:ListSAMLProviderTags', '/', iamInput({ SAMLProviderArn, ...paging }), (call) => {
    const provider = findProvider(call, call.input.SAMLProviderArn)
    const listed = sortedListing(provider.tags, ({ key }) => key)
    return queryAnswer(call, pageXml('Tags', listed, call.input, tagXml))
  }),
]

function findProvider(call: CloudCall, providerArn: string): SamlProvider {
  return findSamlProvider(call, providerArn)
}

/** @throws `InvalidInput` for a malformed key, and `LimitExceeded` for a third one. */
function withKey(
  { clock, ids }: CloudCall,
  keys: readonly SamlPrivateKey[],
  pem: string | undefined,
): SamlPrivateKey[] {
  if (pem === undefined) return [...keys]
  try {
    createPrivateKey(pem)
  } catch {
    throw invalidInput('Invalid private key')
  }
  if (keys.length >= MOST_KEYS) throw limitExceeded(`Cannot exceed quota for PrivateKeysPerSAMLProvider: ${MOST_KEYS}`)
  return [...keys, { id: samlKeyId(ids), pem, createdAt: clock.now() }]
}
