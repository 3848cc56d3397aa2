import type { Finding } from './finding.ts'
import type { Origins } from './origins.ts'
import { lineOf, type Node, type Syntax } from './syntax.ts'

/** A file of code that is checked. */
export interface CheckedFile {
  readonly syntax: Syntax
  readonly origins: Origins
  /** True for a file of tests. */
  readonly isTest: boolean
  /** True for the configuration of a runner or another program, such as `next.config.js`. */
  readonly isConfiguration: boolean
}

/** The facts about one package of a project that decide which of its code is wrong. */
export interface PackageFacts {
  /** True when calls to the vendors' own hosts are answered, so that no client needs a base URL. */
  readonly realHosts: boolean
  /** True when the variables are set before any code runs: with the plugin, the setup file or Jest's environment. */
  readonly setsVariablesFirst: boolean
  /** The files that a script of the package.json runs, or that are the `command` of an option: `src/main.ts`. */
  readonly programs: ReadonlySet<string>
  /** The services that the project's dependencies call or its seed has. */
  readonly services: ReadonlySet<string>
  /** The runner that the fixes are for. */
  readonly runner: 'vitest' | 'jest' | 'playwright'
  /** True when something in the package resets instances: a fixture, the environment, or a call. */
  readonly resets: boolean
  /** True when nock lets calls to this machine through. */
  readonly nockAllowsLocal: boolean
  /** True when MSW lets calls to this machine through. */
  readonly mswAllowsLocal: boolean
}

/** Returns a problem at a node of a file. */
export function findingAt(
  { syntax }: Pick<CheckedFile, 'syntax'>,
  node: Node,
  check: Finding['check'],
  message: string,
  fix: string,
  kind: Finding['kind'] = 'problem',
): Finding {
  return { check, kind, file: syntax.path, line: lineOf(node), message, fix }
}
