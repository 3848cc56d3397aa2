import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { badRequest } from '#deployhost/errors.ts'
import { issueSignedToken, SIGNED_OPERATIONS } from '#deployhost/rules/blobs/signed-urls.ts'
import { loadBlobStore } from '#deployhost/steps/blobs.ts'
import * as v from 'valibot'

const { post } = routesFor<DeployhostCall>()

const SignedTokenInput = v.object({
  pathname: v.optional(v.string(), '*'),
  operations: v.optional(v.pipe(v.array(v.picklist(SIGNED_OPERATIONS)), v.minLength(1)), ['get']),
  validUntil: v.optional(v.pipe(v.number(), v.integer())),
  maximumSizeInBytes: v.optional(v.number()),
  allowedContentTypes: v.optional(v.array(v.string())),
})

/** The tokens by which a server signs URLs of blobs. https://vercel.com/docs/vercel-blob/using-blob-sdk */
export const signedTokensRoutes = [
  post('issueSignedToken', '/api/blob/signed-token', loadBlobStore, body(SignedTokenInput), (call) => {
    const { blobStore, body, clock } = call
    if (body.validUntil !== undefined && body.validUntil <= clock.now()) throw badRequest('validUntil is in the past')
    return json(issueSignedToken(call, blobStore, body))
  }),
]
