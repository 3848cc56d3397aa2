import { serviceAt } from './api-hosts.ts'
import { findingAt, type CheckedFile, type PackageFacts } from './checked-file.ts'
import type { Finding } from './finding.ts'
import { bare, literalOf, nameOf, propertyOf, type Call, type Node, type ObjectExpression } from './syntax.ts'

/** The constructor of a vendor's client, and how it is pointed at a stand-in. */
interface ClientRule {
  readonly packages: readonly string[]
  /** The exported names; `default` is the package itself too, as `require` returns it. */
  readonly names: readonly string[]
  /** The option with the base URL. */
  readonly option: string
  /** The code of the option. */
  readonly fix: string
}

const SLACK = 'slackApiUrl: process.env.SLACK_API_URL'

/** Clients that read no variable for their base URL. Those that do need no line. */
const CLIENTS: readonly ClientRule[] = [
  {
    packages: ['octokit', '@octokit/rest', '@octokit/core'],
    names: ['Octokit'],
    option: 'baseUrl',
    fix: 'baseUrl: process.env.GITHUB_API_URL',
  },
  {
    packages: ['octokit', '@octokit/app'],
    names: ['App'],
    option: 'Octokit',
    fix: 'Octokit: Octokit.defaults({ baseUrl: process.env.GITHUB_API_URL })',
  },
  {
    packages: ['stripe'],
    names: ['default', 'Stripe'],
    option: 'host',
    fix: "host: '127.0.0.1', port: new URL(process.env.STRIPE_API_BASE).port, protocol: 'http'",
  },
  { packages: ['@slack/web-api'], names: ['WebClient'], option: 'slackApiUrl', fix: SLACK },
  { packages: ['@slack/bolt'], names: ['App'], option: 'clientOptions', fix: `clientOptions: { ${SLACK} }` },
  {
    packages: ['@slack/socket-mode', '@slack/oauth'],
    names: ['SocketModeClient', 'InstallProvider'],
    option: 'clientOptions',
    fix: `clientOptions: { ${SLACK} }`,
  },
  {
    packages: ['@vercel/sdk'],
    names: ['Vercel'],
    option: 'serverURL',
    fix: 'serverURL: process.env.DEPLOYHOST_API_BASE',
  },
  {
    packages: ['@clerk/backend'],
    names: ['createClerkClient'],
    option: 'apiUrl',
    fix: 'apiUrl: process.env.CLERK_API_URL',
  },
  {
    packages: ['aws-sdk'],
    names: ['S3', 'SQS', 'IAM', 'STS'],
    option: 'endpoint',
    fix: 'endpoint: process.env.AWS_ENDPOINT_URL',
  },
]

/** Functions that send a request to the URL that is their first argument. */
const SENDERS = ['axios', 'got', 'ky', 'node-fetch', 'undici', 'superagent', 'needle']

/** The way out that needs no line at the client. */
const NO_LINE = "or hosts: 'real' in the options of the fixture, which needs no line here"

/** Finds clients and requests that reach the vendor itself. Where calls to its hosts are answered, none does. */
export function checkClients(file: CheckedFile, facts: PackageFacts): Finding[] {
  if (facts.realHosts) return []
  return file.syntax.nodes.flatMap(({ node }) => {
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return []
    const rule = ruleOf(node, file)
    return rule === null ? checkUrl(node, file, facts) : checkClient(node, rule, file)
  })
}

function ruleOf(call: Call, { origins }: CheckedFile): ClientRule | null {
  const origin = origins.of(call.callee)
  if (origin === null) return null
  const name = origin.name === '*' ? 'default' : origin.name
  return CLIENTS.find(({ packages, names }) => packages.includes(origin.package) && names.includes(name)) ?? null
}

function checkClient(call: Call, rule: ClientRule, file: CheckedFile): Finding[] {
  const defaults = file.origins.of(call.callee)?.defaults ?? []
  const objects = [...file.origins.objectsOf(call), ...defaults]
  const [given] = objects.flatMap((each) => propertyOf(each, rule.option) ?? [])
  const name = `${call.type === 'NewExpression' ? 'new ' : ''}${textOf(call.callee, file)}()`
  const vendor = given === undefined ? null : literalOf(given)
  if (serviceAt(vendor) !== null) {
    return [
      findingAt(
        file,
        call,
        'clients',
        `${name} has ${rule.option} '${vendor}': it calls the vendor itself`,
        `${rule.fix} (${NO_LINE})`,
      ),
    ]
  }
  if (given !== undefined || objects.some(isOpen) || hasUnknown(call, file)) return []
  return [
    findingAt(
      file,
      call,
      'clients',
      `${name} has no ${rule.option}: it calls the vendor itself`,
      `${rule.fix} (${NO_LINE})`,
    ),
  ]
}

/** Finds other clients and requests to which a vendor's URL is written: `fetch('https://api.github.com/user')`. */
function checkUrl(call: Call, file: CheckedFile, { services }: PackageFacts): Finding[] {
  const origin = file.origins.of(call.callee)
  const isFetch = origin === null && call.callee.type === 'Identifier' && call.callee.name === 'fetch'
  if (!isFetch && !SENDERS.includes(origin?.package ?? '')) return []
  const url = literalOf(bare(call.arguments[0]))
  const service = serviceAt(url)
  if (service === null || !services.has(service) || url === null) return []
  const variable = `${service.replaceAll('-', '_').toUpperCase()}_API_BASE`
  const path = new URL(url).pathname
  const message = `${textOf(call.callee, file)}() has the vendor's own URL, ${new URL(url).origin}`
  return [findingAt(file, call, 'clients', message, `\`\${process.env.${variable}}${path}\` (${NO_LINE})`)]
}

/** An object into which another one is spread may have the option. */
function isOpen({ properties }: ObjectExpression): boolean {
  return properties.some((each) => each.type === 'SpreadElement' || nameOf(each) === null)
}

/** The last argument may be the options, and come from elsewhere. */
function hasUnknown(call: Call, { origins }: CheckedFile): boolean {
  const last = bare(call.arguments.at(-1))
  const mayBeOptions =
    last !== null && ['Identifier', 'SpreadElement', 'CallExpression', 'ConditionalExpression'].includes(last.type)
  // The first argument of some clients is a key: new Stripe(key).
  const isKey = call.arguments.length === 1 && takesKey(origins.of(call.callee)?.package)
  return mayBeOptions && !isKey && origins.objectsOf(call).length === 0
}

function takesKey(name: string | undefined): boolean {
  return name === 'stripe' || name === '@slack/web-api'
}

function textOf(node: Node, { syntax }: CheckedFile): string {
  return syntax.text.slice(node.start ?? 0, node.end ?? 0)
}
