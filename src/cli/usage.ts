import { stripVTControlCharacters } from 'node:util'
import { defineCommand, renderUsage, type ArgsDef } from 'citty'
import { commands, flags, type Command } from './flags.ts'

const OUTCOME = `
ENVIRONMENT

  BACKLOT_PORT, PORT  The port of the first service, unless --port is given

EXIT CODES

    0  done, or ended by SIGTERM
    1  wrong usage, a wrong seed or a port in use; nothing was started
  130  interrupted
`

/** Returns the text that `--help` prints. */
export async function usage(command: Command, version: string, isTerminal: boolean): Promise<string> {
  const main = defineCommand({
    meta: { name: 'backlot', version, description: commands.start.description },
    args: argsOf('start'),
    subCommands: { init: described('init'), list: described('list'), ca: described('ca') },
  })
  const text =
    command === 'start' ? `${await renderUsage(main)}\n${OUTCOME}` : `${await renderUsage(described(command), main)}\n`
  const unpadded = text.replaceAll(/ +$/gm, '')
  return isTerminal ? unpadded : stripVTControlCharacters(unpadded)
}

function described(command: Exclude<Command, 'start'>) {
  return defineCommand({ meta: { name: command, description: commands[command].description }, args: argsOf(command) })
}

function argsOf(command: Command): ArgsDef {
  return Object.fromEntries(commands[command].flags.map((name) => [name, flags[name]]))
}
