import { CommandError } from '#docdb/errors/command-error.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { isDocument, ObjectId, type Document } from '#docdb/values/value.ts'
import { readMessage } from './messages.ts'
import { userInSaslStart, type SignIn } from './sign-in.ts'

/** One connection of a driver. */
export interface Connection extends SignIn {
  /** The name of the application, by which a driver may choose a cluster. */
  application: string | null
  /** The hosts and ports of the members of the replica set. */
  readonly hosts: readonly string[]
  /** The place among them of the member that the driver connected to. */
  readonly member: number
  /** The id of the server for a driver that connects through a load balancer; null for any other. */
  serviceId: ObjectId | null
  /** True for a driver that knows `hello`. */
  saysHello: boolean
  readonly id: number
}

/** The most bytes by which a driver tells about itself. */
const LARGEST_METADATA = 512

/** The id of the server behind a load balancer, of which there is one. */
const SERVICE_ID = ObjectId.createFromHexString('6261636b6c6f740000000001')

/** The tag of a tenant behind the name of an application: `Cluster0~t1.5xJ…` */
const TAGGED = /^(.*)~([\w-]{1,64}\.[\w-]{16})$/s

/** Notes what the first command of a driver tells about it. */
export function greet(connection: Connection, command: Document): void {
  const { client } = command
  if (isDocument(client) && sizeOf(client) > LARGEST_METADATA)
    throw new CommandError(
      'ClientMetadataDocumentTooLarge',
      `The client metadata document must be less then or equal to ${LARGEST_METADATA} bytes`,
    )
  connection.application = applicationOf(command)
  connection.saysHello = command['helloOk'] === true || command['hello'] !== undefined
  if (command['loadBalanced'] === true) connection.serviceId = SERVICE_ID
}

/**
 * Lets a connection be as one that has sent these messages, which another instance of the same seed has answered: the
 * driver's greeting, and a sign-in whose proof was right, as the driver went on.
 */
export function adopt(connection: Connection, greetings: readonly Buffer[]): void {
  for (const greeting of greetings) {
    const { command } = readMessage(greeting)
    const { speculativeAuthenticate: speculative = command } = command
    if (isDocument(command['client'])) greet(connection, command)
    if (isDocument(speculative)) Object.assign(connection, userInSaslStart(speculative))
  }
}

/** Returns the name of the application that the first command of a connection gives; null for any other command. */
export function applicationOf(command: Document): string | null {
  const name = nameIn(command)
  const own = name === null ? null : (TAGGED.exec(name)?.[1] ?? name)
  return own === '' ? null : own
}

/** Returns the tag of the tenant in the name of the application that a command gives; null where there is none. */
export function tagOfApplication(command: Document): string | null {
  return TAGGED.exec(nameIn(command) ?? '')?.[2] ?? null
}

function nameIn({ client }: Document): string | null {
  const application = isDocument(client) ? client['application'] : undefined
  const name = isDocument(application) ? application['name'] : undefined
  return typeof name === 'string' ? name : null
}
