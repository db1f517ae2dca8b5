import { type HostThreads, startHostThreads } from '../../actors/runtime/host/host_threads.ts'
import type { Addresses } from './addresses.ts'
import type { RoleParts } from './role.ts'

const entry = new URL('../../actors/host_thread.js', import.meta.url)

/** Runs actors for a share of the mailboxes, in worker threads of this process. */
export async function hostActors(
  { config, log, closing }: Pick<RoleParts, 'config' | 'log' | 'closing'>,
  addresses: Addresses,
): Promise<HostThreads> {
  const hosts = await startHostThreads({
    ...addresses,
    logLevel: config.logLevel,
    entry,
    threads: config.actorThreads,
    log,
  })
  closing.add('host threads', () => hosts.drain())
  return hosts
}
