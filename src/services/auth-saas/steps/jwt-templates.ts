import type { AuthCall } from '#auth-saas/call.ts'
import { notFound } from '#auth-saas/errors.ts'
import type { JwtTemplate } from '#auth-saas/schema/instance.ts'

/**
 * Adds the JWT template that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadJwtTemplate = ({ rows, params }: AuthCall): { readonly template: JwtTemplate } => {
  const template = rows.jwtTemplates.get(params['template_id'])
  if (template === undefined) throw notFound(`No JWT template exists with id: ${params['template_id']}`)
  return { template }
}
