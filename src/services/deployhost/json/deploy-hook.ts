import type { Site } from '#deployhost/call.ts'
import type { DeployHook } from '#deployhost/schema.ts'

/** A deploy hook, with the URL that deploys. */
export function deployHookJson({ urls }: Pick<Site, 'urls'>, { id, projectId, name, ref, createdAt }: DeployHook) {
  return { id, name, ref, url: urls.of(`/v1/integrations/deploy/${projectId}/${id}`), createdAt }
}
