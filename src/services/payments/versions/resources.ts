import { resources } from '#payments/json/resources.ts'
import type { Resources } from '#payments/protocol/expand.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import { API_VERSION, type ApiVersion } from '#payments/schema/api-versions.ts'
import { CHANGES } from './index.ts'
import { inVersion } from './objects.ts'

/** Returns the kinds of objects as a version has them: what `expand` finds, and which members it takes. */
export function resourcesOf(version: ApiVersion): Resources {
  if (version === API_VERSION) return resources
  const older = CHANGES.filter((change) => change.version > version)
  return {
    get(kind) {
      const resource = resources.get(kind)
      if (resource === undefined) return undefined
      const expandable = older.map((change) => change.expandable?.[kind] ?? {})
      return {
        ...inOlderVersion(resource, version),
        expandable: Object.assign({}, resource.expandable, ...expandable),
      }
    },
  }
}

type Write = NonNullable<Resource['includable']>[string]

function inOlderVersion(resource: Resource, version: ApiVersion): Resource {
  const inside =
    (write: Write): Write =>
    (context, ...about) =>
      inVersion(context, write(context, ...about), version)
  const includable = Object.entries(resource.includable ?? {}).map(([name, write]) => [name, inside(write)] as const)
  return {
    ...resource,
    read: (context, account, id) => inVersion(context, resource.read(context, account, id), version),
    includable: Object.fromEntries(includable),
  }
}
