import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { entityAlreadyExists, noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { checkServerCertificate } from '#cloud/rules/iam/certificates.ts'
import { byName, paging, sortedListing } from '#cloud/rules/iam/page.ts'
import { entityName, path, tagKeys, tags, text } from '#cloud/rules/iam/parameters.ts'
import { withoutTags, withTags } from '#cloud/rules/iam/tags.ts'
import { uniqueId } from '#cloud/rules/iam/unique-id.ts'
import type { ServerCertificate } from '#cloud/schema/iam-keys.ts'
import { accountOf } from '#cloud/rules/account.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { serverCertificateMetadataXml, serverCertificateXml } from '#cloud/xml/iam-keys.ts'
import { tagsXml, tagXml } from '#cloud/xml/iam.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const ServerCertificateName = entityName(128)
const pem = (most: number) => text(1, most)

/**
 * Certificates of servers. Their private keys are checked and not kept.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_UploadServerCertificate.html
 */
export const serverCertificatesRoutes = [
  post(
    'iam:UploadServerCertificate',
    '/',
    iamInput({
      Path: v.optional(path, '/'),
      ServerCertificateName,
      CertificateBody: pem(16_384),
      PrivateKey: pem(16_384),
      CertificateChain: v.optional(pem(2_097_152)),
      Tags: tags,
    }),
    (call) => {
      const { rows, input, clock, ids } = call
      refuseTaken(call, input.ServerCertificateName)
      const { CertificateBody: body, CertificateChain: chain = null } = input
      const parsed = checkServerCertificate(body, chain, input.PrivateKey)
      const certificate = rows.serverCertificates.insert({
        account: accountOf(call),
        name: input.ServerCertificateName,
        path: input.Path,
        uniqueId: uniqueId(ids, 'serverCertificate'),
        body,
        chain,
        tags: withTags([], input.Tags),
        createdAt: clock.now(),
        expiresAt: Date.parse(parsed.validTo),
      })
      return queryAnswer(call, {
        ServerCertificateMetadata: serverCertificateMetadataXml(certificate),
        Tags: tagsXml(certificate.tags),
      })
    },
  ),
  post('iam:GetServerCertificate', '/', iamInput({ ServerCertificateName }), (call) => {
    const certificate = findCertificate(call, call.input.ServerCertificateName)
    return queryAnswer(call, { ServerCertificate: serverCertificateXml(certificate) })
  }),
  post('iam:ListServerCertificates', '/', iamInput({ PathPrefix: v.optional(path, '/'), ...paging }), (call) => {
    const certificates = byName(call.rows.serverCertificates, accountOf(call), call.input.PathPrefix)
    return queryAnswer(
      call,
      pageXml('ServerCertificateMetadataList', certificates, call.input, (each) => serverCertificateMetadataXml(each)),
    )
  }),
  post(
    'iam:UpdateServerCertificate',
    '/',
    iamInput({
      ServerCertificateName,
      NewPath: v.optional(path),
      NewServerCertificateName: v.optional(ServerCertificateName),
    }),
    (call) => {
      const { rows, input } = call
      const certificate = findCertificate(call, input.ServerCertificateName)
      const { NewServerCertificateName: name = certificate.name, NewPath: newPath = certificate.path } = input
      if (name !== certificate.name) refuseTaken(call, name)
      rows.serverCertificates.update(certificate.id, { name, path: newPath })
      return queryAnswer(call)
    },
  ),
  post('iam:DeleteServerCertificate', '/', iamInput({ ServerCertificateName }), (call) => {
    call.rows.serverCertificates.delete(findCertificate(call, call.input.ServerCertificateName).id)
    return queryAnswer(call)
  }),
  post('iam:TagServerCertificate', '/', iamInput({ ServerCertificateName, Tags: tags }), (call) => {
    const { rows, input } = call
    const certificate = findCertificate(call, input.ServerCertificateName)
    rows.serverCertificates.update(certificate.id, { tags: withTags(certificate.tags, input.Tags) })
    return queryAnswer(call)
  }),
  post('iam:UntagServerCertificate', '/', iamInput({ ServerCertificateName, TagKeys: tagKeys }), (call) => {
    const { rows, input } = call
    const certificate = findCertificate(call, input.ServerCertificateName)
    rows.serverCertificates.update(certificate.id, { tags: withoutTags(certificate.tags, input.TagKeys) })
    return queryAnswer(call)
  }),
  post('iam:ListServerCertificateTags', '/', iamInput({ ServerCertificateName, ...paging }), (call) => {
    const certificate = findCertificate(call, call.input.ServerCertificateName)
    const listed = sortedListing(certificate.tags, ({ key }) => key)
    return queryAnswer(call, pageXml('Tags', listed, call.input, tagXml))
  }),
]

/** @throws `EntityAlreadyExists`. */
function refuseTaken(call: CloudCall, name: string): void {
  if (call.rows.serverCertificates.find('name', accountOf(call), name.toLowerCase()) === undefined) return
  throw entityAlreadyExists(`The Server Certificate with name ${name}`)
}

/** @throws `NoSuchEntity`. */
function findCertificate(call: CloudCall, name: string): ServerCertificate {
  const certificate = call.rows.serverCertificates.find('name', accountOf(call), name.toLowerCase())
  if (certificate?.name !== name) throw noSuchEntity(`The Server Certificate with name ${name} cannot be found.`)
  return certificate
}
