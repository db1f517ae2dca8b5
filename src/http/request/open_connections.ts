import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { openConnections } from '../../rules/limits.ts'
import { isLoopback, networksOf } from './client_address.ts'

export interface OpenConnections {
  readonly counts: { readonly open_level: number; readonly refused: number }
}

/** The limits behind `proxies` proxies. All connections come from their addresses then, so none counts by network. */
export const limitsBehind = (proxies: number): ConnectionLimits => ({
  ...openConnections,
  exempt: (address) => proxies > 0 || isLoopback(address),
})

interface ConnectionLimits {
  readonly perInstance: number
  readonly perNetwork: number
  /** addresses to which only the limit of the whole instance applies */
  readonly exempt?: (address: string) => boolean
}

/** Closes connections beyond these limits: each open one holds memory and a descriptor, even when idle. */
export function limitConnections(
  server: Server,
  { perInstance, perNetwork, exempt = isLoopback }: ConnectionLimits,
): OpenConnections {
  const byNetwork = new Map<string, number>()
  const counts = { open_level: 0, refused: 0 }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = exempt(address) ? undefined : networksOf(address).network
    const own = network === undefined ? 0 : (byNetwork.get(network) ?? 0)
    if (counts.open_level >= perInstance || own >= perNetwork) {
      counts.refused++
      socket.destroy()
      return
    }
    counts.open_level++
    if (network !== undefined) byNetwork.set(network, own + 1)
    socket.once('close', () => {
      counts.open_level--
      if (network === undefined) return
      const left = (byNetwork.get(network) ?? 1) - 1
      if (left > 0) byNetwork.set(network, left)
      else byNetwork.delete(network)
    })
  })
  return { counts }
}
