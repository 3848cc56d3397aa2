import * as v from 'valibot'
import { invalidArgument, invalidRequest } from '#cloud/errors/s3.ts'
import { element, elements } from '#cloud/protocols/read-xml.ts'
import type { Bucket } from '#cloud/schema/s3.ts'

const text = v.pipe(v.string(), v.minLength(1))

const redirect = element({
  HostName: v.optional(text),
  HttpRedirectCode: v.optional(text),
  Protocol: v.optional(text),
  ReplaceKeyPrefixWith: v.optional(v.string()),
  ReplaceKeyWith: v.optional(text),
})
const rule = element({
  Condition: v.optional(element({ HttpErrorCodeReturnedEquals: v.optional(text), KeyPrefixEquals: v.optional(text) })),
  Redirect: redirect,
})

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_WebsiteConfiguration.html */
export const websiteSchema = element({
  IndexDocument: v.optional(element({ Suffix: v.string() })),
  ErrorDocument: v.optional(element({ Key: text })),
  RedirectAllRequestsTo: v.optional(element({ HostName: text, Protocol: v.optional(text) })),
  RoutingRules: v.optional(element({ RoutingRule: v.pipe(elements(rule), v.minLength(1)) })),
})

/** A website configuration as it is stored. */
export type WebsiteConfiguration = v.InferOutput<typeof websiteSchema>

/** A routing rule of a website. */
export type RoutingRule = v.InferOutput<typeof rule>

/** Returns the website configuration of a bucket; null for a bucket that is no website. */
export function websiteOf({ configurations }: Bucket): WebsiteConfiguration | null {
  // websiteSchema has checked the configuration.
  return (configurations.website ?? null) as unknown as WebsiteConfiguration | null
}

/** @throws `InvalidArgument` and `InvalidRequest` for members that do not go together. */
export function checkWebsite({
  IndexDocument,
  ErrorDocument,
  RedirectAllRequestsTo,
  RoutingRules,
}: WebsiteConfiguration): void {
  const hasOthers = IndexDocument !== undefined || ErrorDocument !== undefined || RoutingRules !== undefined
  if (RedirectAllRequestsTo !== undefined && hasOthers) {
    const message = 'RedirectAllRequestsTo cannot be provided in conjunction with other Routing Rules.'
    throw invalidArgument(message, 'RedirectAllRequestsTo', 'not null')
  }
  if (IndexDocument === undefined && RedirectAllRequestsTo === undefined) {
    const message = 'A value for IndexDocument Suffix must be provided if RedirectAllRequestsTo is empty'
    throw invalidArgument(message, 'IndexDocument', 'null')
  }
  const suffix = IndexDocument?.Suffix
  if (suffix !== undefined && (suffix === '' || suffix.includes('/'))) {
    throw invalidArgument('The IndexDocument Suffix is not well formed', 'IndexDocument', suffix)
  }
  checkProtocol(RedirectAllRequestsTo?.Protocol)
  RoutingRules?.RoutingRule.forEach(checkRule)
}

function checkRule({ Condition, Redirect }: RoutingRule): void {
  checkProtocol(Redirect.Protocol)
  if (Redirect.ReplaceKeyPrefixWith !== undefined && Redirect.ReplaceKeyWith !== undefined) {
    throw invalidRequest('You can only define ReplaceKeyPrefix or ReplaceKey but not both.')
  }
  if (Condition !== undefined && Object.values(Condition).every((value) => value === undefined)) {
    const advice = "To redirect all requests without a condition, the condition element shouldn't be present."
    throw invalidRequest(`Condition cannot be empty. ${advice}`)
  }
  const code = Redirect.HttpRedirectCode
  if (code !== undefined && !/^30[1-8]$/.test(code)) {
    throw invalidRequest(`The provided HTTP redirect code (${code}) is not valid. Valid codes are 3XX except 300.`)
  }
}

function checkProtocol(protocol: string | undefined): void {
  if (protocol === undefined || protocol === 'http' || protocol === 'https') return
  throw invalidRequest(
    'Invalid protocol, protocol can be http or https. If not defined the protocol will be selected automatically.',
  )
}
