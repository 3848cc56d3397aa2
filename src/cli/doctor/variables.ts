import { findingAt, type CheckedFile, type PackageFacts } from './checked-file.ts'
import type { Finding } from './finding.ts'
import type { Origins } from './origins.ts'
import { bare, isDeferred, nameOf, type Node, type Placed } from './syntax.ts'

/** The variables that the fixtures set. */
export const VARIABLES: ReadonlySet<string> = new Set(
  (
    'CODEHOST_API_BASE CODEHOST_TOKEN GITHUB_API_URL GITHUB_SERVER_URL GITHUB_TOKEN GHE_HOST GHE_PROTOCOL ' +
    'DEPLOYHOST_API_BASE DEPLOYHOST_TOKEN VERCEL_BLOB_API_URL VERCEL_TOKEN ' +
    'PAYMENTS_API_BASE STRIPE_API_BASE STRIPE_SECRET_KEY STRIPE_PUBLISHABLE_KEY STRIPE_WEBHOOK_SECRET ' +
    'CHAT_API_BASE SLACK_API_URL SLACK_BOT_TOKEN SLACK_SIGNING_SECRET SLACK_APP_TOKEN ' +
    'MAIL_API_BASE RESEND_BASE_URL RESEND_API_KEY MAIL_SMTP_HOST MAIL_SMTP_PORT MAIL_SMTP_URL ' +
    'CLOUD_API_BASE AWS_ENDPOINT_URL AWS_REGION AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY ' +
    'DOCDB_API_BASE MONGODB_URI MONGODB_ATLAS_BASE_URL MONGODB_ATLAS_PUBLIC_API_KEY MONGODB_ATLAS_PRIVATE_API_KEY ' +
    'AUTH_SAAS_API_BASE CLERK_API_URL CLERK_SECRET_KEY CLERK_PUBLISHABLE_KEY NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY ' +
    'VITE_CLERK_PUBLISHABLE_KEY CLERK_JWT_KEY ' +
    'OIDC_A_API_BASE OIDC_A_ISSUER OIDC_B_API_BASE OIDC_B_ISSUER OIDC_C_API_BASE AZURE_AUTHORITY_HOST OIDC_C_TOKEN ' +
    'OIDC_D_API_BASE OIDC_D_ISSUER OKTA_CLIENT_ORGURL OIDC_D_TOKEN OKTA_CLIENT_TOKEN'
  ).split(' '),
)

/** The line to write, by runner. */
const FIXES: Readonly<Record<PackageFacts['runner'], string>> = {
  vitest: 'read it in a function, or set it first: plugins: [backlot()] in vitest.config.ts',
  jest: "read it in a function, or set it first: testEnvironment: 'backlot/jest' in jest.config.js",
  playwright: 'read it in the test, or use the fixture: codehost.url',
}

/** Finds variables of the fixtures that are read while a file is imported, before a fixture has set them. */
export function checkVariables(file: CheckedFile, { setsVariablesFirst, programs, runner }: PackageFacts): Finding[] {
  // The configuration of a runner is no code of a test, and an instance that the file starts itself sets its own.
  const startsItself = file.syntax.nodes.some(
    ({ node }) => node.type === 'CallExpression' && startsEmulator(node, file),
  )
  // An application is a process of its own, which gets its variables when it starts.
  const isApplication = (runner === 'playwright' && !file.isTest) || isProgram(file, programs)
  if (setsVariablesFirst || file.isConfiguration || startsItself || isApplication) return []
  return file.syntax.nodes.flatMap((placed) => {
    if (isDeferred(placed) || isWritten(placed)) return []
    return namesRead(placed.node, file.origins)
      .filter((name) => VARIABLES.has(name))
      .map((name) => {
        const message = `${name} is read while the module is imported, before a fixture sets it`
        return findingAt(file, placed.node, 'imports', message, FIXES[runner])
      })
  })
}

/** Returns whether a file is only run: a command names it, and it exports nothing that a test could import. */
function isProgram({ syntax, isTest }: CheckedFile, programs: PackageFacts['programs']): boolean {
  if (isTest || !programs.has(syntax.path)) return false
  return !syntax.nodes.some(({ node }) => node.type.startsWith('Export') || isModuleExports(node))
}

function isModuleExports(node: Node): boolean {
  return (
    node.type === 'MemberExpression' && node.object.type === 'Identifier' && /^(module|exports)$/.test(node.object.name)
  )
}

/** Returns whether a call starts an instance. */
export function startsEmulator(call: Extract<Node, { type: 'CallExpression' }>, { origins }: CheckedFile): boolean {
  const origin = origins.of(call.callee)
  return origin?.package === 'backlot' && origin.name === 'createEmulator'
}

/** Returns the names of the variables that a node reads, as `process.env.X` and `const { X } = process.env` do. */
function namesRead(node: Node, origins: Origins): string[] {
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
    const name = isEnvironment(node.object, origins) ? nameOf(node) : null
    return name === null ? [] : [name]
  }
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern') return []
  if (!isEnvironment(bare(node.init), origins)) return []
  return node.id.properties.flatMap((each) => nameOf(each) ?? [])
}

/** Returns whether an expression is `process.env`, also of an imported `process` or `env`. */
function isEnvironment(expression: Node | null, origins: Origins): boolean {
  const node = bare(expression)
  const origin = origins.of(node)
  if (origin !== null) return /^(node:)?process$/.test(origin.package) && origin.name === 'env'
  if (node?.type !== 'MemberExpression' || nameOf(node) !== 'env') return false
  return node.object.type === 'Identifier' && node.object.name === 'process'
}

/** Returns whether a node is what an assignment or `delete` writes. */
function isWritten({ node, parents }: Placed): boolean {
  const parent = parents.at(-1)
  if (parent?.type === 'AssignmentExpression') return parent.left === node
  return parent?.type === 'UnaryExpression' && parent.operator === 'delete'
}
