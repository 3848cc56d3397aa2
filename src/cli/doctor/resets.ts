import { findingAt, type CheckedFile, type PackageFacts } from './checked-file.ts'
import type { Finding } from './finding.ts'
import { isFunction, literalOf, nameOf, type Node, type Placed } from './syntax.ts'
import { startsEmulator } from './variables.ts'

/** Functions whose callback runs once for several tests. */
const ONCE = new Set(['beforeAll', 'before', 'describe', 'suite'])

const FIXTURE = 'or a fixture, which resets: base.extend(codehostFixture)'

/** Finds instances that several tests share and that nothing resets. */
export function checkResets(file: CheckedFile, facts: PackageFacts): Finding[] {
  if (resetsHere(file)) return []
  if (file.isConfiguration)
    return facts.resets ? [] : file.syntax.nodes.flatMap(({ node }) => checkWebServer(node, file))
  if (!file.isTest) return []
  return file.syntax.nodes.flatMap((placed) => {
    const { node } = placed
    if (node.type !== 'CallExpression' || !startsEmulator(node, file) || !isShared(placed)) return []
    const message = 'the tests share an instance that nothing resets: each finds what the one before has left'
    return [findingAt(file, node, 'resets', message, `beforeEach(() => ${nameOfInstance(placed)}.reset()), ${FIXTURE}`)]
  })
}

/** Finds a function that starts an instance before all tests of a run, where no test resets it. */
export function checkGlobalSetup(file: CheckedFile, facts: PackageFacts): Finding[] {
  if (facts.resets || resetsHere(file)) return []
  return file.syntax.nodes.flatMap(({ node }) => {
    if (node.type !== 'CallExpression' || !startsEmulator(node, file)) return []
    const message = 'the tests of a run share this instance, and nothing resets it'
    return [findingAt(file, node, 'resets', message, `${REMOTE_RESET[facts.runner]}, ${FIXTURE}`)]
  })
}

/** The line that resets an instance of another process, by runner. */
const REMOTE_RESET: Readonly<Record<PackageFacts['runner'], string>> = {
  vitest: "beforeEach(() => fetch(`${process.env.CODEHOST_API_BASE}/_backlot/reset`, { method: 'POST' }))",
  jest: "beforeEach(() => fetch(`${process.env.CODEHOST_API_BASE}/_backlot/reset`, { method: 'POST' }))",
  playwright: "test.beforeEach(({ request }) => request.post('http://127.0.0.1:4001/_backlot/reset'))",
}

/** Finds a server of Playwright's configuration that is the command `backlot`. */
function checkWebServer(node: Node, file: CheckedFile): Finding[] {
  if (node.type !== 'ObjectProperty' || nameOf(node) !== 'command') return []
  if (!startsCommand(literalOf(node.value) ?? '')) return []
  const message = 'the tests share the instances of this command, and nothing resets them'
  return [findingAt(file, node, 'resets', message, `${REMOTE_RESET.playwright}, ${FIXTURE}`)]
}

/** Returns whether a line of a shell starts services: `backlot`, not one of its commands that only print. */
export function startsCommand(line: string): boolean {
  const words = line.split(/[\s"'&;|()]+/)
  return words.some((word, at) => {
    const next = words[at + 1] ?? ''
    return /^(.*\/)?backlot(@.*)?$/.test(word) && !['doctor', 'setup', 'init', 'list', 'ca', 'env'].includes(next)
  })
}

/** Returns whether a file resets an instance: by a call, over the control plane, or with a fixture. */
export function resetsHere({ syntax, origins }: CheckedFile): boolean {
  const { packages } = origins
  if (['backlot/vitest', 'backlot/jest', 'backlot/playwright'].some((name) => packages.has(name))) return true
  return syntax.nodes.some(({ node }) => {
    if (node.type === 'VariableDeclaration') return node.kind === 'await using'
    if (node.type === 'StringLiteral') return /\/_backlot\/(reset|restore)$/.test(node.value)
    if (node.type === 'TemplateLiteral')
      return node.quasis.some(({ value }) => /\/_backlot\/(reset|restore)/.test(value.raw))
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
    return ['reset', 'restore', 'tenant'].includes(nameOf(node.callee) ?? '')
  })
}

/** Returns whether an instance is there for several tests: made by the file itself, or in a hook before all of them. */
function isShared({ parents }: Placed): boolean {
  const at = parents.findLastIndex(isFunction)
  if (at < 0) return true
  const call = parents[at - 1]
  return call?.type === 'CallExpression' && call.callee.type === 'Identifier' && ONCE.has(call.callee.name)
}

/** Returns the name of the variable that an instance is put into. */
function nameOfInstance({ parents }: Placed): string {
  for (const parent of parents.toReversed()) {
    if (parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name
    if (parent.type === 'AssignmentExpression' && parent.left.type === 'Identifier') return parent.left.name
  }
  return 'emulator'
}
