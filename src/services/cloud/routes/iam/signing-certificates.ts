import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { duplicateCertificate, limitExceeded, noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { findRequestedUser } from '#cloud/rules/iam/calling-user.ts'
import { parseCertificate } from '#cloud/rules/iam/certificates.ts'
import { paging, sortedListing } from '#cloud/rules/iam/page.ts'
import { entityName, patterned, text, word } from '#cloud/rules/iam/parameters.ts'
import { certificateId } from '#cloud/rules/iam/unique-id.ts'
import type { SigningCertificate } from '#cloud/schema/iam-keys.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { signingCertificateXml } from '#cloud/xml/iam-keys.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const UserName = v.optional(entityName(128))
const CertificateId = patterned(24, 128, /^[\w]+$/)

/** The largest number of certificates of a user. */
const MOST = 2

/**
 * Certificates by which users sign requests to services that are not here.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_UploadSigningCertificate.html
 */
export const signingCertificatesRoutes = [
  post('iam:UploadSigningCertificate', '/', iamInput({ UserName, CertificateBody: text(1, 16_384) }), (call) => {
    const { rows, input, clock, ids } = call
    const user = findRequestedUser(call, input.UserName)
    const { fingerprint256 } = parseCertificate(input.CertificateBody)
    const known = rows.signingCertificates.referring('userId', user.id)
    if (known.some(({ body }) => parseCertificate(body).fingerprint256 === fingerprint256)) throw duplicateCertificate()
    if (known.length >= MOST) throw limitExceeded(`Cannot exceed quota for CertificatesPerUser: ${MOST}`)
    const certificate = rows.signingCertificates.insert({
      id: certificateId(ids),
      userId: user.id,
      body: input.CertificateBody,
      status: 'Active',
      createdAt: clock.now(),
    })
    return queryAnswer(call, { Certificate: signingCertificateXml(user.name, certificate) })
  }),
  post('iam:ListSigningCertificates', '/', iamInput({ UserName, ...paging }), (call) => {
    const user = findRequestedUser(call, call.input.UserName)
    const certificates = sortedListing(call.rows.signingCertificates.referring('userId', user.id), ({ id }) => id)
    return queryAnswer(
      call,
      pageXml('Certificates', certificates, call.input, (each) => signingCertificateXml(user.name, each)),
    )
  }),
  post(
    'iam:UpdateSigningCertificate',
    '/',
    iamInput({ UserName, CertificateId, Status: word('Active', 'Inactive') }),
    (call) => {
      const { id } = findCertificate(call, call.input)
      call.rows.signingCertificates.update(id, { status: call.input.Status })
      return queryAnswer(call)
    },
  ),
  post('iam:DeleteSigningCertificate', '/', iamInput({ UserName, CertificateId }), (call) => {
    call.rows.signingCertificates.delete(findCertificate(call, call.input).id)
    return queryAnswer(call)
  }),
]

/** @throws `NoSuchEntity` for another user's certificate too. */
function findCertificate(
  call: CloudCall,
  input: { readonly UserName?: string | undefined; readonly CertificateId: string },
): SigningCertificate {
  const user = findRequestedUser(call, input.UserName)
  const certificate = call.rows.signingCertificates.get(input.CertificateId)
  if (certificate?.userId === user.id) return certificate
  throw noSuchEntity(`The Certificate with id ${input.CertificateId} cannot be found.`)
}
