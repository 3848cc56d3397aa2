import type { XmlMembers } from '../protocols/xml.ts'
import type { CorsRule } from '../schema-s3.ts'

/** A rule of a cross-origin configuration. */
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
