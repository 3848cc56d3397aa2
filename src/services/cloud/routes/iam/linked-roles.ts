import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidInput, noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { findRole } from '#cloud/rules/iam/find.ts'
import { addLinkedRole, isServiceLinked, listedTrust } from '#cloud/rules/iam/linked-roles.ts'
import { entityName, patterned, text } from '#cloud/rules/iam/parameters.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { encodedDocument, listedRoleXml } from '#cloud/xml/iam.ts'

const { post } = routesFor<CloudCall>()

/**
 * Roles of the vendor's services. Their deletion is done when it is answered, because no service uses them.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_create-service-linked-role.html
 */
export const linkedRolesRoutes = [
  post(
    'iam:CreateServiceLinkedRole',
    '/',
    iamInput({
      AWSServiceName: patterned(1, 128, /^[\w+=,.@-]+$/),
      CustomSuffix: v.optional(patterned(1, 64, /^[\w+=,.@-]+$/)),
      Description: v.optional(text(0, 1000)),
    }),
    (call) => {
      const { AWSServiceName: service, CustomSuffix, Description } = call.input
      const role = addLinkedRole(call, {
        service,
        suffix: CustomSuffix ?? null,
        description: Description ?? null,
      })
      const { MaxSessionDuration: _, ...shown } = listedRoleXml(role)
      return queryAnswer(call, {
        Role: { ...shown, AssumeRolePolicyDocument: encodedDocument(listedTrust(service)) },
      })
    },
  ),
  post('iam:DeleteServiceLinkedRole', '/', iamInput({ RoleName: entityName(64) }), (call) => {
    const { rows, input, ids } = call
    const role = findRole(call, input.RoleName)
    if (!isServiceLinked(role)) throw invalidInput(`Role ${role.name} is not a service-linked role.`)
    for (const { id } of rows.attachments.list('byHolder', 'role', role.id)) rows.attachments.delete(id)
    rows.roles.delete(role.id)
    const DeletionTaskId = `task${role.path}${role.name}/${ids.uuid()}`
    rows.deletionTasks.insert({ id: DeletionTaskId })
    return queryAnswer(call, { DeletionTaskId })
  }),
  post('iam:GetServiceLinkedRoleDeletionStatus', '/', iamInput({ DeletionTaskId: text(1, 1000) }), (call) => {
    const { DeletionTaskId } = call.input
    if (call.rows.deletionTasks.get(DeletionTaskId) === undefined) {
      throw noSuchEntity(`Deletion task ${DeletionTaskId} cannot be found.`)
    }
    return queryAnswer(call, { Status: 'SUCCEEDED' })
  }),
]
