import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { entityAlreadyExists, validationFailure } from '#cloud/errors/iam.ts'
import { members } from '#cloud/protocols/xml.ts'
import { hostOf } from '#cloud/rules/iam/access.ts'
import { oidcProviderArn } from '#cloud/rules/iam/arns.ts'
import { findOidcProvider, hostOfProvider } from '#cloud/rules/iam/find.ts'
import { sortedListing, paging } from '#cloud/rules/iam/page.ts'
import { arn, tagKeys, tags, text } from '#cloud/rules/iam/parameters.ts'
import { withoutTags, withTags } from '#cloud/rules/iam/tags.ts'
import type { OidcProvider } from '#cloud/schema/iam.ts'
import { accountOf } from '#cloud/rules/account.ts'
import { listedOidcProviderXml, oidcProviderXml, tagsXml, tagXml } from '#cloud/xml/iam.ts'
import { isLocalIssuer } from '#cloud/rules/iam/issuer.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { pageXml } from '#cloud/xml/page.ts'
import { memberList, queryAnswer } from '#cloud/protocols/query.ts'

const { post } = routesFor<CloudCall>()

const OpenIDConnectProviderArn = arn
const ClientID = text(1, 255)
const ThumbprintList = memberList(text(40, 40))

/**
 * Identity providers whose tokens can be exchanged for role sessions.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateOpenIDConnectProvider.html
 */
export const oidcProvidersRoutes = [
  post(
    'iam:CreateOpenIDConnectProvider',
    '/',
    iamInput({ Url: text(1, 255), ClientIDList: memberList(ClientID), ThumbprintList, Tags: tags }),
    (call) => {
      const { rows, input, clock } = call
      checkUrl(input.Url)
      const host = hostOf(input.Url)
      const account = accountOf(call)
      if (rows.oidcProviders.find('host', account, host) !== undefined)
        throw entityAlreadyExists(`Provider with url ${input.Url}`)
      const provider = rows.oidcProviders.insert({
        account,
        host,
        clientIds: [...new Set(input.ClientIDList)],
        thumbprints: input.ThumbprintList,
        tags: withTags([], input.Tags),
        createdAt: clock.now(),
      })
      return queryAnswer(call, {
        OpenIDConnectProviderArn: oidcProviderArn(provider),
        Tags: tagsXml(provider.tags),
      })
    },
  ),
  post('iam:GetOpenIDConnectProvider', '/', iamInput({ OpenIDConnectProviderArn }), (call) =>
    queryAnswer(call, oidcProviderXml(findProvider(call, call.input.OpenIDConnectProviderArn))),
  ),
  post('iam:ListOpenIDConnectProviders', '/', iamInput({}), (call) => {
    const providers = call.rows.oidcProviders.list('byHost', accountOf(call)).map((each) => listedOidcProviderXml(each))
    return queryAnswer(call, { OpenIDConnectProviderList: members(providers) })
  }),
  post('iam:DeleteOpenIDConnectProvider', '/', iamInput({ OpenIDConnectProviderArn }), (call) => {
    const { rows, input } = call
    // The deletion of a provider that does not exist succeeds.
    const provider = rows.oidcProviders.find('host', accountOf(call), hostOfProvider(input.OpenIDConnectProviderArn))
    if (provider !== undefined && oidcProviderArn(provider) === input.OpenIDConnectProviderArn)
      rows.oidcProviders.delete(provider.id)
    return queryAnswer(call)
  }),
  post('iam:AddClientIDToOpenIDConnectProvider', '/', iamInput({ OpenIDConnectProviderArn, ClientID }), (call) => {
    const { rows, input } = call
    const provider = findProvider(call, input.OpenIDConnectProviderArn)
    rows.oidcProviders.update(provider.id, { clientIds: [...new Set([...provider.clientIds, input.ClientID])] })
    return queryAnswer(call)
  }),
  post('iam:RemoveClientIDFromOpenIDConnectProvider', '/', iamInput({ OpenIDConnectProviderArn, ClientID }), (call) => {
    const { rows, input } = call
    const provider = findProvider(call, input.OpenIDConnectProviderArn)
    rows.oidcProviders.update(provider.id, { clientIds: provider.clientIds.filter((id) => id !== input.ClientID) })
    return queryAnswer(call)
  }),
  post(
    'iam:UpdateOpenIDConnectProviderThumbprint',
    '/',
    iamInput({ OpenIDConnectProviderArn, ThumbprintList }),
    (call) => {
      const { rows, input } = call
      rows.oidcProviders.update(findProvider(call, input.OpenIDConnectProviderArn).id, {
        thumbprints: input.ThumbprintList,
      })
      return queryAnswer(call)
    },
  ),
  post('iam:TagOpenIDConnectProvider', '/', iamInput({ OpenIDConnectProviderArn, Tags: tags }), (call) => {
    const { rows, input } = call
    const provider = findProvider(call, input.OpenIDConnectProviderArn)
    rows.oidcProviders.update(provider.id, { tags: withTags(provider.tags, input.Tags) })
    return queryAnswer(call)
  }),
  post('iam:UntagOpenIDConnectProvider', '/', iamInput({ OpenIDConnectProviderArn, TagKeys: tagKeys }), (call) => {
    const { rows, input } = call
    const provider = findProvider(call, input.OpenIDConnectProviderArn)
    rows.oidcProviders.update(provider.id, { tags: withoutTags(provider.tags, input.TagKeys) })
    return queryAnswer(call)
  }),
  post('iam:ListOpenIDConnectProviderTags', '/', iamInput({ OpenIDConnectProviderArn, ...paging }), (call) => {
    const provider = findProvider(call, call.input.OpenIDConnectProviderArn)
    return queryAnswer(
      call,
      pageXml(
        'Tags',
        sortedListing(provider.tags, ({ key }) => key),
        call.input,
        tagXml,
      ),
    )
  }),
]

function findProvider(call: CloudCall, providerArn: string): OidcProvider {
  return findOidcProvider(call, providerArn)
}

/** @throws `ValidationError` unless the issuer uses https or is on this machine. */
function checkUrl(url: string): void {
  const valid = URL.canParse(url) && new URL(url).search === ''
  if (!valid || !(url.startsWith('https://') || isLocalIssuer(url))) {
    throw validationFailure(
      `Invalid Open ID Connect Provider URL: ${url} must begin with https://, or be of this machine (http://127.0.0.1:4002)`,
    )
  }
}
