import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Catalog } from './catalog.ts'
import { detect, type DetectOptions } from './detect.ts'

/** A catalog of some services. */
export const catalog: Catalog = {
  services: [
    { id: 'deployhost', title: 'Vercel' },
    { id: 'codehost', title: 'GitHub' },
    { id: 'chat', title: 'Slack' },
    { id: 'payments', title: 'Stripe' },
  ],
  starter: async (ids) => `# yaml-language-server: $schema=schema.json\n${ids.map((id) => `${id}: {}\n`).join('')}`,
}

/**
 * Creates a directory with these files, which is removed after the test. A value that is no string is written as JSON.
 */
export async function project(files: Readonly<Record<string, unknown>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'backlot-detect-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return root
}

/** Returns a package.json with these dependencies. */
export function manifest(...names: readonly string[]): { dependencies: Record<string, string> } {
  return { dependencies: Object.fromEntries(names.map((name) => [name, '*'])) }
}

/** Runs {@link detect} in a directory and collects its output. */
export async function run(
  cwd: string,
  options: Partial<DetectOptions> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  let stdout = ''
  let stderr = ''
  const code = await detect({
    cwd,
    mode: 'report',
    force: false,
    catalog,
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    ...options,
  })
  return { code, stdout, stderr }
}
