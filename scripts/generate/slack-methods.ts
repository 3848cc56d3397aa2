import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** The installed majors of the vendor's client, of which each knows methods that another does not. */
const CLIENTS = ['@slack/web-api', 'slack-web-api-7']

/** A type of a method that the client makes of several others, such as `files.uploadV2`. */
const COMPOSED = /FilesUploadV2/

/**
 * Returns the names of all methods that the vendor's client declares, sorted: `chat.postMessage`.
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
  return [...new Set(names)].sort()
}

/** Returns the text of the module with the names. */
export function methodNamesModule(names: readonly string[]): string {
  const lines = names.map((name) => `  '${name}',\n`)
  return `// Written by npm run generate from the types of @slack/web-api. Do not edit.

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
