import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** The installed majors of the vendor's client, of which each knows methods that another does not. */
const CLIENTS = ['@slack/web-api', 'slack-web-api-7']

/** The methods of the vendor's reference that no client knows. https://docs.slack.dev/reference/methods */
const OF_REFERENCE = `
  admin.analytics.messages.activity admin.analytics.messages.metadata admin.audit.anomaly.allow.getItem
  admin.audit.anomaly.allow.updateItem admin.conversations.bulkSetExcludeFromSlackAi
  admin.conversations.createForObjects admin.conversations.linkObjects admin.conversations.unlinkObjects
  admin.workflows.triggers.types.permissions.lookup admin.workflows.triggers.types.permissions.set
  apps.activities.list apps.auth.external.delete apps.auth.external.get apps.datastore.bulkDelete
  apps.datastore.bulkGet apps.datastore.bulkPut apps.datastore.count apps.datastore.delete apps.datastore.get
  apps.datastore.put apps.datastore.query apps.datastore.update apps.icon.set assistant.search.context
  assistant.search.info canvases.getContent developer.apps.owners.add developer.apps.owners.list
  developer.apps.owners.remove functions.distributions.permissions.add functions.distributions.permissions.list
  functions.distributions.permissions.remove functions.distributions.permissions.set
  functions.workflows.steps.list functions.workflows.steps.responses.export oauth.v2.user.access
  workflows.triggers.permissions.add workflows.triggers.permissions.list workflows.triggers.permissions.remove
  workflows.triggers.permissions.set`
  .trim()
  .split(/\s+/)

/** A type of a method that the client makes of several others, such as `files.uploadV2`. */
const COMPOSED = /FilesUploadV2/

/**
 * Returns the names of all methods that the vendor's clients declare or its reference lists, sorted:
 * `chat.postMessage`.
 *
 * @throws Error when a client declares none.
 */
export function slackMethods(root: string): readonly string[] {
  const require = createRequire(join(root, 'package.json'))
  const names = CLIENTS.flatMap((client) => {
    const file = join(dirname(require.resolve(client)), 'methods.d.ts')
    const declared = methodsIn(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022))
    if (declared.length === 0) throw new Error(`${file} declares no methods`)
    return declared
  })
  return [...new Set([...names, ...OF_REFERENCE])].sort()
}

/** Returns the text of the module with the names. */
export function methodNamesModule(names: readonly string[]): string {
  const lines = names.map((name) => `  '${name}',\n`)
  return `// Written by npm run generate from the types of @slack/web-api and the vendor's reference. Do not edit.

/** The names of the vendor's methods. */
export const methodNames: readonly string[] = [\n${lines.join('')}]\n`
}

function methodsIn(file: ts.SourceFile): readonly string[] {
  const classes = file.statements.filter((statement) => ts.isClassDeclaration(statement))
  return classes.flatMap(({ members }) => members.flatMap((member) => namesOf(file, member, '')))
}

/** Returns the methods of a member: itself, or those of the object that it is. */
function namesOf(file: ts.SourceFile, member: ts.ClassElement | ts.TypeElement, prefix: string): readonly string[] {
  if (!ts.isPropertyDeclaration(member) && !ts.isPropertySignature(member)) return []
  const { name, type } = member
  if (type === undefined || !ts.isIdentifier(name)) return []
  const path = `${prefix}${name.text}`
  const own = /^(?:Method|default)/.test(type.getText(file)) && !COMPOSED.test(type.getText(file)) ? [path] : []
  const inner: readonly ts.TypeNode[] = ts.isIntersectionTypeNode(type) ? [...type.types] : [type]
  const nested = inner.flatMap((each) =>
    ts.isTypeLiteralNode(each) ? each.members.flatMap((child) => namesOf(file, child, `${path}.`)) : [],
  )
  return prefix === '' ? nested : [...own, ...nested]
}
