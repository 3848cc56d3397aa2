import type { Rows } from '#codehost/call.ts'
import { imageOf, machineOf, type HostedImage, type Machine } from '#codehost/rules/actions/hosted-runners.ts'
import { DEFAULT_GROUP } from '#codehost/rules/actions/runners.ts'
import type { HostedRunner } from '#codehost/schema/runners.ts'

/** A runner that the vendor hosts: `actions-hosted-runner`. */
export function hostedRunnerJson(rows: Rows, runner: HostedRunner, status: 'Ready' | 'Deleting' = 'Ready') {
  const { image } = runner
  const known = imageOf(runner)
  return {
    id: runner.id,
    name: runner.name,
    runner_group_id: rows.runnerGroups.get(runner.groupId)?.number ?? DEFAULT_GROUP,
    platform: known?.platform ?? 'linux-x64',
    image_details: {
      id: image.id,
      size_gb: known?.size ?? 0,
      display_name: known?.name ?? image.id,
      source: image.source,
      version: image.version ?? 'latest',
    },
    machine_size_details: machineJson(machineOf(runner)),
    status,
    maximum_runners: runner.maximumRunners,
    public_ip_enabled: runner.hasPublicIp,
    // Addresses of the block that is for documentation.
    public_ips: runner.hasPublicIp ? [{ enabled: true, prefix: `203.0.113.${(runner.id % 8) * 32}`, length: 28 }] : [],
    last_active_on: null,
    image_gen: runner.makesImages,
  }
}

/** The size of a machine: `actions-hosted-runner-machine-spec`. */
export function machineJson({ id, cores, memory, storage }: Machine) {
  return { id, cpu_cores: cores, memory_gb: memory, storage_gb: storage }
}

/** An image: `actions-hosted-runner-curated-image`. */
export function hostedImageJson({ id, platform, size, name }: HostedImage, source: 'github' | 'partner') {
  return { id, platform, size_gb: size, display_name: name, source }
}
