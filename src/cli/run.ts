import { readCommandLine } from './flags.ts'
import { chosen } from './addresses.ts'
import { start } from './start.ts'
import type { Surroundings } from './surroundings.ts'
import { usage } from './usage.ts'

/** Runs the `backlot` command and resolves with its exit code. Errors are written to standard error. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr, services, version } = surroundings
  try {
    const line = readCommandLine(argv)
    if (line.has('help')) stdout(usage(line.command, version))
    else if (line.has('version')) stdout(`${version}\n`)
    else if (line.command === 'list') stdout(services.map(({ id, port }) => `${id} :${port}\n`).join(''))
    else if (line.command === 'ca') {
      const { certificateAuthority } = await import('#core/http/certificates.ts')
      stdout(`${(await certificateAuthority()).file}\n`)
    } else if (line.command === 'init') {
      const { starterText } = await import('../starter.ts')
      stdout(await starterText(await Promise.all(chosen(line, services).map((each) => each.load()))))
    } else if (line.command === 'exec') {
      // Loaded here, because only this command needs the interception of hosts.
      const { exec } = await import('./exec.ts')
      return await exec(line, surroundings)
    } else if (line.command === 'setup') {
      // Loaded here, because only this command asks questions.
      const { setup } = await import('./setup/setup.ts')
      return await setup(line, surroundings)
    } else if (line.command === 'env') {
      const { env } = await import('./env.ts')
      return await env(line, surroundings)
    } else if (line.command === 'doctor') {
      const { doctor } = await import('./doctor/doctor.ts')
      return await doctor(line, surroundings)
    } else return await start(line, surroundings)
    return 0
  } catch (error) {
    // Loaded here, because its kinds of errors come with all that makes an instance.
    const { errorText } = await import('./error-text.ts')
    stderr(errorText(error))
    return 1
  }
}
