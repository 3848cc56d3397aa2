import type { XmlMembers } from '#cloud/protocols/xml.ts'
import type { CorsRule } from '#cloud/schema/s3.ts'

/** Returns a rule of a CORS configuration. */
export function corsXml(rule: CorsRule): XmlMembers {
  return {
    ID: rule.id,
    AllowedHeader: rule.allowedHeaders,
    AllowedMethod: rule.allowedMethods,
    AllowedOrigin: rule.allowedOrigins,
    ExposeHeader: rule.exposeHeaders,
    MaxAgeSeconds: rule.maxAgeSeconds,
  }
}
