import { flagRows, formatHelp } from './command-line.ts'
import { commands, flags, type Command } from './flags.ts'

const NAMED = ['setup', 'exec', 'env', 'init', 'list', 'ca', 'doctor'] as const

/** Returns the help of a command. */
export function usage(command: Command, version: string): string {
  const { description, flags: names } = commands[command]
  const options = { title: 'OPTIONS', rows: flagRows(Object.fromEntries(names.map((name) => [name, flags[name]]))) }
  if (command !== 'start') {
    const name = `backlot ${command}`
    const form = command === 'exec' ? `${name} [OPTIONS] -- COMMAND [ARGUMENT…]` : `${name} [OPTIONS]`
    return formatHelp({ title: `${name} v${version}`, description, usage: form, sections: [options] })
  }
  return formatHelp({
    title: `backlot v${version}`,
    description,
    usage: `backlot [OPTIONS] ${NAMED.join('|')}`,
    sections: [
      options,
      { title: 'COMMANDS', rows: NAMED.map((name) => [name, commands[name].description]) },
      {
        title: 'ENVIRONMENT',
        rows: [['BACKLOT_PORT, PORT', 'The port of the first service, unless --port is given']],
      },
      {
        title: 'EXIT CODES',
        rows: [
          ['  0', 'done, or ended by SIGTERM'],
          ['  1', 'wrong usage, a wrong seed or a port in use; nothing was started'],
          ['129', 'the terminal was closed'],
          ['130', 'interrupted'],
        ],
      },
    ],
    notes: 'Use backlot <command> --help for the options of a command.',
  })
}
